// The rows behind a row, as spans of an index.

package query

import (
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
)

// Span are rows that follow one another in an order: the columns before from are those of a row, and
// what comes next is as test says. An index on the order has them side by side, so that the database
// reads none of the rows before. The spans behind a row have no row in common.
//
// One comparison of all columns, (a, b) > (1, 2), is one span. It needs columns that have one direction, and
// is unknown for those without a value. Any others are compared one after the other: the rows with the same
// a and another b, and those with another a. Both at once, a > 1 OR a = 1 AND b > 2, is no span of an index:
// a database passes over the rows with a = 1 that are before. TestSeekByIndex keeps it.
type Span struct {
	Order []Order
	after []any
	from  int // columns before have the values of the row
	test  spanTest
}

// spanTest is what a span asks of the column from.
type spanTest byte

const (
	anything  spanTest = iota
	beyond             // it comes after the value of the row
	allBeyond          // it and the columns after it, all at once, come after the values of the row
	isNull
	notNull
)

// SpansBehind are the rows behind one, whose values after has, in an order that ends in the key; all rows
// with nil.
func SpansBehind(order []Order, after []any) (spans []Span) {
	if after == nil {
		return []Span{{Order: order}}
	}
	at := func(from int, test spanTest) { spans = append(spans, Span{order, after, from, test}) }
	first := comparedAtOnce(order, after)
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

// comparedAtOnce is where the columns at the end of an order begin that are compared at once.
func comparedAtOnce(order []Order, after []any) int {
	i := len(order) - 1
	for desc := order[i].Desc; i > 0 && after[i-1] != nil && order[i-1].Desc == desc; {
		i--
	}
	return i
}

// ShapeOfSpans tells the statements of spans apart.
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

// Condition is that a row is in the span.
func (s Span) Condition(d *database.Dialect) exp.Expression {
	var all []exp.Expression
	for i, o := range s.Order[:s.from] {
		switch {
		case s.after[i] == nil:
			all = append(all, goqu.L("? IS NULL", Column(o.Field)))
		case listed(d, i):
			all = append(all, goqu.L("? = ANY (?)", Column(o.Field), arg))
		default:
			all = append(all, goqu.L("? = ?", Column(o.Field), arg))
		}
	}
	switch next := s.Order[s.from:]; s.test {
	case beyond:
		all = append(all, goqu.L("? "+operator(next[0])+" ?", Column(next[0].Field), arg))
	case allBeyond:
		all = append(all, rowBeyond(d, next))
	case isNull:
		all = append(all, goqu.L("? IS NULL", Column(next[0].Field)))
	case notNull:
		all = append(all, goqu.L("? IS NOT NULL", Column(next[0].Field)))
	}
	return goqu.And(all...)
}

// listed reports whether a column of the order has the value of the row as one of a list. PostgreSQL takes rows with one
// value of the first column for sorted by the others: where only the key is left it may go along that, past all rows with
// other values. Of a list it does not, and finds the rows by the index on the whole order.
func listed(d *database.Dialect, i int) bool { return i == 0 && d.Name == "postgres" }

// operator returns the comparison of a later value with an earlier one.
func operator(o Order) string {
	if o.Desc {
		return "<"
	}
	return ">"
}

// rowBeyond compares columns at once. SQLite looks for several columns in an index only where it knows how
// each is sorted, and a key that is the rowid does not say so itself.
func rowBeyond(d *database.Dialect, by []Order) exp.Expression {
	columns, values := make([]any, len(by)), make([]any, len(by))
	for i, o := range by {
		columns[i], values[i] = Column(o.Field), arg
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

// Sorted is the order within the span. Where a column has no value, or one value, the order goes by those behind it;
// PostgreSQL has to be told that column too, as it finds the order of an index by IS NULL in no other way.
func (s Span) Sorted(d *database.Dialect) []Order {
	switch {
	case d.Name == "postgres":
		return s.Order
	case s.test == isNull:
		return s.Order[s.from+1:]
	}
	return s.Order[s.from:]
}

// Args are the arguments of the condition.
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
		case i < s.from && listed(d, i):
			list = append(list, d.List([]any{Stored(d, o.Field, v)}))
		default:
			list = append(list, Stored(d, o.Field, v))
		}
	}
	return list
}
