// The rows after a row, as spans of an index.

package query

import (
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
)

// Span is a set of consecutive rows in an order: the columns before from have the values of a row, and the
// further columns are as test says. An index on the order has them side by side, so that the database reads
// none of the rows before. The spans after a row are disjoint.
//
// One comparison of all columns, (a, b) > (1, 2), is one span. It requires columns of one direction, and is
// unknown for those without a value. All other columns are compared one after the other: the rows with the
// same a and another b, and those with another a. Both at once, a > 1 OR a = 1 AND b > 2, is no span of an
// index: a database passes over the rows with a = 1 that are before. TestSeekByIndex checks it.
type Span struct {
	Order []Order
	after []any
	from  int // number of columns with the values of the row
	test  spanTest
}

// spanTest is the test of a span on the column from.
type spanTest byte

const (
	anything  spanTest = iota
	beyond             // it comes after the value of the row
	allBeyond          // it and the columns after it, compared at once, come after the values of the row
	isNull
	notNull
)

// SpansBehind returns the rows after one with the values after, in an order that ends in the key; all rows
// for nil.
func SpansBehind(d *database.Dialect, order []Order, after []any) (spans []Span) {
	if after == nil {
		return []Span{{Order: order}}
	}
	at := func(from int, test spanTest) { spans = append(spans, Span{order, after, from, test}) }
	first := comparedAtOnce(d, order, after)
	at(first, allBeyond)
	for i := len(order) - 2; i >= 0; i-- {
		nullsFirst := order[i].Nulls.First(order[i].Desc)
		switch {
		case after[i] == nil && nullsFirst:
			at(i, notNull)
		case after[i] == nil:
		default:
			if i < first {
				at(i, beyond)
			}
			if order[i].Field.Null && !nullsFirst {
				at(i, isNull)
			}
		}
	}
	return spans
}

// comparedAtOnce returns the position of the first column of an order's end that is compared at once. SQLite finds no
// folded texts by an index if it compares them with other columns at once.
func comparedAtOnce(d *database.Dialect, order []Order, after []any) int {
	i := len(order) - 1
	for desc := order[i].Desc; i > 0 && after[i-1] != nil && order[i-1].Desc == desc; {
		if i--; d.Name == "sqlite" && order[i].Field.FoldsOrder() {
			return i + 1
		}
	}
	return i
}

// ShapeOfSpans returns the cache key of spans' statements.
func ShapeOfSpans(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		for i := range s.from {
			b.WriteString(nullSign(s.after[i]))
		}
		b.WriteString([...]string{"*", ">", ")", "0", "1"}[s.test] + ";")
	}
	return b.String()
}

func nullSign(v any) string {
	if v == nil {
		return "0"
	}
	return "="
}

// Condition returns the condition that a row is in the span.
func (s Span) Condition(d *database.Dialect) exp.Expression {
	var all []exp.Expression
	for i, o := range s.Order[:s.from] {
		switch {
		case s.after[i] == nil:
			all = append(all, goqu.L("? IS NULL", sortColumn(d, o)))
		case listed(d, i):
			list := "?"
			if o.Field.FoldsOrder() {
				list = "ARRAY[?]"
			}
			all = append(all, goqu.L("? = ANY ("+list+")", sortColumn(d, o), sortArg(d, o)))
		default:
			all = append(all, goqu.L("? = ?", sortColumn(d, o), sortArg(d, o)))
		}
	}
	switch next := s.Order[s.from:]; s.test {
	case beyond:
		all = append(all, goqu.L("? "+operator(next[0])+" ?", sortColumn(d, next[0]), sortArg(d, next[0])))
	case allBeyond:
		all = append(all, rowBeyond(d, next))
	case isNull:
		all = append(all, goqu.L("? IS NULL", sortColumn(d, next[0])))
	case notNull:
		filled := "? IS NOT NULL"
		if next[0].Field.FoldsOrder() { // SQLite finds no expressions that are not null by an index
			filled = "? >= ''"
		}
		all = append(all, goqu.L(filled, sortColumn(d, next[0])))
	}
	return goqu.And(all...)
}

// listed reports whether a column of the order is compared to a list with the value of the row. PostgreSQL
// treats rows with one value of the first column as sorted by the others: if only the key is left, it may
// scan the key's index, past all rows with other values. With a list it does not, and finds the rows in the
// index on the whole order.
func listed(d *database.Dialect, i int) bool { return i == 0 && d.Name == "postgres" }

// operator returns the comparison of a later value with an earlier one.
func operator(o Order) string {
	if o.Desc {
		return "<"
	}
	return ">"
}

// rowBeyond compares columns at once. SQLite uses an index for several columns only if it knows the order
// of each, and a key that is the rowid does not state its order.
func rowBeyond(d *database.Dialect, by []Order) exp.Expression {
	columns, values := make([]any, len(by)), make([]any, len(by))
	for i, o := range by {
		columns[i], values[i] = sortColumn(d, o), sortArg(d, o)
	}
	if len(by) == 1 {
		return goqu.L("? "+operator(by[0])+" ?", columns[0], values[0])
	}
	if key := len(by) - 1; d.Name == "sqlite" && by[key].Field.AsKey.Numbered {
		values[key] = goqu.L("? COLLATE BINARY", arg)
	}
	places := strings.TrimSuffix(strings.Repeat("?, ", len(by)), ", ")
	return goqu.L("("+places+") "+operator(by[0])+" ("+places+")", append(columns, values...)...)
}

// Sorted returns the order within the span. After a column without a value, or with one value, the further
// columns determine the order. PostgreSQL needs that column too, since otherwise it does not use an index
// with IS NULL for the order.
func (s Span) Sorted(d *database.Dialect) []Order {
	switch {
	case d.Name == "postgres":
		return s.Order
	case s.test == isNull:
		return s.Order[s.from+1:]
	}
	return s.Order[s.from:]
}

// Args returns the arguments of the condition.
func (s Span) Args(d *database.Dialect) (list []any) {
	to := s.from
	switch s.test {
	case beyond:
		to++
	case allBeyond:
		to = len(s.Order)
	}
	for i, o := range s.Order[:to] {
		switch v := s.after[i]; {
		case v == nil:
		case i < s.from && listed(d, i) && !o.Field.FoldsOrder():
			list = append(list, d.List([]any{Stored(d, o.Field, v)}))
		default:
			list = append(list, Stored(d, o.Field, v))
		}
	}
	return list
}
