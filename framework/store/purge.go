// Permanent removal of rows: rows marked as deleted, and old ones.

package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Purge removes rows that were marked as deleted before a moment, at most limit of them, with the rows of
// all tables that are deleted with them, whatever those tables' retention. It returns how many it removed
// from the table itself. A row stays as long as another row, marked or not, forbids its removal or that of
// a row that is deleted with it. If the database refuses a row, because of one in a cycle of tables or in
// an undeclared table, it removes the rows one by one: all that can be removed, limit in a transaction; the
// error then says how many were refused.
func (c *Table) Purge(ctx context.Context, tables []schema.Table, before time.Time, limit int64) (n int64, err error) {
	t := c.spec.Type
	q, err := c.many.Get("purge", func() (*database.Statement, error) {
		x := goqu.T("x")
		old := c.dialect.From(goqu.T(t.Table).As("x")).Select(x.Col(t.Key.Column)).Where(goqu.L("? < ?", x.Col(t.Deleted.Column), arg))
		p := protection{d: c.dialect, tables: tables}
		if protected := p.of(t.Table, x.Col(t.Key.Column), nil); protected != nil {
			old = old.Where(goqu.L("NOT (?)", protected))
		}
		old = old.Order(x.Col(t.Deleted.Column).Asc()).Limit(arg)
		return database.Build(c.dialect.Delete(t.Table).Prepared(true).Where(goqu.L("? IN ?", goqu.C(t.Key.Column), old)), 2)
	})
	if err == nil {
		err = c.Write(ctx, func(tx *Tx) (err error) {
			n, err = tx.s.Exec(ctx, q, deletedAt(c.dialect, t, before), limit)
			return err
		})
	}
	if _, refused := database.ViolationOf(err); refused {
		n, err = c.purgeSingly(ctx, deletedAt(c.dialect, t, before), limit)
	}
	return n, c.Wrap(err, "purge")
}

// purgeSingly removes rows that were marked before a moment one by one, as far as nothing forbids it, at
// most limit in a transaction.
func (c *Table) purgeSingly(ctx context.Context, before any, limit int64) (n int64, err error) {
	t, stay := c.spec.Type, 0
	old := goqu.L("? < ?", goqu.C(t.Deleted.Column), arg)
	rows := c.dialect.From(t.Table).Select(goqu.C(t.Key.Column)).Where(old).Order(goqu.C(t.Key.Column).Asc()).Prepared(true).Limit(arg)
	first, err := c.many.Get("purge first", func() (*database.Statement, error) { return database.Build(rows, 2) })
	if err != nil {
		return 0, err
	}
	next, err := c.many.Get("purge next", func() (*database.Statement, error) {
		return database.Build(rows.Where(goqu.L("? > ?", goqu.C(t.Key.Column), arg)), 3)
	})
	if err != nil {
		return 0, err
	}
	remove, err := c.many.Get("purge one", func() (*database.Statement, error) {
		return database.Build(c.dialect.Delete(t.Table).Prepared(true).Where(goqu.L("? = ?", goqu.C(t.Key.Column), arg), old), 2)
	})
	q, args := first, []any{before, limit}
	for err == nil {
		var keys []schema.Key
		var key query.KeyDest
		err = c.session.Each(ctx, q, []any{&key}, func() error {
			keys = append(keys, schema.Key(key))
			return nil
		}, args...)
		if err != nil || len(keys) == 0 {
			break
		}
		q, args = next, []any{before, keys[len(keys)-1].Arg(), limit}
		var removed int64
		var refused int
		err = c.Write(ctx, func(tx *Tx) error {
			removed, refused = 0, 0
			for _, key := range keys {
				err := tx.Savepoint(func() error {
					one, err := tx.s.Exec(ctx, remove, key.Arg(), before)
					removed += one
					return err
				})
				if _, is := database.ViolationOf(err); is {
					refused++
				} else if err != nil {
					return err
				}
			}
			return nil
		})
		n, stay = n+removed, stay+refused
	}
	if err == nil && stay > 0 {
		err = fmt.Errorf("%d rows stay, because others refer to them or to what goes with them", stay)
	}
	return n, err
}

