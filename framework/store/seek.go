// Pages that begin after a row.

package store

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Seek determines the row of a list next to which a page is.
type Seek struct {
	// After are the values of the row's order, from Sought; the row itself may no longer exist. nil is an
	// end of the list.
	After []any
	// Back reads the rows before the row, or without one the last rows of the list.
	Back  bool
	Limit int64
}

// Sought is the result of a Seek.
type Sought struct {
	More        bool  // whether there are rows after these, or with Back before them
	First, Last []any // the order's values of the first and the last of the rows; nil for no rows
}

// Seek calls fn with the rows of a page, at most Seek.Limit of those that meet the condition, in the order
// of the list even if it reads back. If an index has the order, it takes the same time anywhere in the
// list.
func (v Scoped) Seek(ctx context.Context, where predicate.Expr, s Seek, fn func(*schema.Record) error) (found Sought, err error) {
	if i := slices.IndexFunc(v.order, func(o Order) bool { return o.Field.Derived != nil }); i >= 0 {
		return found, v.Wrap(fmt.Errorf("order by %s: it is not a column", v.order[i].Field.Go), "seek in")
	}
	by := v.order
	if s.Back {
		by = reversed(by)
	}
	spans := query.SpansBehind(v.dialect, by, s.After)
	if where, _, err = v.walked(ctx, where, spans, s.Limit+1); err != nil {
		return found, v.Wrap(err, "seek in")
	}
	most := v.most(where, s.Limit+1)
	q, args, err := v.seek(where, spans, s.Back, most)
	if err != nil {
		return found, v.Wrap(err, "seek in")
	}
	row := v.spec.Type.Acquire()
	defer row.Release()
	var n tally
	dests := row.Dests(fieldsOf(v.order), false)
	if s.Back {
		dests = append(dests, &n)
	}
	rows, fn := int64(0), v.computing(fn)
	err = v.each(ctx, q, v.with(v.seeking(spans, args, s.Limit+1)...), func(rec *schema.Record) error {
		rows++
		if !s.Back && rows > s.Limit || s.Back && rows == 1 && int64(n) > s.Limit {
			found.More = true // the row proves that there are more, and is not part of the page
			return nil
		}
		if found.First == nil {
			found.First = columnValues(row, v.order)
		}
		if rows == s.Limit {
			found.Last = columnValues(row, v.order) // the next row, if any, is not part of the page
		}
		return fn(rec)
	}, dests...)
	if found.First != nil && (s.Back || found.Last == nil) {
		found.Last = columnValues(row, v.order)
	}
	return found, v.Wrap(err, "seek in")
}

// reversed returns the opposite order.
func reversed(by []Order) []Order {
	back := make([]Order, len(by))
	for i, o := range by {
		back[i] = Order{Field: o.Field, Desc: !o.Desc, Nulls: o.Nulls.Reverse()}
	}
	return back
}

func fieldsOf(by []Order) []*schema.Field {
	fields := make([]*schema.Field, len(by))
	for i, o := range by {
		fields[i] = o.Field
	}
	return fields
}

// PlaceOf returns the order's values of the row with a key, for Seek.After; they are known only for a list
// that is sorted by the key.
func (v Scoped) PlaceOf(key schema.Key) (values []any, known bool) {
	if len(v.order) != 1 || v.order[0].Field != v.spec.Type.Key {
		return nil, false
	}
	return []any{key.Arg()}, true
}

// columnValues returns the values of an order.
func columnValues(rec *schema.Record, by []Order) []any {
	values := make([]any, len(by))
	for i, o := range by {
		values[i] = rec.Stored(o.Field.Index)
	}
	return values
}

// most returns the number of rows at which a limit, an argument, cuts a statement; 0 for no such number.
// PostgreSQL plans a statement only once if that seems to cost no more than a plan for its arguments, and
// expects a tenth of the table for an unknown limit. Unknown values may be rare: it must know values that
// an index on the order does not serve.
func (v Scoped) most(where predicate.Expr, limit int64) int64 {
	if v.dialect.Name != "postgres" || !equalities(where) {
		return 0
	}
	return 1 << bits.Len64(uint64(max(limit, 32)-1))
}

// equalities reports whether a condition consists only of comparisons of columns with values for equality.
func equalities(e predicate.Expr) bool {
	switch e.Op {
	case predicate.OpTrue, predicate.OpEq, predicate.OpIsNull:
		return true
	case predicate.OpAnd:
		return !slices.ContainsFunc(e.Kids, func(kid predicate.Expr) bool { return !equalities(kid) })
	}
	return false
}

// seek returns the statement of a page next to a row, and the arguments of the condition.
func (v Scoped) seek(where predicate.Expr, spans []query.Span, back bool, most int64) (*database.Statement, []any, error) {
	k := kind{view: v.view, name: "seek:" + strconv.FormatInt(most, 10) + ":" + query.ShapeOfSpans(spans), times: len(spans), more: v.reads.Args()}
	k.more += len(v.seeking(spans, nil, 0))
	if back {
		k.name = "back:" + k.name
	}
	return v.filtered(&v.pages, where, k, func(filter exp.Expression) *goqu.SelectDataset { return v.seekQuery(filter, spans, back, most) })
}

