// Storing, changing and deleting many rows in a few statements.

package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

const (
	// maxArgs is the largest number of arguments of a statement: SQLite allows 32,766, PostgreSQL 65,535.
	maxArgs = 32_766
	// maxInserted is the largest number of rows in one statement. More rows are hardly faster, and each
	// number of rows needs a separate prepared statement, which is kept.
	maxInserted = 100
)

// InsertMany is Insert for several records, in statements of many rows. If a constraint refuses one of
// several, the error is a database.Violation, which does not identify the row: Insert of one after the
// other does.
func (tx *Tx) InsertMany(recs []*schema.Record) ([]schema.Key, error) {
	c := tx.c
	if len(recs) == 1 || len(c.inserted) == 0 {
		keys := make([]schema.Key, len(recs))
		for i, rec := range recs {
			var err error
			if keys[i], err = tx.Insert(rec); err != nil {
				return nil, err
			}
		}
		return keys, nil
	}
	if err := tx.holdFiles(c.inserted, recs...); err != nil {
		return nil, err
	}
	keys := make([]schema.Key, 0, len(recs))
	for part := range slices.Chunk(recs, max(1, min(maxInserted, maxArgs/len(c.inserted)))) {
		stored, err := tx.insertPart(part)
		if err != nil {
			return nil, c.Wrap(err, "insert into")
		}
		keys = append(keys, stored...)
	}
	if err := tx.readFilled(keys, recs); err != nil {
		return nil, err
	}
	return keys, tx.recordMany(schema.Created, keys)
}

// insertPart stores records in one statement.
func (tx *Tx) insertPart(recs []*schema.Record) ([]schema.Key, error) {
	c, t := tx.c, tx.c.spec.Type
	args := make([]any, 0, len(recs)*len(c.inserted))
	var given []schema.Key
	for _, rec := range recs {
		for _, f := range c.inserted {
			value := rec.Column(f.Index)
			if f == t.Key {
				if f.AsKey.New != nil && rec.Key().IsZero() {
					value = f.Arg(f.AsKey.New())
				}
				given = append(given, schema.KeyOf(value))
			}
			args = append(args, query.Stored(c.dialect, f, value))
		}
	}
	q, err := c.many.Get(fmt.Sprintf("insert:%d", len(recs)), func() (*database.Statement, error) { return c.insertRows(len(recs)) })
	if err != nil {
		return nil, err
	}
	var made []schema.Key
	var key query.KeyDest
	if err := tx.s.Each(tx.ctx, q, []any{&key}, func() error {
		made = append(made, schema.Key(key))
		return nil
	}, args...); err != nil {
		return nil, err
	}
	if given != nil {
		return given, nil
	}
	// Numbers are assigned in the order of the rows; neither database guarantees that order in its result.
	slices.SortFunc(made, func(a, b schema.Key) int { return int(a.Number() - b.Number()) })
	return made, nil
}

// insertRows builds the statement that stores a number of rows.
func (c *Table) insertRows(n int) (*database.Statement, error) {
	names, values := make([]any, len(c.inserted)), make([]any, len(c.inserted))
	for i, f := range c.inserted {
		names[i], values[i] = f.Column, query.StoredArg(c.dialect, c.spec.Type.Table, f)
	}
	rows := make([][]any, n)
	for i := range rows {
		rows[i] = values
	}
	t := c.spec.Type
	return database.Build(c.dialect.Insert(t.Table).Prepared(true).Cols(names...).Vals(rows...).Returning(query.Read(c.dialect, t.Key, goqu.C(t.Key.Column))), n*len(c.inserted))
}

// Pair is a row, and one that a many-to-many relation joins to it.
type Pair struct{ Here, There schema.Key }

// JoinMany joins rows by a many-to-many relation, in one statement. Existing pairs stay. If a constraint
// refuses pairs of several rows, the error is a database.Violation, which does not identify the row.
func (tx *Tx) JoinMany(f *schema.Field, pairs []Pair) error {
	if len(pairs) == 0 {
		return nil
	}
	c, r := tx.c, f.Relation
	args, err := tx.touchPairs(f, pairs)
	if err != nil {
		return err
	}
	q, err := c.many.Get("join:"+f.Go, func() (*database.Statement, error) {
		from := c.sentPairs(r).Where(goqu.L("TRUE")) // or SQLite reads ON CONFLICT as the ON of a join
		return database.Build(newPairs{c.dialect.Insert(r.Through).Prepared(true).Cols(r.Here, r.There).FromQuery(from)}, len(args))
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, args...)
	}
	if err != nil && !slices.ContainsFunc(pairs, func(p Pair) bool { return p.Here != pairs[0].Here }) {
		ids := make([]schema.Key, len(pairs))
		for i, p := range pairs {
			ids[i] = p.There
		}
		err = tx.refusedJoin(err, f, ids)
	}
	return c.Wrap(err, "join "+f.Go+" to rows of")
}

