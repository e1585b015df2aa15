// The effects of a deletion on the rows of other tables, through references.

package store

import (
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Effect is the effect of a deletion on the rows of one table.
type Effect struct {
	Table string
	// Column is the reference that is set to null or restricts; "" for rows that are deleted too.
	Column string
	// On is what happens to the rows. Restrict: they keep the others from being deleted, unless they go with them.
	On schema.OnDelete
}

// Effects returns the effects of deleted rows of a table on other tables, each once and without tables of
// pairs. A table comes after the ones whose rows cause its deletions.
func Effects(tables []schema.Table, root string) []Effect {
	return slices.DeleteFunc(Impacts(tables, root), func(e Effect) bool { return e.On == schema.Restrict })
}

// Impacts returns the effects, and the references that keep the rows from being deleted.
func Impacts(tables []schema.Table, root string) (list []Effect) {
	deleted := []string{root}
	for i := 0; i < len(deleted); i++ {
		for _, t := range tables {
			for _, c := range t.Columns {
				if c.References != deleted[i] || t.Pairs {
					continue
				}
				e := Effect{t.Name, c.Name, c.Delete}
				if e.On == schema.Cascade {
					if e.Column = ""; !slices.Contains(deleted, t.Name) {
						deleted = append(deleted, t.Name)
					}
				}
				if !slices.Contains(list, e) {
					list = append(list, e)
				}
			}
		}
	}
	return list
}

// cascade builds the conditions on rows that are deleted with rows of root.
type cascade struct {
	d      *database.Dialect
	tables []schema.Table
	root   *schema.Type
	args   int // number of lists of those rows' keys in the condition
}

// affected returns the condition that an effect concerns a row, called t.
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

// named returns the keys of the rows that are deleted by their keys.
func (c *cascade) named() *goqu.SelectDataset {
	c.args++
	return query.KeyRows(c.d, c.root.Key).Select(goqu.T("keys").Col("value").As("k"))
}

// gone returns the keys of a table's deleted rows; nil for none. way are the tables on the path to it.
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