// protection builds the condition that a row cannot be removed because of others.
type protection struct {
	d       *database.Dialect
	tables  []schema.Table
	aliases int
}

func (p *protection) alias(name string) string {
	p.aliases++
	return fmt.Sprintf("%s%d", name, p.aliases)
}

// of returns the condition that rows refer to the row with a key, or to one that is deleted with it, and
// forbid its removal; nil if none can. way are the tables on the path to it: a cycle of several is not
// followed.
func (p *protection) of(table string, root exp.Expression, way []string) exp.Expression {
	way = append(slices.Clone(way), table)
	key, tree, itself := root, p.alias("tree"), p.itself(table)
	if itself != nil {
		key = goqu.T(tree).Col("k")
	}
	var by []exp.Expression
	for _, t := range p.tables {
		for _, col := range t.Columns {
			if col.References != table || t.Pairs || col.Delete == schema.SetNull || col.Delete == schema.Cascade && slices.Contains(way, t.Name) {
				continue
			}
			x := goqu.T(p.alias("by"))
			rows := p.d.From(goqu.T(t.Name).As(x.GetTable())).Select(goqu.L("1")).Where(goqu.L("? = ?", x.Col(col.Name), key))
			if col.Delete == schema.Cascade {
				protected := p.of(t.Name, x.Col(query.KeyColumn(t).Name), way)
				if protected == nil {
					continue
				}
				rows = rows.Where(protected)
			}
			by = append(by, goqu.L("EXISTS ?", rows))
		}
	}
	switch {
	case by == nil:
		return nil
	case itself == nil:
		return goqu.Or(by...)
	}
	below, on := goqu.T(p.alias("below")), []exp.Expression(nil)
	for _, col := range itself {
		on = append(on, goqu.L("? = ?", below.Col(col), key))
	}
	i := slices.IndexFunc(p.tables, func(t schema.Table) bool { return t.Name == table })
	return goqu.L("EXISTS (WITH RECURSIVE "+tree+"(k) AS (SELECT ? UNION SELECT ? FROM ? JOIN "+tree+" ON ?) SELECT 1 FROM "+tree+" WHERE ?)",
		root, below.Col(query.KeyColumn(p.tables[i]).Name), goqu.T(table).As(below.GetTable()), goqu.Or(on...), goqu.Or(by...))
}

// itself returns the columns by which rows of a table are deleted with others of it.
func (p *protection) itself(table string) (columns []string) {
	for _, t := range p.tables {
		for _, col := range t.Columns {
			if t.Name == table && col.References == table && col.Delete == schema.Cascade {
				columns = append(columns, col.Name)
			}
		}
	}
	return columns
}

// PurgeBefore removes rows whose field is a moment before another one, at most limit, and returns how many.
func (c *Table) PurgeBefore(ctx context.Context, at *schema.Field, before time.Time, limit int64) (n int64, err error) {
	q, err := c.many.Get("purge-before:"+at.Column, func() (*database.Statement, error) { return c.Purging(at, 2) })
	if err == nil {
		err = c.Write(ctx, func(tx *Tx) (err error) {
			n, err = tx.s.Exec(ctx, q, query.StoredTime(c.dialect, c.spec.Type, at, before), limit)
			return err
		})
	}
	return n, c.Wrap(err, "purge")
}

// Purging builds the statement that removes the oldest rows by a moment.
func (c *Table) Purging(at *schema.Field, args int, where ...exp.Expression) (*database.Statement, error) {
	t, x := c.spec.Type, goqu.T("x")
	old := c.dialect.From(goqu.T(t.Table).As("x")).Select(x.Col(t.Key.Column)).
		Where(append([]exp.Expression{goqu.L("? < ?", x.Col(at.Column), arg)}, where...)...).Order(x.Col(at.Column).Asc()).Limit(arg)
	return database.Build(c.dialect.Delete(t.Table).Prepared(true).Where(goqu.L("? IN ?", goqu.C(t.Key.Column), old)), args)
}
