// Package record records the changes of rows, in the transactions that change them. It writes their
// histories, an audit of who has changed them, and an outbox of events with the deleted rows.
package record

import (
	"bytes"
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/internal/query"
)

// chunkSize is the number of rows read, and of entries stored, in one statement.
const chunkSize = 100

// rowBytes is roughly the size of a row without its texts.
const rowBytes = 100

// arg stands for any argument while a statement is built.
const arg = database.Arg

// History records the changes of a table's rows in the rows of another.
type History struct {
	rows, entries *store.Table
	max           int // entries of a row; 0 for all
}

// NewHistory records the changes of rows in entries, whose type comes from structs.CompileHistory.
func NewHistory(rows, entries *store.Table, max int) *History { return &History{rows, entries, max} }

// histories is the sink in one transaction for the histories of all tables.
type histories struct {
	byTable map[string]*History
	author  Author
	touched map[*History]*touched
	order   []*History
}

// touched are the former states of a table's rows that a transaction has changed: nil for new ones.
type touched struct {
	before map[schema.Key][]byte
	keys   []schema.Key
}

// Keeps implements store.Sink.
func (s *histories) Keeps(table string) bool { return s.byTable[table] != nil }

// Note implements store.Sink: it keeps rows in their state before the first change, and writes the entries
// of deleted rows.
func (s *histories) Note(tx *store.Tx, c store.Change) error {
	if c.Type == nil || c.Below || s.byTable[c.Type.Table] == nil {
		return nil
	}
	h := s.byTable[c.Type.Table]
	switch {
	case c.Word == schema.Removed:
		return s.writeGone(tx.On(h.rows), h, c)
	case c.Column != "":
		return s.clear(tx.On(h.rows), h, c)
	case c.Word == schema.Updated:
		return s.touch(tx.On(h.rows), h, c.Keys)
	case c.Word == schema.Restored && !c.Along: // the row existed before, unlike a new one
		for _, key := range c.Keys {
			s.rows(h).note([]schema.Key{key}, map[schema.Key][]byte{key: []byte("null")})
		}
	default:
		s.rows(h).note(c.Keys, nil)
	}
	return nil
}

// Savepoint implements store.Sink: a row without a change has no entry anyway.
func (s *histories) Savepoint() (back func()) { return nil }

