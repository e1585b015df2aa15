// The related rows that a requester may see, in SQL.

package query

import (
	"fmt"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// RowFilter determines which rows of a relation's other side a requester may see: those that meet one of
// the conditions. A relation without a filter shows all of them. The field is the relation, the field that
// shows or counts its rows, or a reference on a path.
type RowFilter struct {
	Field   *schema.Field
	Visible []Visibility // nil for all; one that is False shows nothing
}

// Visibility is a condition on the rows of a table, about a type that is stored there.
type Visibility struct {
	Type  *schema.Type
	Where predicate.Expr
	// Fixed means that the rows never change, so that they need no lock: see store.Tx.Missing. A role that
	// may only read a table cannot lock its rows.
	Fixed bool
}

// Filter is a RowFilter in SQL, on the rows of the other side's table. Without one for the field the filter
// is nil.
type Filter struct {
	Field     *schema.Field
	Filter    exp.Expression
	Count     int  // number of arguments
	Requester bool // whether the argument is the requester
}

// newFilter returns the filter of a field on rows with an alias.
func newFilter(d *database.Dialect, f *schema.Field, filters []RowFilter, as string) (Filter, error) {
	for _, g := range filters {
		if g.Field == f && g.Visible != nil {
			return NewVisibility(d, f, g.Visible, as)
		}
	}
	return Filter{}, nil
}

// NewVisibility returns the filter of a field for rows that meet one of some conditions, under an alias.
func NewVisibility(d *database.Dialect, f *schema.Field, visible []Visibility, as string) (Filter, error) {
	seen, err := OneOf(d, visible, as, false)
	if err != nil {
		return Filter{}, fmt.Errorf("rows of %s that may be seen: %w", f.Go, err)
	}
	return Filter{Field: f, Filter: seen, Count: len(VisibleArgs(d, visible))}, nil
}

// VisibleArgs returns the arguments of a filter for a request.
func VisibleArgs(d *database.Dialect, visible []Visibility) []any {
	var args []any
	for _, s := range visible {
		args = append(args, Arguments(d, s.Type, s.Where)...)
	}
	return args
}

// Shape returns the cache key of a filter's statements.
func Shape(visible []Visibility) string {
	if len(visible) == 0 {
		return ""
	}
	return string(AppendShape(make([]byte, 0, 256), visible))
}

// AppendShape appends the shape.
func AppendShape(b []byte, visible []Visibility) []byte {
	for _, s := range visible {
		b = append(append(b, s.Type.Go.String()...), ':')
		b = append(s.Where.AppendKey(b), ';')
	}
	return b
}

// OneOf returns the condition that one of several conditions holds for a row under an alias; created is Condition.Created.
func OneOf(d *database.Dialect, visible []Visibility, as string, created bool) (exp.Expression, error) {
	kids := make([]exp.Expression, len(visible))
	for i, s := range visible {
		var err error
		if kids[i], err = (Condition{Dialect: d, Type: s.Type, As: as, Created: created}).Expression(s.Where, false); err != nil {
			return nil, err
		}
	}
	return goqu.Or(kids...), nil
}
