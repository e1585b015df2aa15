// A transaction's changes of rows, and of rows that change along with them, for the sinks that record them.

package store

import (
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// recordedChunk is the number of rows that change along with others in one call of a sink.
const recordedChunk = 100

// Change is a change of some rows of a type in a transaction.
type Change struct {
	Type *schema.Type // nil for a row of a table that has no type here: see Tx.Note
	Word string       // schema.Created, Updated, Restored or Removed
	Keys []schema.Key
	// Fields are those that an update may change, without a version that it raises.
	Fields []*schema.Field
	// Below means that only rows nested in these rows change: the rows are the same, their records are not.
	Below bool
	// Along means that the rows change along with others; they are locked if they are about to be changed.
	Along bool
	// Column is the reference to removed rows, which the rows lose; "" for none. A sink that needs the rows
	// without it clears it.
	Column string
	// Resource and Key identify a row without a type.
	Resource, Key string
}

// Many reports whether the rows may be too many to hold until the end: sinks write their changes at once.
func (c *Change) Many() bool { return c.Along && c.Word != schema.Restored }

// Sink records the changes of rows in one transaction: a history, an audit, an outbox of events. They are
// in store/record.
type Sink interface {
	// Keeps reports whether it records changes of a table's rows.
	Keeps(table string) bool
	// Note takes a change: of created rows after it, and of all others before it.
	Note(tx *Tx, c Change) error
	// Savepoint returns a function that removes all changes after this point; nil if nothing needs to be
	// removed.
	Savepoint() (back func())
	// Write writes the entries that are not yet written.
	Write(tx *Tx) error
}

// Recorder passes a transaction's changes of rows to sinks.
type Recorder struct {
	Sinks  []Sink // in the order in which they note changes; they write in the opposite one
	Tables []schema.Table
	// Effects are those of deletions on recorded tables, by the table of the deleted rows.
	Effects map[string][]Effect
	// Rows returns the rows of a recorded table; nil for another one.
	Rows func(table string) *Table
	// Limit refuses a number of bytes that the sinks keep, at the end of the transaction; nil for no limit.
	Limit func(bytes int64) error

	bytes int64 // that the sinks keep
}

// Kept counts bytes that a sink keeps.
func (tx *Tx) Kept(bytes int64) {
	if tx.recorder != nil {
		tx.recorder.bytes += bytes
	}
}

// Recording returns the same transaction, which passes its changes to a recorder: see WriteHistory.
func (tx *Tx) Recording(r *Recorder) *Tx {
	recorded := *tx
	recorded.recorder = r
	return &recorded
}

// Sinks returns the sinks of the transaction; nil for none.
func (tx *Tx) Sinks() []Sink {
	if tx.recorder == nil {
		return nil
	}
	return tx.recorder.Sinks
}

// WriteHistory writes what sinks record of the created and changed rows. It belongs at the end: later
// changes are not recorded. A transaction without records takes no statement.
func (tx *Tx) WriteHistory() error {
	if tx.recorder == nil {
		return nil
	}
	for _, sink := range slices.Backward(tx.recorder.Sinks) {
		if err := sink.Write(tx); err != nil {
			return err
		}
	}
	if r := tx.recorder; r.Limit != nil && r.bytes > 0 {
		return r.Limit(r.bytes)
	}
	return nil
}

// Note passes a change that the transaction has made by a statement in SQL to the sinks.
func (tx *Tx) Note(change, resource, key string) error {
	return tx.record(Change{Word: change, Resource: resource, Key: key})
}

// record passes a change to the sinks.
func (tx *Tx) record(c Change) error {
	tx.ending.note(c)
	if tx.recorder == nil {
		return nil
	}
	for _, sink := range tx.recorder.Sinks {
		if err := sink.Note(tx, c); err != nil {
			return err
		}
	}
	return nil
}

// NoteBelow records that rows nested in some rows change, and that these rows stay the same.
func (tx *Tx) NoteBelow(keys []schema.Key) error {
	return tx.record(Change{Type: tx.c.spec.Type, Word: schema.Updated, Keys: keys, Below: true})
}

// recordOne records one row that the transaction has created, or some fields of which it is about to change.
func (tx *Tx) recordOne(word string, key schema.Key, fields ...*schema.Field) error {
	if tx.recorder == nil {
		tx.ending.note(Change{Type: tx.c.spec.Type, Word: word, Keys: []schema.Key{key}, Fields: fields})
		return nil
	}
	return tx.recordMany(word, []schema.Key{key}, fields...)
}

// recordMany is recordOne for several rows. From here on, nobody else changes the rows about to be changed,
// if they have a history.
func (tx *Tx) recordMany(word string, keys []schema.Key, fields ...*schema.Field) error {
	return tx.record(Change{Type: tx.c.spec.Type, Word: word, Keys: keys, Fields: fields})
}

// savepoint returns a function by which the sinks remove all changes after this point.
func (r *Recorder) savepoint() (back func()) {
	if r == nil {
		return func() {}
	}
	backs := make([]func(), len(r.Sinks))
	for i, sink := range r.Sinks {
		backs[i] = sink.Savepoint()
	}
	return func() {
		for _, back := range backs {
			if back != nil {
				back()
			}
		}
	}
}

// recordDeletion records rows that are about to be deleted, and those that are deleted with them, or lose
// their reference. For marked rows it records only the rows themselves: see recordMarking.
func (tx *Tx) recordDeletion(keys []schema.Key) error {
	if tx.recorder == nil {
		tx.ending.note(Change{Type: tx.c.spec.Type, Word: schema.Removed})
		return nil
	}
	if err := tx.record(Change{Type: tx.c.spec.Type, Word: schema.Removed, Keys: keys}); err != nil {
		return err
	}
	if tx.c.SoftDeletes() { // mark records the dependants level by level
		return nil
	}
	for _, e := range tx.recorder.Effects[tx.c.spec.Type.Table] {
		key := tx.recorder.Rows(e.Table).spec.Type.Key
		err := tx.eachChunk(e.Table, e.Column, func(last schema.Key) ([]schema.Key, error) {
			return tx.affectedKeys(e, keys, key, last)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// recordMarking is recordDeletion for dependants of rows that were marked at a moment: they are about to be
// marked, or to lose the reference.
func (tx *Tx) recordMarking(b dependants, moment any) error {
	if tx.recorder == nil || !tx.recorder.keeps(b.t.Table) {
		return nil
	}
	column := b.by[0].Column
	if b.cascades {
		column = ""
	}
	return tx.eachChunk(b.t.Table, column, func(last schema.Key) ([]schema.Key, error) { return tx.keysBelow(b, moment, last) })
}

// keeps reports whether a sink records changes of a table's rows.
func (r *Recorder) keeps(table string) bool {
	return slices.ContainsFunc(r.Sinks, func(s Sink) bool { return s.Keeps(table) })
}

// recordAlong records a chunk of rows of a table that are about to be deleted with others, or to lose their
// reference in a column.
func (tx *Tx) recordAlong(table, column string, keys []schema.Key) error {
	rows := tx.recorder.Rows(table)
	if rows == nil || !tx.recorder.keeps(table) {
		return nil
	}
	if err := tx.On(rows).LockMany(keys); err != nil {
		return err
	}
	c := Change{Type: rows.spec.Type, Word: schema.Removed, Keys: keys, Along: true, Column: column}
	if column != "" {
		c.Word = schema.Updated
	}
	return tx.record(c)
}

// eachChunk records that rows of a table are deleted, or lose the reference in a column. next returns their
// keys in ascending order: the chunk after a key.
func (tx *Tx) eachChunk(table, column string, next func(schema.Key) ([]schema.Key, error)) error {
	var last schema.Key
	for {
		keys, err := next(last)
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := tx.recordAlong(table, column, keys); err != nil {
			return err
		}
		if len(keys) < recordedChunk {
			return nil
		}
		last = keys[len(keys)-1]
	}
}

// keysBelow returns the first keys, after a key, of the rows that are not deleted and depend on rows that
// were marked at a moment, in ascending order; at most one chunk of them.
func (tx *Tx) keysBelow(b dependants, moment any, after schema.Key) (keys []schema.Key, err error) {
	c, key := tx.c, goqu.T("x").Col(b.t.Key.Column)
	name, args := "below:"+b.name(), []any{moment}
	rows := query.RowsOf(c.dialect, b.t, "x").Where(b.condition(c.dialect, "x"))
	if !after.IsZero() {
		name, rows, args = "after:"+name, rows.Where(goqu.L("? > ?", key, arg)), append(args, after.Arg())
	}
	args = append(args, recordedChunk)
	q, err := c.many.Get(name, func() (*database.Statement, error) {
		return database.Build(rows.Select(query.Read(c.dialect, b.t.Key, key)).Order(key.Asc()).Limit(arg).Prepared(true), len(args))
	})
	if err == nil {
		keys, err = tx.readKeys(q, args)
	}
	return keys, c.Wrap(err, "rows that go with those of")
}

// readKeys returns the keys that a statement returns.
func (tx *Tx) readKeys(q *database.Statement, args []any) (keys []schema.Key, err error) {
	var found query.KeyDest
	err = tx.s.Each(tx.ctx, q, []any{&found}, func() error {
		keys = append(keys, schema.Key(found))
		return nil
	}, args...)
	return keys, err
}

// affectedKeys returns the first keys, after a key, of the rows that an effect of a deletion concerns, in
// ascending order; at most one chunk of them.
func (tx *Tx) affectedKeys(e Effect, keys []schema.Key, by *schema.Field, after schema.Key) (affected []schema.Key, err error) {
	c, name := tx.c, "affected:"+e.Table+"."+e.Column
	cascade := cascade{d: c.dialect, tables: tx.recorder.Tables, root: c.spec.Type}
	where := []goqu.Expression{cascade.affected(e)}
	args := slices.Repeat([]any{query.KeyList(c.dialect, keys)}, cascade.args)
	key := goqu.T("t").Col(by.Column)
	if !after.IsZero() {
		name, where, args = "after:"+name, append(where, goqu.L("? > ?", key, arg)), append(args, after.Arg())
	}
	args = append(args, recordedChunk)
	q, err := c.many.Get(name, func() (*database.Statement, error) {
		rows := c.dialect.From(goqu.T(e.Table).As("t")).Select(query.Read(c.dialect, by, key)).Where(where...).Order(key.Asc()).Limit(arg).Prepared(true)
		return database.Build(rows, len(args))
	})
	if err == nil {
		affected, err = tx.readKeys(q, args)
	}
	return affected, c.Wrap(err, "rows that go with those of")
}

// ClearReference sets the reference in a column of some rows to null, and records nothing.
func (tx *Tx) ClearReference(column string, keys []schema.Key) error {
	c, key := tx.c, tx.c.spec.Type.Key
	q, err := c.many.Get("unlink:"+column, func() (*database.Statement, error) {
		return database.Build(c.dialect.Update(c.spec.Type.Table).Prepared(true).Set(goqu.Record{column: goqu.L("NULL")}).
			Where(goqu.L("? IN ?", goqu.C(key.Column), query.KeyRows(c.dialect, key).Select(goqu.T("keys").Col("value")))), 1)
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, query.KeyList(c.dialect, keys))
	}
	return c.Wrap(err, "clear references of")
}
