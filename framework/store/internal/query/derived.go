// Derived fields in SQL: fields of other rows, counts, nested rows.

package query

import (
	"fmt"
	"strconv"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// members builds the values of a row that are not in its table, as subqueries of one column each. This
// works for lists, pages and nested rows, and a list is one statement that streams.
//
// Nested rows come as JSON, a list of columns for each, and the fields' slots append them like any other
// row: both databases give the same bytes. A whole representation in the databases' JSON would be slower in
// both, and a statement for each level would need a page of rows in memory and would read another snapshot.
type members struct {
	dialect *database.Dialect
	filters []RowFilter
	used    []Filter // in the order of their arguments
}

// nest is a level of nested rows: the type to read, and the alias of its table.
type nest struct {
	t     *schema.Type
	as    string
	depth int
}

func (n nest) column(f *schema.Field) exp.IdentifierExpression { return goqu.T(n.as).Col(f.Column) }

func (n nest) key() exp.IdentifierExpression { return n.column(rowType(n.t).Key) }

// below returns the next level.
func (n nest) below(t *schema.Type) nest {
	return nest{t: t, as: "n" + strconv.Itoa(n.depth+1), depth: n.depth + 1}
}

// derived returns the expression of a derived field.
func (m *members) derived(at nest, f *schema.Field) (exp.Expression, error) {
	switch d := f.Derived; d.Form {
	case schema.FormPath:
		return m.byPath(at, f)
	case schema.FormCount:
		rows, err := m.related(at, at.below(d.Along.Relation.Type), d.Along, f)
		if err != nil {
			return nil, err
		}
		return goqu.L("?", rows.Select(goqu.L("count(*)"))), nil
	case schema.FormHas:
		return m.has(at, f)
	case schema.FormNested:
		return m.nested(at, f)
	default:
		return nil, fmt.Errorf("%s.%s: a computed field is not read", at.t.Name, f.Go)
	}
}

// underFilter adds the filter of a field to rows with an alias.
func (m *members) underFilter(rows *goqu.SelectDataset, f *schema.Field, as string) (*goqu.SelectDataset, error) {
	g, err := newFilter(m.dialect, f, m.filters, as)
	if err != nil || g.Filter == nil {
		return rows, err
	}
	m.used = append(m.used, g)
	return rows.Where(g.Filter), nil
}

// related returns the rows that a relation leads to from a level, under the filter of a field.
func (m *members) related(at, below nest, along, filtered *schema.Field) (*goqu.SelectDataset, error) {
	r := along.Relation
	rows := RowsOf(m.dialect, r.Type, below.as)
	switch {
	case along.IsHasMany():
		rows = rows.Where(goqu.L("? = ?", below.column(r.By), at.key()))
	case along.IsManyToMany():
		pairs := goqu.T("p" + below.as)
		rows = rows.Join(goqu.T(r.Through).As(pairs.GetTable()), goqu.On(goqu.L("? = ?", pairs.Col(r.There), below.key()))).
			Where(goqu.L("? = ?", pairs.Col(r.Here), at.key()))
	default:
		rows = rows.Where(goqu.L("? = ?", below.key(), at.column(along)))
	}
	return m.underFilter(rows, filtered, below.as)
}

// has returns whether the requester, an argument, is among the rows of a relation. No filter applies, since
// this is only about the requester.
func (m *members) has(at nest, f *schema.Field) (exp.Expression, error) {
	d := f.Derived
	below := at.below(d.Along.Relation.Type)
	everything := members{dialect: m.dialect}
	rows, err := everything.related(at, below, d.Along, f)
	if err != nil {
		return nil, err
	}
	account := below.key()
	if d.Account != nil {
		account = below.column(d.Account)
	}
	m.used = append(m.used, Filter{Requester: true, Count: 1})
	return goqu.L("EXISTS ?", rows.Select(goqu.L("1")).Where(goqu.L("? = ?", account, arg))), nil
}

// byPath returns a field at the end of references, NULL if one leads nowhere or to a hidden row.
func (m *members) byPath(at nest, f *schema.Field) (exp.Expression, error) {
	var rows *goqu.SelectDataset
	for i, step := range f.Derived.Steps {
		below := at.below(step.Relation.Type)
		on := goqu.L("? = ?", below.key(), at.column(step))
		if i == 0 {
			rows = RowsOf(m.dialect, below.t, below.as).Where(on)
		} else {
			rows = rows.Join(goqu.T(below.t.Table).As(below.as), JoinLiving(below.t, below.as, on))
		}
		var err error
		if rows, err = m.underFilter(rows, step, below.as); err != nil {
			return nil, err
		}
		at = below
	}
	return goqu.L("?", rows.Select(Read(m.dialect, f.Derived.End, at.column(f.Derived.End)))), nil
}

// nested returns the rows of a relation as JSON; for a to-one relation, the columns of the row, or NULL.
func (m *members) nested(at nest, f *schema.Field) (exp.Expression, error) {
	d := f.Derived
	below := at.below(d.Shape)
	columns, err := m.columns(below)
	if err != nil {
		return nil, err
	}
	order, err := m.nestedOrder(below, d)
	if err != nil {
		return nil, err
	}
	rows, err := m.related(at, below, d.Along, f)
	if err != nil {
		return nil, err
	}
	row := m.dialect.JSONList(columns)
	if f.IsList() {
		return goqu.L("?", rows.Select(m.dialect.JSONRows(row, order...))), nil
	}
	return goqu.L("?", rows.Select(row)), nil
}

// nestedOrder returns the order of nested rows: by the value that a field shows, then by key. A reference
// to a hidden row counts as none: these rows come first, or last in a descending order.
func (m *members) nestedOrder(at nest, d *schema.Derived) ([]exp.Expression, error) {
	key := at.key()
	if d.OrderBy == nil {
		return []exp.Expression{key}, nil
	}
	var by exp.Orderable = SortValue(m.dialect, d.OrderBy, at.column(d.OrderBy))
	before := len(m.used)
	if d.OrderBy.IsToOne() {
		below := at.below(d.OrderBy.Relation.Type)
		var shown exp.Expression = below.key()
		if text := d.OrderBy.ShownBy(); text != nil {
			if shown = asText(text, below.column(text)); text.FoldsOrder() {
				shown = Folded(m.dialect, shown)
			}
		}
		other, err := m.underFilter(m.other(at, below, d.OrderBy).Select(shown), d.OrderBy, below.as)
		if err != nil {
			return nil, err
		}
		if d.OrderBy.ShownBy() != nil || len(m.used) > before {
			by = goqu.L("?", other)
		}
	}
	first := by.Asc()
	if d.Desc {
		first = by.Desc()
	}
	if filtered := len(m.used) > before; filtered && d.Desc {
		first = first.NullsLast()
	} else if filtered {
		first = first.NullsFirst()
	}
	return []exp.Expression{first, key}, nil
}

// other returns the rows, at most one, that a reference leads to from a level.
func (m *members) other(at, below nest, f *schema.Field) *goqu.SelectDataset {
	return RowsOf(m.dialect, f.Relation.Type, below.as).Where(goqu.L("? = ?", below.key(), at.column(f)))
}

// columns returns the columns to read of nested rows, for schema.Record.Dests.
func (m *members) columns(at nest) ([]any, error) {
	var columns []any
	for _, f := range at.t.NestedReads() {
		column, err := m.column(at, f)
		if err != nil {
			return nil, err
		}
		columns = append(columns, column)
		if f.IsToOne() && f.ShownBy() != nil {
			columns = append(columns, m.shown(at, f))
		}
	}
	return columns, nil
}

// column returns a field of nested rows. A reference to a hidden row is NULL.
func (m *members) column(at nest, f *schema.Field) (exp.Expression, error) {
	switch {
	case f.IsNested():
		nested, err := m.derived(at, f)
		if err != nil {
			return nil, err
		}
		return m.dialect.NestedJSON(nested), nil
	case f.Derived != nil:
		value, err := m.derived(at, f)
		if err != nil {
			return nil, err
		}
		return m.inJSON(f, value), nil
	case f.IsToMany():
		below := at.below(f.Relation.Type)
		rows, err := m.related(at, below, f, f)
		if err != nil {
			return nil, err
		}
		return goqu.L("?", rows.Select(aggregate(m.dialect, f, f.ShownBy(), below.key(), goqu.T(below.as)))), nil
	case f.IsToOne():
		below := at.below(f.Relation.Type)
		before := len(m.used)
		visible, err := m.underFilter(m.other(at, below, f).Select(Read(m.dialect, f, below.key())), f, below.as)
		if err != nil || len(m.used) == before {
			return m.inJSON(f, at.column(f)), err
		}
		return goqu.L("?", visible), nil
	default:
		return m.inJSON(f, at.column(f)), nil
	}
}

// shown returns the text that a reference shows.
func (m *members) shown(at nest, f *schema.Field) exp.Expression {
	below := at.below(f.Relation.Type)
	return goqu.L("?", m.other(at, below, f).Select(asText(f.ShownBy(), below.column(f.ShownBy()))))
}

// inJSON returns a value of a field's kind for JSON.
func (m *members) inJSON(f *schema.Field, value exp.Expression) exp.Expression {
	form := f.ColumnIn(field.Dialect(m.dialect.Name)).JSON
	if form == "" {
		return value
	}
	return inForm(form, value)
}