// Write implements store.Sink: it writes one entry for each created or changed row.
func (s *histories) Write(tx *store.Tx) error {
	for _, h := range s.order {
		t := s.touched[h]
		for chunk := range slices.Chunk(t.keys, chunkSize) {
			if err := s.storeChanges(tx.On(h.rows), h, chunk, t.before); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *histories) rows(h *History) *touched {
	t := s.touched[h]
	if t == nil {
		t = &touched{before: map[schema.Key][]byte{}}
		s.touched[h] = t
		s.order = append(s.order, h)
	}
	return t
}

func (t *touched) note(keys []schema.Key, states map[schema.Key][]byte) {
	for _, key := range keys {
		if _, known := t.before[key]; !known {
			t.before[key] = states[key]
			t.keys = append(t.keys, key)
		}
	}
}

// unknown returns those of some keys that are not noted.
func (t *touched) unknown(keys []schema.Key) []schema.Key {
	return slices.DeleteFunc(slices.Clone(keys), func(key schema.Key) bool { _, known := t.before[key]; return known })
}

// touch notes the state of rows that the transaction is about to change. From here on nobody else changes
// them.
func (s *histories) touch(tx *store.Tx, h *History, keys []schema.Key) error {
	t := s.rows(h)
	for chunk := range slices.Chunk(t.unknown(keys), chunkSize) {
		if err := tx.LockMany(chunk); err != nil {
			return err
		}
		states, err := statesOf(tx, h, chunk)
		if err != nil {
			return err
		}
		t.note(chunk, states)
	}
	return nil
}

// statesOf returns the states of rows for entries, by their keys.
func statesOf(tx *store.Tx, h *History, keys []schema.Key) (map[schema.Key][]byte, error) {
	args := make([]any, len(keys))
	for i, key := range keys {
		args[i] = key.Arg()
	}
	f, states := h.rows.Type().Key, make(map[schema.Key][]byte, len(keys))
	where := predicate.Expr{Op: predicate.OpIn, Name: f.Column, Index: f.Index, Value: args}
	err := tx.Select(store.Selection{Where: where}, func(rec *schema.Record) error {
		states[rec.Key()] = rec.AppendHistory(nil)
		return nil
	})
	return states, err
}

// storeChanges writes the entries of the changed rows in a chunk.
func (s *histories) storeChanges(tx *store.Tx, h *History, keys []schema.Key, before map[schema.Key][]byte) error {
	states, err := statesOf(tx, h, keys)
	if err != nil {
		return err
	}
	var entries []schema.HistoryEntry
	for _, key := range keys {
		if was, after := before[key], states[key]; after != nil && !bytes.Equal(was, after) {
			entries = append(entries, s.author.entry(key, was, after))
		}
	}
	return h.store(tx, entries)
}

// writeGone writes the entries of rows that are about to be deleted.
func (s *histories) writeGone(tx *store.Tx, h *History, c store.Change) error {
	for chunk := range slices.Chunk(c.Keys, chunkSize) {
		if !c.Along { // others are locked
			if err := tx.LockMany(chunk); err != nil {
				return err
			}
		}
		states, err := statesOf(tx, h, chunk)
		if err != nil {
			return err
		}
		var entries []schema.HistoryEntry
		for _, key := range chunk {
			if before := states[key]; before != nil {
				entries = append(entries, s.author.entry(key, before, nil))
			}
		}
		if err := h.store(tx, entries); err != nil {
			return err
		}
	}
	return nil
}

// clear sets the reference in a column of a chunk of rows to null, before the deletion of the row that they
// refer to, and writes their entries: the states of many rows are not held until the end. Rows that the
// transaction has touched before get their entries there.
func (s *histories) clear(tx *store.Tx, h *History, c store.Change) error {
	keys := s.rows(h).unknown(c.Keys)
	if len(keys) == 0 {
		return nil
	}
	before, err := statesOf(tx, h, keys)
	if err != nil {
		return err
	}
	if err := tx.ClearReference(c.Column, keys); err != nil {
		return err
	}
	return s.storeChanges(tx, h, keys, before)
}

// store stores entries, and removes old ones beyond the maximum.
func (h *History) store(tx *store.Tx, entries []schema.HistoryEntry) error {
	if len(entries) == 0 {
		return nil
	}
	if err := insert(tx, h.entries, entries); err != nil || h.max == 0 {
		return err
	}
	c, t, d := h.entries, h.entries.Type(), h.entries.Dialect()
	rows := make([]any, len(entries))
	for i := range entries {
		rows[i] = entries[i].Row
	}
	q, err := c.Statement("trim", func() (*database.Statement, error) {
		row, id := goqu.C(t.ByWire("row").Column), goqu.C(t.Key.Column)
		of := goqu.L("? IN ?", row, query.KeyRows(d, t.ByWire("row")).Select(goqu.T("keys").Col("value")))
		ranked := d.From(t.Table).Select(id, goqu.L("row_number() OVER (PARTITION BY ? ORDER BY ? DESC)", row, id).As("place")).Where(of)
		older := d.From(ranked.As("ranked")).Select(id).Where(goqu.L("place > ?", arg))
		return database.Build(d.Delete(t.Table).Prepared(true).Where(goqu.L("? IN ?", id, older)), 2)
	})
	if err == nil {
		_, err = tx.Session().Exec(tx.Context(), q, d.List(rows), h.max)
	}
	return c.Wrap(err, "trim")
}

// insert stores the values of some structs as rows of a table.
func insert[T any](tx *store.Tx, into *store.Table, values []T) error {
	recs := make([]*schema.Record, len(values))
	for i := range values {
		recs[i] = into.Type().Acquire()
		recs[i].Assign(&values[i])
		tx.Kept(rowBytes + recs[i].Size())
	}
	_, err := tx.On(into).InsertMany(recs)
	for _, rec := range recs {
		rec.Release()
	}
	return err
}
