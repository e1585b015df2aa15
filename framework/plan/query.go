// Queries for rows that a team writes.

package plan

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// RowQuery is a question for rows of one type, with its names found.
type RowQuery struct {
	Type  *schema.Type
	Where predicate.Expr // bound; see Bind
	Order []Order        // ends in the key, so that no two rows are equal
	Limit int64          // 0 for all rows

	params int // how many arguments it takes
}

// Bind is the condition with the arguments in the place of its parameters.
func (q *RowQuery) Bind(args []any) (predicate.Expr, error) {
	if len(args) != q.params {
		return predicate.Expr{}, fmt.Errorf("query of %s takes %d arguments, not %d", q.Type.Table, q.params, len(args))
	}
	return q.Where.With(args...)
}

// NewRowQuery finds the names of a query among the fields of a type. The error joins one for each
// mistake, with what to write instead.
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

// ParseOrder reads names as of schema.Type.Find, "-" before one for descending and "nulls first" or "nulls
// last" behind it, and adds the key. It is for start-up; mistakes say what to write instead.
func ParseOrder(t *schema.Type, words []string) (order []Order, mistakes []string) {
	seen := map[*schema.Field]bool{}
	for _, word := range words {
		name, desc := strings.CutPrefix(word, "-")
		name, end, placed := strings.Cut(name, " ")
		nulls := ParseNulls(end)
		f := t.Find(name)
		switch {
		case f == nil:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q names no field; write one of %s, with - before it for descending", word, strings.Join(columnNames(t), ", ")))
		case f.IsAddress():
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is the address of the record, which has no column; write one of %s", word, strings.Join(columnNames(t), ", ")))
		case f.IsComputed():
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is computed by a function, which the database cannot sort by; write one of %s", word, strings.Join(columnNames(t), ", ")))
		case !f.Orderable() && f.Column != "":
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is %s, which has no order; write one of %s", word, f.WithArticle(), strings.Join(columnNames(t), ", ")))
		case !f.Orderable():
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is a %s, which has no column; write one of %s", word, f.Kind, strings.Join(columnNames(t), ", ")))
		case seen[f]:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is there twice; write it once", cmp.Or(f.Column, f.Wire)))
		case placed && nulls == schema.NullsLow:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q ends in %q; write nulls first or nulls last behind the name, or nothing", word, end))
		case placed && !f.Null:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q says where rows without a value are, and all rows have one; write %q", word, strings.TrimSuffix(word, " "+end)))
		default:
			seen[f] = true
			order = append(order, Order{Field: f, Desc: desc, Nulls: nulls})
		}
	}
	byKey := func(o Order) bool { return o.Field == t.Key }
	if t.Key != nil && !slices.ContainsFunc(order, byKey) {
		order = append(order, Order{Field: t.Key})
	}
	return order, mistakes
}

// ParseNulls reads the place of rows without a value, NullsLow where the words are none.
func ParseNulls(words string) schema.Nulls {
	for _, n := range []schema.Nulls{schema.NullsFirst, schema.NullsLast} {
		if n.String() == words {
			return n
		}
	}
	return schema.NullsLow
}

func columnNames(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.Orderable() {
			names = append(names, cmp.Or(f.Column, f.Wire))
		}
	}
	return names
}

// String is the query in words, for the text of the plan.
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

// queryWords say what the code of a team asks, a text for each query.
func (r *Resource) queryWords() (texts []string) {
	for _, q := range r.Queries {
		texts = append(texts, q.String())
	}
	return texts
}