func (v *view) seekQuery(filter exp.Expression, spans []query.Span, back bool, most int64) *goqu.SelectDataset {
	if !back && len(spans) == 1 {
		return v.seekSpan(filter, spans[0], most)
	}
	return v.seekPicked(filter, spans, back, most)
}

// seeking returns the arguments of the statement for its spans.
func (v Scoped) seeking(spans []query.Span, where []any, limit int64) (args []any) {
	for _, s := range spans {
		args = append(append(append(args, where...), s.Args(v.dialect)...), limit)
	}
	if len(spans) > 1 {
		args = append(args, limit)
	}
	return args
}

// seekSpan reads the first rows of a span.
func (v *view) seekSpan(filter exp.Expression, s query.Span, most int64) *goqu.SelectDataset {
	rows := v.From().Where(filter, s.Condition(v.dialect)).Order(query.OrderBy(v.dialect, s.Order)...)
	if most > 0 {
		rows = v.dialect.From(atMost(rows, most).As("t")).Order(query.OrderBy(v.dialect, s.Order)...)
	}
	page := v.reads.From(rows).Limit(arg)
	for _, o := range s.Order {
		page = page.SelectAppend(query.Read(v.dialect, o.Field, query.Column(o.Field)))
	}
	return page
}

// atMost returns the first rows of a query.
func atMost(rows *goqu.SelectDataset, most int64) exp.LiteralExpression {
	return goqu.L("(? LIMIT "+strconv.FormatInt(most, 10)+")", rows.Prepared(true))
}

// seekPicked picks the rows of a page by the sorted values, for each span as many as a page has, and then
// reads them in the order of the list. If it reads back, each row has its number among the picked ones.
func (v *view) seekPicked(filter exp.Expression, spans []query.Span, back bool, most int64) *goqu.SelectDataset {
	by := spans[0].Order
	picked := v.pickSpan(filter, spans[0], most)
	if len(spans) > 1 {
		picked = v.dialect.From(picked.As("s0")).Select(goqu.Star())
		for i, s := range spans[1:] {
			picked = picked.UnionAll(v.dialect.From(v.pickSpan(filter, s, most).As("s" + strconv.Itoa(i+1))).Select(goqu.Star()))
		}
		picked = v.dialect.From(picked.As("s")).Select(goqu.Star()).Order(pickedOrder(v.dialect, "s", by)...).Limit(arg)
	}
	if back {
		picked = v.dialect.From(picked.As("p")).Select(goqu.Star(), goqu.L("count(*) OVER ()").As("n"))
	}
	page, last := goqu.T("page"), len(by)-1
	based := func(f *schema.Field, picked exp.Expression) exp.Expression {
		return goqu.L("? = ?", query.Based(v.dialect, f, query.Column(f)), query.Based(v.dialect, f, picked))
	}
	same := []exp.Expression{based(v.spec.Type.Key, page.Col(pickedName(last)))}
	for i, o := range by {
		if slices.Contains(v.spec.Type.Key.KeyParts, o.Field) { // which an index serves
			same = append(same, based(o.Field, page.Col(pickedName(i))))
		}
	}
	read := v.reads.From(v.dialect.From(picked.As("page")).Join(query.Source(v.spec.Type, "t"), goqu.On(same...))).Order(pickedOrder(v.dialect, "page", v.order)...)
	for i, o := range by {
		read = read.SelectAppend(query.Read(v.dialect, o.Field, page.Col(pickedName(i))))
	}
	if back {
		read = read.SelectAppend(page.Col("n"))
	}
	return read
}

// pickSpan picks the first rows of a span.
func (v *view) pickSpan(filter exp.Expression, s query.Span, most int64) *goqu.SelectDataset {
	columns := make([]any, len(s.Order))
	for i, o := range s.Order {
		columns[i] = query.Column(o.Field).As(pickedName(i))
	}
	rows := v.From().Select(columns...).Where(filter, s.Condition(v.dialect)).Order(query.OrderBy(v.dialect, s.Sorted(v.dialect))...).Prepared(true)
	if most > 0 {
		rows = v.dialect.From(atMost(rows, most).As("s")).Select(goqu.Star()).Order(pickedOrder(v.dialect, "s", s.Order)...)
	}
	return rows.Limit(arg)
}

// pickedName returns the name of an order's column among picked rows. The last one is the key.
func pickedName(i int) string { return "o" + strconv.Itoa(i) }

// pickedOrder sorts picked rows.
func pickedOrder(d *database.Dialect, table string, by []Order) []exp.OrderedExpression {
	list := make([]exp.OrderedExpression, len(by))
	for i, o := range by {
		list[i] = query.Ordered(query.SortValue(d, o.Field, goqu.T(table).Col(pickedName(i))), o)
	}
	return list
}