// UpdateMany is Update for the same fields of several rows, in one statement. If a constraint refuses one
// of several, the error is a database.Violation, which does not identify the row.
func (tx *Tx) UpdateMany(keys []schema.Key, recs []*schema.Record, fields []*schema.Field) error {
	c := tx.c
	u, err := c.update(fields)
	if err != nil || u == nil {
		return c.Wrap(err, "update rows of")
	}
	if err := tx.recordMany(schema.Updated, keys, u.columns...); err != nil {
		return err
	}
	if err := tx.holdFiles(u.columns, recs...); err != nil {
		return err
	}
	// A list of rows has the types of the kinds, which those of a table of others may not be assigned from.
	rows, plain := make([][]any, len(recs)), len(recs) > 1 && len(u.args) == len(u.columns) && !c.spec.Type.Unmanaged
	for i, rec := range recs {
		rows[i] = []any{keys[i].Arg()}
		for _, f := range u.columns {
			value := query.Stored(c.dialect, f, rec.Stored(f.Index))
			rows[i], plain = append(rows[i], value), plain && listable(value)
		}
	}
	if !plain {
		for i, rec := range recs {
			if _, err := tx.update(keys[i], rec, fields); err != nil {
				return err
			}
		}
		return tx.readFilled(keys, recs)
	}
	args := c.dialect.RowLists(rows, 1+len(u.columns))
	var name strings.Builder
	name.WriteString("update:")
	for _, f := range u.columns {
		name.WriteString(f.Column + ",")
	}
	q, err := c.many.Get(name.String(), func() (*database.Statement, error) { return c.updateRows(u.columns, len(args)) })
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, args...)
	}
	return c.Wrap(err, "update rows of")
}

// Vacate sets a column of some rows that get another value later in the transaction, so that other rows
// can take their values. It is one statement, and raises no version.
func (tx *Tx) Vacate(f *schema.Field, keys []schema.Key, recs []*schema.Record) error {
	if len(keys) == 0 {
		return nil
	}
	if err := tx.recordMany(schema.Updated, keys, f); err != nil {
		return err
	}
	err := tx.vacateWithin(f, keys, recs)
	return tx.c.Wrap(tx.refused(err, recs[0], []*schema.Field{f}), "make room among rows of")
}

// listable reports whether a list in one argument can contain a value.
func listable(value any) bool {
	switch value.(type) {
	case nil, int64, float64, bool, string, []byte:
		return true
	default:
		return false
	}
}

func (c *Table) updateRows(columns []*schema.Field, args int) (*database.Statement, error) {
	t, sent := c.spec.Type, goqu.T("sent")
	types, set := []string{query.KeyType(c.dialect, t.Key)}, goqu.Record{}
	for i, f := range columns {
		types = append(types, f.ColumnIn(field.Dialect(c.dialect.Name)).Types[0])
		set[f.Column] = sent.Col(fmt.Sprintf("c%d", i+1))
	}
	if version := t.Version; version != nil {
		set[version.Column] = goqu.L("? + 1", goqu.T(t.Table).Col(version.Column))
	}
	rows := c.dialect.Update(t.Table).Prepared(true).Set(set).From(c.dialect.Rows("sent", types...)).
		Where(goqu.L("? = ?", goqu.T(t.Table).Col(t.Key.Column), sent.Col("c0")))
	if f := t.Deleted; f != nil {
		rows = rows.Where(goqu.L("? IS NULL", goqu.T(t.Table).Col(f.Column)))
	}
	return database.Build(rows, args)
}

// DeleteMany is Delete for several rows, in as many statements.
func (tx *Tx) DeleteMany(keys []schema.Key, at time.Time) error {
	if err := tx.recordDeletion(keys); err != nil {
		return err
	}
	c, key := tx.c, tx.c.spec.Type.Key
	if c.SoftDeletes() {
		_, err := tx.mark(keys, at)
		return err
	}
	q, err := c.many.Get("delete", func() (*database.Statement, error) {
		return database.Build(c.dialect.Delete(c.spec.Type.Table).Prepared(true).
			Where(goqu.L("? IN ?", goqu.C(key.Column), query.KeyRows(c.dialect, key).Select(goqu.T("keys").Col("value")))), 1)
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, query.KeyList(c.dialect, keys))
	}
	return c.Wrap(tx.refusedDelete(err), "delete rows of")
}

// LockMany locks some rows against changes until the transaction ends, as Lock does for one. It locks them
// in the order of their keys, so that two transactions do not deadlock.
func (tx *Tx) LockMany(keys []schema.Key) error {
	c, key := tx.c, tx.c.spec.Type.Key
	if c.dialect.Name != "postgres" {
		return nil // SQLite has one writer
	}
	q, err := c.many.Get("lock", func() (*database.Statement, error) {
		return database.Build(c.From().Prepared(true).Select(query.Column(key)).Order(query.Column(key).Asc()).ForUpdate(goqu.Wait).
			Where(goqu.L("? IN ?", query.Column(key), query.KeyRows(c.dialect, key).Select(goqu.T("keys").Col("value")))), 1)
	})
	var locked query.KeyDest
	if err == nil {
		err = tx.s.Each(tx.ctx, q, []any{&locked}, func() error { return nil }, query.KeyList(c.dialect, keys))
	}
	return c.Wrap(err, "lock rows of")
}
