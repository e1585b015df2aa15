// Which related rows a requester may see, in SQL.

package query

import (
	"fmt"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// RowFilter says which rows of a relation's other side a requester may see: those that meet one of
// the conditions. A relation without a filter shows all of them. The field is the relation, the one
// that shows or counts its rows, or a reference on the way of a path.
type RowFilter struct {
	Field   *schema.Field
	Visible []Visibility // nil for all; one that is False shows nothing
}

// Visibility is a condition on the rows of a table, in the terms of a type that is stored there.
type Visibility struct {
	Type  *schema.Type
	Where predicate.Expr
	// Fixed says that nothing changes the rows, so that they need no lock: see Tx.Missing. A role
	// that may only read a table cannot lock its rows.
	Fixed bool
}

// Filter is a RowFilter in SQL, on the rows of the other side's table. Without one for the field the
// filter is nil.
type Filter struct {
	Field     *schema.Field
	Filter    exp.Expression
	Count     int  // of its arguments
	Requester bool // the argument is who asks
}

// newFilter is the filter of a field on rows that are called as.
func newFilter(d *database.Dialect, f *schema.Field, filters []RowFilter, as string) (Filter, error) {
	for _, g := range filters {
		if g.Field == f && g.Visible != nil {
			return NewVisibility(d, f, g.Visible, as)
		}
	}
	return Filter{}, nil
}

// NewVisibility is the filter of a field under conditions one of which has to hold for its rows, which are called as.
func NewVisibility(d *database.Dialect, f *schema.Field, visible []Visibility, as string) (Filter, error) {
	g := Filter{Field: f}
	kids := make([]exp.Expression, len(visible))
	for i, s := range visible {
		cond := Condition{Dialect: d, Type: s.Type, As: as}
		var err error
		if kids[i], err = cond.Expression(s.Where, false); err != nil {
			return Filter{}, fmt.Errorf("rows of %s that may be seen: %w", f.Go, err)
		}
	}
	g.Count = len(VisibleArgs(d, visible))
	g.Filter = goqu.Or(kids...)
	return g, nil
}

// VisibleArgs are the arguments of a filter for a request.
func VisibleArgs(d *database.Dialect, visible []Visibility) []any {
	var args []any
	for _, s := range visible {
		args = append(args, Arguments(d, s.Type, s.Where)...)
	}
	return args
}

// Shape tells statements with different filters apart.
func Shape(visible []Visibility) string {
	if len(visible) == 0 {
		return ""
	}
	return string(AppendShape(make([]byte, 0, 256), visible))
}

// AppendShape appends it.
func AppendShape(b []byte, visible []Visibility) []byte {
	for _, s := range visible {
		b = append(append(b, s.Type.Go.String()...), ':')
		b = append(s.Where.AppendKey(b), ';')
	}
	return b
}

// OneOf is that one of several conditions holds for a row of t.
func OneOf(d *database.Dialect, visible []Visibility) (exp.Expression, error) {
	kids := make([]exp.Expression, len(visible))
	for i, s := range visible {
		var err error
		if kids[i], err = (Condition{Dialect: d, Type: s.Type, As: "t"}).Expression(s.Where, false); err != nil {
			return nil, err
		}
	}
	return goqu.Or(kids...), nil
}
