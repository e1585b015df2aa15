// What a transaction does with rows, and with those that go with them, told to the sinks that keep it.

package store

import (
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// recordedChunk is how many rows sinks are told of at once that go with others.
const recordedChunk = 100

// Change is what a transaction does with some rows of a type.
type Change struct {
	Type *schema.Type // nil for a row of a table that has no type here: see Tx.Note
	Word string       // schema.Created, Updated, Restored or Removed
	Keys []schema.Key
	// Along says that the rows go with others, and are locked where they are about to be changed.
	Along bool
	// Column is the reference to rows that are removed, which the rows lose; "" for none. A sink that needs the rows without
	// it takes it from them.
	Column string
	// Resource and Key name the row that has no type.
	Resource, Key string
}

// Many reports whether the rows may be more than can be held until the end: sinks write at once what becomes of them.
func (c *Change) Many() bool { return c.Along && c.Word != schema.Restored }

// Sink keeps what one transaction does with rows: a history, an audit, an outbox of events. Those are in store/record.
type Sink interface {
	// Keeps reports whether it keeps what becomes of rows of a table.
	Keeps(table string) bool
	// Note takes a change: of rows that are made when they are there, and of all others before it is done.
	Note(tx *Tx, c Change) error
	// Savepoint returns a function that forgets all changes from here on; nil where nothing has to be.
	Savepoint() (back func())
	// Write writes the entries that are not yet written.
	Write(tx *Tx) error
}

// Recorder tells sinks what a transaction does with rows.
type Recorder struct {
	Sinks  []Sink // in the order in which they note changes; they write in the opposite one
	Tables []schema.Table
	// Effects are those of deletions on tables of which something is kept, by the table of the rows that are deleted.
	Effects map[string][]Effect
	// Rows are those of a table of which something is kept; nil for those of another.
	Rows func(table string) *Table
}

// Recording is the same transaction, which tells a recorder what it does: see WriteHistory.
func (tx *Tx) Recording(r *Recorder) *Tx {
	recorded := *tx
	recorded.recorder = r
	return &recorded
}

// WriteHistory writes what sinks keep of the rows that the transaction has made and changed. It is for the end:
// later changes are not kept. A transaction that keeps nothing takes no statement.
func (tx *Tx) WriteHistory() error {
	if tx.recorder == nil {
		return nil
	}
	for _, sink := range slices.Backward(tx.recorder.Sinks) {
		if err := sink.Write(tx); err != nil {
			return err
		}
	}
	return nil
}

// Note tells the sinks what has become of a row that the transaction has changed by a statement in SQL.
func (tx *Tx) Note(change, resource, key string) error {
	return tx.record(Change{Word: change, Resource: resource, Key: key})
}

// record tells the sinks of a change.
func (tx *Tx) record(c Change) error {
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

// recordOne tells of one row that the transaction has made, or is about to change.
func (tx *Tx) recordOne(word string, key schema.Key) error {
	if tx.recorder == nil {
		return nil
	}
	return tx.recordMany(word, []schema.Key{key})
}

// recordMany is recordOne for several rows. Those that are about to be changed nobody else changes from here on, where they
// have a history.
func (tx *Tx) recordMany(word string, keys []schema.Key) error {
	return tx.record(Change{Type: tx.c.spec.Type, Word: word, Keys: keys})
}

// savepoint returns a function by which the sinks forget what they are told from here on.
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

// recordDeletion tells of rows that are about to be deleted, and of those that go with them, or lose their reference. Of rows
// that are marked it tells only their own: see recordMarking.
func (tx *Tx) recordDeletion(keys []schema.Key) error {
	if tx.recorder == nil {
		return nil
	}
	if err := tx.record(Change{Type: tx.c.spec.Type, Word: schema.Removed, Keys: keys}); err != nil {
		return err
	}
	if tx.c.SoftDeletes() { // mark records level by level what goes with the rows
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

// recordMarking is recordDeletion for rows that go with rows which were marked at a moment: they are about to be marked,
// or to lose the reference.
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

// keeps reports whether a sink keeps what becomes of rows of a table.
func (r *Recorder) keeps(table string) bool {
	return slices.ContainsFunc(r.Sinks, func(s Sink) bool { return s.Keeps(table) })
}

// recordAlong tells of a chunk of rows of a table that are about to go with others, or to lose their reference in a column.
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

// eachChunk tells that rows of a table go, or lose the reference in a column. next gives them in the order of their keys: each time
// the chunk after a key.
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

// keysBelow are the first keys after one of the rows that are not deleted and go with rows which were marked at a moment,
// in ascending order; no more than one chunk of them.
func (tx *Tx) keysBelow(b dependants, moment any, after schema.Key) (keys []schema.Key, err error) {
	c, key := tx.c, goqu.T("x").Col(b.t.Key.Column)
	name, args := "below:"+b.name(), []any{moment}
	rows := query.RowsOf(c.dialect, b.t, "x").Where(b.condition(c.dialect, "x"))
	if !after.IsZero() {
		name, rows, args = "after:"+name, rows.Where(goqu.L("? > ?", key, arg)), append(args, after.Arg())
	}
	args = append(args, recordedChunk)
	q, err := c.many.Get(name, func() (*database.Statement, error) {
		return database.Build(rows.Select(key).Order(key.Asc()).Limit(arg).Prepared(true), len(args))
	})
	if err == nil {
		keys, err = tx.readKeys(q, args)
	}
	return keys, c.Wrap(err, "rows that go with those of")
}

// readKeys are the keys that a statement gives.
func (tx *Tx) readKeys(q *database.Statement, args []any) (keys []schema.Key, err error) {
	var found query.KeyDest
	err = tx.s.Each(tx.ctx, q, []any{&found}, func() error {
		keys = append(keys, schema.Key(found))
		return nil
	}, args...)
	return keys, err
}

// affectedKeys are the first keys after one of the rows that an effect of the deletion of some rows concerns, in
// ascending order; no more than one chunk of them.
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
		rows := c.dialect.From(goqu.T(e.Table).As("t")).Select(key).Where(where...).Order(key.Asc()).Limit(arg).Prepared(true)
		return database.Build(rows, len(args))
	})
	if err == nil {
		affected, err = tx.readKeys(q, args)
	}
	return affected, c.Wrap(err, "rows that go with those of")
}

// ClearReference takes the reference in a column from some rows, and tells nobody.
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
