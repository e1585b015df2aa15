// Files that a transaction gives from one row to another.

package store

import (
	"slices"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// heldFiles are the files that stay until the end of a transaction, because it has stored them itself or has locked a row that
// names them: who removes a file asks the rows first, and waits for a lock on the last of them.
type heldFiles struct {
	of    *Files
	ours  func(key string) bool // the service has stored a file of such a key
	known map[string]bool
}

// HoldingFiles is the same transaction, which writes no row with a file that could be removed meanwhile. ours says of which keys
// that is asked.
func (tx *Tx) HoldingFiles(of *Files, ours func(key string) bool) *Tx {
	held := *tx
	held.files = &heldFiles{of: of, ours: ours, known: map[string]bool{}}
	return &held
}

// KnowFiles adds files that nobody else removes until the transaction ends: it has stored them, or has locked the row that
// names them, or did before the transaction took them from it.
func (tx *Tx) KnowFiles(keys ...string) {
	if tx.files == nil {
		return
	}
	for _, key := range keys {
		tx.files.known[key] = true
	}
}

// KnowFilesOf is KnowFiles of a row that the transaction has locked.
func (tx *Tx) KnowFilesOf(rec *schema.Record) {
	if tx.files == nil {
		return
	}
	for _, f := range rec.Type.Files() {
		tx.files.known[rec.FileKey(f)] = true
	}
}

// holdFiles locks the rows that the files of some records are from, which code has copied. Where there is none any more, a
// file is removed or is about to be: it is a Conflict.
func (tx *Tx) holdFiles(fields []*schema.Field, recs ...*schema.Record) error {
	if tx.files == nil {
		return nil
	}
	var keys []any
	for _, f := range fields {
		if !f.IsFile() {
			continue
		}
		for _, rec := range recs {
			key := rec.FileKey(f)
			if key != "" && !tx.files.known[key] && tx.files.ours(key) && !slices.Contains(keys, any(key)) {
				keys = append(keys, key)
			}
		}
	}
	if keys == nil {
		return nil
	}
	list := tx.c.dialect.List(keys)
	for _, q := range tx.files.of.holds {
		found, err := tx.files.of.read(tx.ctx, tx.s, q, nil, list)
		if err != nil {
			return tx.c.Wrap(err, "lock rows with the files of")
		}
		tx.KnowFiles(found...)
	}
	for _, key := range keys {
		if !tx.files.known[key.(string)] {
			return problem.New(problem.Conflict, "A file that was to be copied is no longer there. Please try again.")
		}
	}
	return nil
}
