// Which related rows a requester may see, in SQL.

package store

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

// EveryRow is what all rows meet that are not deleted. Asked under it, Tx.Missing keeps rows from being deleted.
func EveryRow(t *schema.Type) Visibility { return Visibility{Type: t, Where: predicate.Constant(true)} }

// sqlFilter is a RowFilter in SQL, on the rows of the other side's table. Without one for the field the
// filter is nil.
type sqlFilter struct {
	field     *schema.Field
	filter    exp.Expression
	count     int  // of its arguments
	requester bool // the argument is who asks
}

// newFilter is the filter of a field on rows that are called as.
func newFilter(d *database.Dialect, f *schema.Field, filters []RowFilter, as string) (sqlFilter, error) {
	for _, g := range filters {
		if g.Field == f && g.Visible != nil {
			return newVisibility(d, f, g.Visible, as)
		}
	}
	return sqlFilter{}, nil
}

func newVisibility(d *database.Dialect, f *schema.Field, visible []Visibility, as string) (sqlFilter, error) {
	g := sqlFilter{field: f}
	kids := make([]exp.Expression, len(visible))
	for i, s := range visible {
		cond := condition{dialect: d, t: s.Type, as: as}
		var err error
		if kids[i], err = cond.expression(s.Where, false); err != nil {
			return sqlFilter{}, fmt.Errorf("rows of %s that may be seen: %w", f.Go, err)
		}
	}
	g.count = len(visibleArgs(d, visible))
	g.filter = goqu.Or(kids...)
	return g, nil
}

// visibleArgs are the arguments of a filter for a request.
func visibleArgs(d *database.Dialect, visible []Visibility) []any {
	var args []any
	for _, s := range visible {
		args = append(args, arguments(d, s.Type, s.Where)...)
	}
	return args
}

// shape tells statements with different filters apart.
func shape(visible []Visibility) string {
	if len(visible) == 0 {
		return ""
	}
	return string(appendShape(make([]byte, 0, 256), visible))
}

func appendShape(b []byte, visible []Visibility) []byte {
	for _, s := range visible {
		b = append(append(b, s.Type.Go.String()...), ':')
		b = append(s.Where.AppendKey(b), ';')
	}
	return b
}

// oneOf is that one of several conditions holds for a row of t.
func oneOf(d *database.Dialect, visible []Visibility) (exp.Expression, error) {
	kids := make([]exp.Expression, len(visible))
	for i, s := range visible {
		var err error
		if kids[i], err = (condition{dialect: d, t: s.Type, as: "t"}).expression(s.Where, false); err != nil {
			return nil, err
		}
	}
	return goqu.Or(kids...), nil
}
