// Files that a transaction copies from one row to another.

package store

import (
	"slices"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// heldFiles are the files that nobody removes before a transaction ends, because it has stored them itself
// or has locked a row that has them: whoever removes a file checks the rows first, and waits for a lock on
// the last of them.
type heldFiles struct {
	of    *Files
	ours  func(key string) bool // whether the service has stored a file with a key
	known map[string]bool
}

// HoldingFiles returns the same transaction, which writes no row with a file that somebody could remove
// meanwhile. ours reports which keys to check.
func (tx *Tx) HoldingFiles(of *Files, ours func(key string) bool) *Tx {
	held := *tx
	held.files = &heldFiles{of: of, ours: ours, known: map[string]bool{}}
	return &held
}

// KnowFiles adds files that nobody else removes until the transaction ends: it has stored them, or has
// locked the row that has them, or had locked it before it removed them from the row.
func (tx *Tx) KnowFiles(keys ...string) {
	if tx.files == nil {
		return
	}
	for _, key := range keys {
		tx.files.known[key] = true
	}
}

// KnowFilesOf is KnowFiles for a row that the transaction has locked.
func (tx *Tx) KnowFilesOf(rec *schema.Record) {
	if tx.files == nil {
		return
	}
	for _, f := range rec.Type.Files() {
		tx.files.known[rec.FileKey(f)] = true
	}
}

// holdFiles locks the rows of files that code has copied into some records. If no row has a file any more,
// the file is removed, or will be soon: this is a Conflict.
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
