// Deletions in the histories: of rows, of those that go with them, and of references to them.

package store

import (
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// recordDeletion writes the entries of rows that are about to be deleted, and of those that go with them, or lose
// their reference, which it takes from them. Of rows that are marked it writes only their own: see recordMarking.
func (tx *Tx) recordDeletion(keys []schema.Key) error {
	if tx.past == nil {
		return nil
	}
	tx.act(tx.c.spec.Type, schema.Removed, keys)
	tx.past.capturing = tx.past.of.outbox != nil && tx.past.of.outbox.captures[tx.c.spec.Type.Table]
	if err := tx.keepDeleted(tx.c.spec.Type.Table, keys); err != nil {
		return err
	}
	if h := tx.history(); h != nil {
		if err := tx.recordGone(h, keys); err != nil {
			return err
		}
	}
	if tx.c.SoftDeletes() { // mark records level by level what goes with the rows
		return nil
	}
	for _, e := range tx.past.of.effects[tx.c.spec.Type.Table] {
		key := tx.past.of.rowsOf(e.Table).spec.Type.Key
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
	if tx.historyOf(b.t) == nil && !tx.audits(b.t.Table) && !tx.watches(b.t.Table) && !tx.keepsDeleted(b.t.Table) {
		return nil
	}
	column := b.by[0].Column
	if b.cascades {
		column = ""
	}
	return tx.eachChunk(b.t.Table, column, func(last schema.Key) ([]schema.Key, error) { return tx.keysBelow(b, moment, last) })
}

// eachChunk records that rows of a table go, or lose the reference in a column. next gives them in the order of their keys: each time
// the chunk after a key.
func (tx *Tx) eachChunk(table, column string, next func(schema.Key) ([]schema.Key, error)) error {
	var last schema.Key
	for {
		keys, err := next(last)
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := tx.recordBelow(table, column, keys); err != nil {
			return err
		}
		if len(keys) < historyChunk {
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
	args = append(args, historyChunk)
	q, err := c.many.Get(name, func() (*database.Statement, error) {
		return database.Build(rows.Select(key).Order(key.Asc()).Limit(arg).Prepared(true), len(args))
	})
	if err == nil {
		keys, err = tx.readKeys(q, args)
	}
	return keys, c.wrap(err, "rows that go with those of")
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

// recordGone writes the entries of rows that are about to be deleted.
func (tx *Tx) recordGone(h *History, keys []schema.Key) error {
	on := tx.On(h.rows)
	for chunk := range slices.Chunk(keys, historyChunk) {
		if err := on.LockMany(chunk); err != nil {
			return err
		}
		states, err := on.states(chunk)
		if err != nil {
			return err
		}
		var entries []schema.HistoryEntry
		for _, key := range chunk {
			if before := states[key]; before != nil {
				entries = append(entries, tx.past.entry(key, before, nil))
			}
		}
		if err := tx.store(h, entries); err != nil {
			return err
		}
	}
	return nil
}

// recordCleared takes the reference in a column from a chunk of rows, before the row that they refer to goes, and writes
// their entries: what many rows were is not held until the end. Those that the transaction has touched before have their
// entries there.
func (tx *Tx) recordCleared(h *History, column string, keys []schema.Key) error {
	on, touched := tx.On(h.rows), tx.past.rows(h).before
	keys = slices.DeleteFunc(slices.Clone(keys), func(key schema.Key) bool { _, known := touched[key]; return known })
	if len(keys) == 0 {
		return nil
	}
	if err := on.LockMany(keys); err != nil {
		return err
	}
	before, err := on.states(keys)
	if err != nil {
		return err
	}
	c, key := h.rows, h.rows.spec.Type.Key
	q, err := c.many.Get("unlink:"+column, func() (*database.Statement, error) {
		return database.Build(c.dialect.Update(c.spec.Type.Table).Prepared(true).Set(goqu.Record{column: goqu.L("NULL")}).
			Where(goqu.L("? IN ?", goqu.C(key.Column), query.KeyRows(c.dialect, key).Select(goqu.T("keys").Col("value")))), 1)
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, query.KeyList(c.dialect, keys))
	}
	if err != nil {
		return c.wrap(err, "clear references of")
	}
	return tx.storeChanges(h, keys, before)
}

// affectedKeys are the first keys after one of the rows that an effect of the deletion of some rows concerns, in
// ascending order; no more than one chunk of them.
func (tx *Tx) affectedKeys(e Effect, keys []schema.Key, by *schema.Field, after schema.Key) (affected []schema.Key, err error) {
	c, name := tx.c, "affected:"+e.Table+"."+e.Column
	cascade := cascade{d: c.dialect, tables: tx.past.of.tables, root: c.spec.Type}
	where := []goqu.Expression{cascade.affected(e)}
	args := slices.Repeat([]any{query.KeyList(c.dialect, keys)}, cascade.args)
	key := goqu.T("t").Col(by.Column)
	if !after.IsZero() {
		name, where, args = "after:"+name, append(where, goqu.L("? > ?", key, arg)), append(args, after.Arg())
	}
	args = append(args, historyChunk)
	q, err := c.many.Get(name, func() (*database.Statement, error) {
		rows := c.dialect.From(goqu.T(e.Table).As("t")).Select(key).Where(where...).Order(key.Asc()).Limit(arg).Prepared(true)
		return database.Build(rows, len(args))
	})
	if err == nil {
		affected, err = tx.readKeys(q, args)
	}
	return affected, c.wrap(err, "rows that go with those of")
}
