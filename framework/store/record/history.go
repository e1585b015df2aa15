// Package record keeps what becomes of rows, in the transactions that change them: their histories, an audit of who has
// changed them, and an outbox of events, with the rows that were deleted.
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

// chunkSize is how many rows are looked at, and how many entries stored, in one statement.
const chunkSize = 100

// arg stands for any argument while a statement is built.
const arg = database.Arg

// History keeps what becomes of the rows of a table: its entries are the rows of another.
type History struct {
	rows, entries *store.Table
	max           int // entries of a row; 0 for all
}

// NewHistory keeps what becomes of rows in entries, whose type is one of structs.CompileHistory.
func NewHistory(rows, entries *store.Table, max int) *History { return &History{rows, entries, max} }

// histories are the sink of one transaction for the histories of all tables.
type histories struct {
	byTable map[string]*History
	author  Author
	touched map[*History]*touched
	order   []*History
}

// touched are rows of a table that a transaction has changed, as they were before: nil for those that it has made.
type touched struct {
	before map[schema.Key][]byte
	keys   []schema.Key
}

// Keeps implements store.Sink.
func (s *histories) Keeps(table string) bool { return s.byTable[table] != nil }

// Note implements store.Sink: rows are kept as they were before the first change, and entries of rows that go are written.
func (s *histories) Note(tx *store.Tx, c store.Change) error {
	if c.Type == nil || s.byTable[c.Type.Table] == nil {
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
	case c.Word == schema.Restored && !c.Along: // it was there before, which sets it apart from a new one
		for _, key := range c.Keys {
			s.rows(h).note([]schema.Key{key}, map[schema.Key][]byte{key: []byte("null")})
		}
	default:
		s.rows(h).note(c.Keys, nil)
	}
	return nil
}

// Savepoint implements store.Sink: a row that is as it was before has no entry anyway.
func (s *histories) Savepoint() (back func()) { return nil }

// Write implements store.Sink: it writes one entry for each row that is made or changed.
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

// unknown are those of some keys that are not noted.
func (t *touched) unknown(keys []schema.Key) []schema.Key {
	return slices.DeleteFunc(slices.Clone(keys), func(key schema.Key) bool { _, known := t.before[key]; return known })
}

// touch notes rows that the transaction is about to change, as they are. From here on nobody else changes them.
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

// statesOf are rows as entries have them, by their keys.
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

// storeChanges writes the entries of a chunk of rows that are not any more as they were before.
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

// clear takes the reference in a column from a chunk of rows, before the row that they refer to goes, and writes their
// entries: what many rows were is not held until the end. Those that the transaction has touched before have their entries
// there.
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

// store stores entries, and removes those before the last ones that are kept.
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
	}
	_, err := tx.On(into).InsertMany(recs)
	for _, rec := range recs {
		rec.Release()
	}
	return err
}
