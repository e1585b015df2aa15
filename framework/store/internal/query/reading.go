// The columns and joins of a representation.

package query

import (
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Reading reads fields of the rows of a type, whose table is called t.
//
// Everything that a representation shows of other tables is part of the one statement: the row that a
// reference shows is joined, and a to-many relation is a subquery that returns the keys of one row as one
// text. The usual statement for each relation and page would read another snapshot of the database and need
// a page of rows in memory; here a list of any length is consistent and streams.
type Reading struct {
	dialect *database.Dialect
	Columns []any
	joins   []join
	Filters []Filter        // in the order of their arguments, which precede all others
	Refs    []*schema.Field // references that have a column at the end that reports whether they are hidden
	Extra   int             // number of further columns, only for the order
	asked   int             // number of arguments of the conditions in the last columns
	lists   bool            // whether some columns aggregate many rows
	Ranked  bool            // whether ranks of the rows are joined, see Rank
}

type join struct {
	table exp.AliasedExpression
	on    []exp.Expression
	inner bool
	ref   *schema.Field // its row is shown; nil for another join
	// required is set if a condition depends on the row. SQLite must not read it before the rows that refer
	// to it: it might sort all of these instead of following their order.
	required bool
}

// NewReading reads the fields in order, in the form for schema.Record.Dests. Without shown, a reference is
// only its key. Of filtered relations it reads the rows that pass the filters. Sorted values that the table
// has no column for get a name, see sortName.
func NewReading(d *database.Dialect, t *schema.Type, fields []*schema.Field, shown bool, by []Order, filters ...RowFilter) (*Reading, error) {
	s := &Reading{dialect: d}
	var ofRefs []Filter
	for _, f := range fields {
		g, err := newFilter(d, f, filters, "x")
		if err != nil {
			return nil, err
		}
		switch {
		case f.Derived != nil:
			if err := s.derived(t, f, sorts(by, f) && !f.FoldsOrder(), filters); err != nil {
				return nil, err
			}
			g = Filter{}
		case f.Relation != nil && f.Relation.Type == nil:
			return nil, fmt.Errorf("%s.%s: the relation is not linked", t.Name, f.Go)
		case f.IsHasMany():
			s.Columns, s.lists = append(s.Columns, s.hasRows(t, f, shownBy(f, shown), g)), true
		case f.IsManyToMany():
			s.Columns, s.lists = append(s.Columns, s.manyRows(t, f, shownBy(f, shown), g)), true
		default:
			s.Columns = append(s.Columns, Read(s.dialect, f, Column(f)))
			if g.Filter != nil {
				ofRefs, s.Refs = append(ofRefs, g), append(s.Refs, f)
			}
			g = Filter{}
		}
		if g.Filter != nil {
			s.Filters = append(s.Filters, g)
		}
		if shown && f.IsToOne() && f.ShownBy() != nil {
			s.Columns = append(s.Columns, s.label(f))
		}
	}
	for i, f := range s.Refs {
		s.Columns = append(s.Columns, s.hidden(f, ofRefs[i]))
	}
	s.Filters = append(s.Filters, ofRefs...)
	for _, o := range by {
		if o.Field.Derived == nil || slices.Contains(fields, o.Field) && !o.Field.FoldsOrder() {
			continue
		}
		if err := s.derived(t, o.Field, true, filters); err != nil { // the folded text beside the one that is shown, if both are read
			return nil, err
		}
		s.Extra++
	}
	return s, nil
}

// Ask adds a column for each of some conditions on the rows. Their arguments follow those of the filters.
func (s *Reading) Ask(t *schema.Type, asked []predicate.Expr) error {
	for _, e := range asked {
		holds, err := Condition{Dialect: s.dialect, Type: t, As: "t"}.Expression(e, true)
		if err != nil {
			return err
		}
		s.Columns = append(s.Columns, goqu.L("?", holds))
		s.asked += len(Arguments(s.dialect, t, e))
	}
	return nil
}

// derived reads a field without a column, under its sortName if named.
func (s *Reading) derived(t *schema.Type, f *schema.Field, named bool, filters []RowFilter) error {
	m := members{dialect: s.dialect, filters: filters}
	value, err := m.derived(nest{t: t, as: "t"}, f)
	if err != nil {
		return err
	}
	if column := goqu.L("?", value); named {
		if f.FoldsOrder() {
			column = Folded(s.dialect, column)
		}
		s.Columns = append(s.Columns, column.As(sortName(f)))
	} else {
		s.Columns = append(s.Columns, column)
	}
	s.Filters = append(s.Filters, m.used...)
	s.lists = s.lists || f.IsNested()
	return nil
}

// label joins the row that a reference refers to, under a new alias, since two references may lead to one
// table.
func (s *Reading) label(f *schema.Field) exp.Expression {
	other := goqu.T(fmt.Sprintf("r%d", len(s.joins)+1))
	target := f.Relation.Type
	s.joins = append(s.joins, join{
		table: goqu.T(target.Table).As(other.GetTable()),
		on:    onLiving(target, other.GetTable(), goqu.L("? = ?", other.Col(target.Key.Column), Column(f))),
		ref:   f,
	})
	return asText(f.ShownBy(), other.Col(f.ShownBy().Column))
}

// hidden returns the condition that a reference leads to a row that its filter hides. It finds the row by
// its key: for NOT EXISTS, PostgreSQL would build a hash of all rows of the other table for one page of
// this one.
func (s *Reading) hidden(f *schema.Field, g Filter) exp.Expression {
	x, target := goqu.T("x"), f.Relation.Type
	visible := RowsOf(s.dialect, target, "x").Select(goqu.L("TRUE")).
		Where(goqu.L("? = ?", x.Col(target.Key.Column), Column(f)), g.Filter)
	return goqu.L("(? IS NOT NULL AND ? IS NOT TRUE)", Column(f), visible)
}

// hasRows returns the rows of the other table that refer to this one.
func (s *Reading) hasRows(t *schema.Type, f, by *schema.Field, g Filter) exp.Expression {
	x, target := goqu.T("x"), f.Relation.Type
	query := RowsOf(s.dialect, target, "x").
		Select(aggregate(s.dialect, f, by, x.Col(target.Key.Column), x)).
		Where(goqu.L("? = ?", x.Col(f.Relation.By.Column), Column(rowType(t).Key)))
	if g.Filter != nil {
		query = query.Where(g.Filter)
	}
	return query
}

// manyRows returns the rows that a table of pairs joins to this one.
func (s *Reading) manyRows(t *schema.Type, f, by *schema.Field, g Filter) exp.Expression {
	p, x, r := goqu.T("p"), goqu.T("x"), f.Relation
	query := s.dialect.From(goqu.T(r.Through).As("p")).
		Select(aggregate(s.dialect, f, by, p.Col(r.There), x)).
		Where(goqu.L("? = ?", p.Col(r.Here), Column(rowType(t).Key)))
	if by != nil || g.Filter != nil || r.Type.Deleted != nil {
		on := JoinLiving(r.Type, "x", goqu.L("? = ?", x.Col(r.Type.Key.Column), p.Col(r.There)))
		query = query.Join(goqu.T(r.Type.Table).As("x"), on)
	}
	if g.Filter != nil {
		query = query.Where(g.Filter)
	}
	return query
}

// shownBy returns the field of the other side to read for a to-many relation, nil for the key.
func shownBy(f *schema.Field, shown bool) *schema.Field {
	if !shown {
		return nil
	}
	return f.ShownBy()
}

// aggregate returns the expression of a to-many relation's rows, called other, as one text: a field of
// theirs, or their keys.
func aggregate(d *database.Dialect, f, by *schema.Field, key, other exp.IdentifierExpression) exp.Expression {
	switch {
	case by != nil:
		return d.ListTexts(asText(by, other.Col(by.Column)), key)
	case f.Relation.Type.Key.AsKey.Numbered:
		return d.JoinKeys(key)
	default:
		return d.ListTexts(asText(f.Relation.Type.Key, key), key)
	}
}

// From selects from the table t itself, or from t joined to a table that picks its rows.
func (s *Reading) From(table *goqu.SelectDataset) *goqu.SelectDataset {
	for _, j := range s.joins {
		switch {
		case j.required && s.dialect.Name == "sqlite":
			table = table.CrossJoin(j.table).Where(j.on...)
		case j.required || j.inner:
			table = table.InnerJoin(j.table, goqu.On(j.on...))
		default:
			table = table.LeftJoin(j.table, goqu.On(j.on...))
		}
	}
	return table.Select(s.Columns...).Prepared(true)
}

// One returns the statement of a query, made with From, for the row that has a value in a field. The arguments
// of By follow those of the filters.
func (s *Reading) One(query *goqu.SelectDataset, f *schema.Field) (*database.Statement, error) {
	q, err := database.Build(query, s.Args()+ArgsOf(f))
	if err != nil {
		return nil, err
	}
	q.ByKey, q.Record = !s.lists, true
	return q, nil
}

// Args returns the number of arguments of the filters.
func (s *Reading) Args() (n int) {
	for _, g := range s.Filters {
		n += g.Count
	}
	if s.Ranked {
		n++
	}
	return n + s.asked
}
