// Queries for rows from a team.

package plan

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"errors"
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// RowQuery is a query for rows of one type, with its names resolved.
type RowQuery struct {
	Type  *schema.Type
	Where predicate.Expr // bound; see Bind
	Order []Order        // ends in the key, so that no two rows are equal
	Limit int64          // 0 for all rows

	params int // number of arguments
}

// Bind returns the condition with the arguments in place of its parameters.
func (q *RowQuery) Bind(args []any) (predicate.Expr, error) {
	if len(args) != q.params {
		return predicate.Expr{}, fmt.Errorf("query of %s takes %d arguments, not %d", q.Type.Table, q.params, len(args))
	}
	return q.Where.With(args...)
}

// NewRowQuery resolves the names of a query among the fields of a type. The error joins one for each
// mistake, with its correction.
func NewRowQuery(t *schema.Type, where predicate.Expr, order []string, limit int64) (*RowQuery, error) {
	q := &RowQuery{Type: t, Limit: limit}
	var err error
	q.Where, err = where.Bind(t)
	errs := []error{err}
	if where.Has(predicate.OpFunc) {
		errs = append(errs, errors.New("Where has a Go function, which the database cannot ask; compare columns"))
	}
	if limit < 0 {
		errs = append(errs, fmt.Errorf("Limit is %d; write 1 or more, or 0 for all rows", limit))
	}
	for i, n := range where.Params() {
		switch {
		case n < 1:
			errs = append(errs, fmt.Errorf("Where has predicate.Param(%d); number them from 1 on, in the order of the arguments", n))
		case n > i+1:
			errs = append(errs, fmt.Errorf("Where has predicate.Param(%d) and no predicate.Param(%d); number them from 1 on without a gap", n, i+1))
		}
		q.params = n
	}
	var mistakes []string
	q.Order, mistakes = ParseOrder(t, order)
	for _, m := range mistakes {
		errs = append(errs, errors.New(m))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return q, nil
}

// String returns the query in words, for the text of the plan.
func (q *RowQuery) String() string {
	words := q.Type.Table
	if shape := q.Where.Shape(); shape != "" {
		words += " where " + shape
	}
	words += " order " + orderWords(q.Order)
	if q.Limit > 0 {
		words += fmt.Sprintf(" limit %d", q.Limit)
	}
	return words
}

// queryWords describes the queries of a team, a text for each.
func queryWords(queries []*RowQuery) (texts []string) {
	for _, q := range queries {
		texts = append(texts, q.String())
	}
	return texts
}
