// What the deletion of rows does to the rows of other tables, by the references of the tables.

package store

import (
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Effect is what the deletion of rows does to the rows of one table.
type Effect struct {
	Table string
	// Column is the reference that is set to null; "" for rows that are deleted too.
	Column string
}

// Effects are what the deletion of rows of a table does to others, each kind of them once and no tables of pairs. A
// table comes after one by whose rows its own go.
func Effects(tables []schema.Table, root string) (list []Effect) {
	deleted := []string{root}
	for i := 0; i < len(deleted); i++ {
		for _, t := range tables {
			for _, c := range t.Columns {
				if c.References != deleted[i] || t.Pairs {
					continue
				}
				e := Effect{Table: t.Name, Column: c.Name}
				switch c.Delete {
				case schema.Cascade:
					if e.Column = ""; !slices.Contains(deleted, t.Name) {
						deleted = append(deleted, t.Name)
					}
				case schema.Restrict:
					continue
				}
				if !slices.Contains(list, e) {
					list = append(list, e)
				}
			}
		}
	}
	return list
}

// cascade builds the conditions of what goes with some rows of root.
type cascade struct {
	d      *database.Dialect
	tables []schema.Table
	root   *schema.Type
	args   int // how often the list of the keys of those rows stands in the condition
}

// affected is the condition on a row, called t, that an effect concerns it.
func (c *cascade) affected(e Effect) exp.Expression {
	c.args = 0
	t := c.table(e.Table)
	key := goqu.T("t").Col(query.KeyColumn(t).Name)
	if e.Column != "" {
		i := slices.IndexFunc(t.Columns, func(col schema.Column) bool { return col.Name == e.Column })
		where := goqu.L("? IN ?", goqu.T("t").Col(e.Column), c.gone(t.Columns[i].References, nil))
		if stays := c.gone(t.Name, nil); stays != nil {
			return goqu.And(where, goqu.L("? NOT IN ?", key, stays))
		}
		return where
	}
	where := goqu.L("? IN ?", key, c.gone(t.Name, nil))
	if t.Name == c.root.Table {
		return goqu.And(where, goqu.L("? NOT IN ?", key, c.named()))
	}
	return where
}

func (c *cascade) table(name string) schema.Table {
	i := slices.IndexFunc(c.tables, func(t schema.Table) bool { return t.Name == name })
	return c.tables[i]
}

// named are the keys of the rows that are deleted by their keys.
func (c *cascade) named() *goqu.SelectDataset {
	c.args++
	return query.KeyRows(c.d, c.root.Key).Select(goqu.T("keys").Col("value").As("k"))
}

// gone are the keys of the rows of a table that go; nil for none. way are the tables by whose rows one has come here.
func (c *cascade) gone(table string, way []string) exp.Expression {
	t := c.table(table)
	key, x := query.KeyColumn(t).Name, goqu.T("x")
	var rows *goqu.SelectDataset
	if table == c.root.Table {
		rows = c.named()
	} else {
		var by []exp.Expression
		for _, col := range t.Columns {
			if col.Delete != schema.Cascade || col.References == "" || col.References == table || slices.Contains(way, col.References) {
				continue
			}
			if above := c.gone(col.References, append(slices.Clone(way), table)); above != nil {
				by = append(by, goqu.L("? IN ?", x.Col(col.Name), above))
			}
		}
		if by == nil {
			return nil
		}
		rows = c.d.From(goqu.T(table).As("x")).Select(x.Col(key).As("k")).Where(goqu.Or(by...))
	}
	var itself []exp.Expression
	for _, col := range t.Columns {
		if col.References == table && col.Delete == schema.Cascade {
			itself = append(itself, goqu.L("? = gone.k", x.Col(col.Name)))
		}
	}
	if itself == nil {
		return rows
	}
	return goqu.L("(WITH RECURSIVE gone(k) AS (SELECT b.k FROM ? AS b UNION SELECT ? FROM ? AS x JOIN gone ON ?) SELECT k FROM gone)",
		rows, x.Col(key), goqu.T(table), goqu.Or(itself...))
}
