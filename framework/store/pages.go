// Pages of a list.

package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// shallow is the largest offset of a page for which the database reads past whole rows.
const shallow = 1000

// Page is Stream for at most limit rows after the first offset ones. For a large offset it finds the keys
// of the page first, and reads relations only for its rows.
func (v Scoped) Page(ctx context.Context, where predicate.Expr, offset, limit int64, fn func(*schema.Record) error) error {
	where, _, err := v.walked(ctx, where, query.SpansBehind(v.dialect, v.order, nil), offset+limit)
	if err != nil {
		return v.Wrap(err, "list a page of")
	}
	return v.pageOf(ctx, where, offset, limit, fn)
}

func (v Scoped) pageOf(ctx context.Context, where predicate.Expr, offset, limit int64, fn func(*schema.Record) error) error {
	q, args, err := v.page(where, offset, false, false)
	if err == nil {
		err = v.each(ctx, q, v.with(v.picking(offset, append(args, limit, offset))...), v.computing(fn))
	}
	return v.Wrap(err, "list a page of")
}

// CountedPage is Page with the number of all rows that meet the condition, in the same statement and so
// from the same snapshot, except for conditions with frequent words. If most is not 0, it counts only to
// there. For a page without rows the number is 0, however many rows precede it.
func (v Scoped) CountedPage(ctx context.Context, where predicate.Expr, offset, limit, most int64, fn func(*schema.Record) error) (total int64, err error) {
	if page, narrower, err := v.walked(ctx, where, query.SpansBehind(v.dialect, v.order, nil), offset+limit); narrower || err != nil {
		if err == nil {
			total, err = v.Count(ctx, where, most)
		}
		if err == nil {
			err = v.pageOf(ctx, page, offset, limit, fn)
		}
		return total, v.Wrap(err, "list a page of")
	}
	var n tally
	q, args, err := v.page(where, offset, true, most > 0)
	if err == nil {
		all := slices.Clone(args)
		if most > 0 {
			all = append(all, most)
		}
		all = append(all, v.picking(offset, append(args, limit, offset))...)
		err = v.each(ctx, q, v.with(all...), v.computing(fn), &n)
	}
	return int64(n), v.Wrap(err, "list a page of")
}

// tally scans a number of rows from a driver, which database/sql would convert to a text and then to an
// int64.
type tally int64

// Scan is called by database/sql.
func (t *tally) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("number of rows: got %T, want an integer", v)
	}
	*t = tally(n)
	return nil
}

// page returns the statement of a page, which takes a limit and an offset after the condition's arguments.
// With counted, those come twice, and the first ones before the limit of counting.
func (v Scoped) page(where predicate.Expr, offset int64, counted, limited bool) (*database.Statement, []any, error) {
	build := func(filter exp.Expression) *goqu.SelectDataset {
		return v.selecting(where, filter).Order(v.sorted()...).Limit(arg).Offset(arg)
	}
	k := kind{view: v.view, times: 1, more: 2 + v.reads.Args()}
	if v.isDeep(offset) {
		k.name, k.more, build = "deep:", k.more+len(v.deep), v.deepPage
	}
	switch {
	case limited:
		k.name, k.times, k.more = k.name+"limited:", 2, k.more+1
	case counted:
		k.name, k.times = k.name+"counted:", 2
	}
	return v.filtered(&v.pages, where, k, func(filter exp.Expression) *goqu.SelectDataset {
		page := build(filter)
		if counted {
			page = page.SelectAppend(goqu.L("?", query.Counting(v.dialect, v.From(), v.spec.Type, where, filter, limited)))
		}
		return page
	})
}

// isDeep reports whether the keys of a page are found first. For words all matching rows are ranked anyway.
func (v *view) isDeep(offset int64) bool { return offset > shallow && !v.reads.Ranked }

// picking returns the arguments for picking the rows of a page, after those of the sorted values.
func (v Scoped) picking(offset int64, args []any) []any {
	if len(v.rank) > 0 {
		return append(slices.Clip(v.rank), args...)
	}
	if offset <= shallow || len(v.deep) == 0 {
		return args
	}
	return append(slices.Clone(v.deep), args...)
}

// deepPage finds the keys of a page, and then its rows. SQLite reads the tables of a cross join in their order; it would
// otherwise look for the keys of the page in the whole index of the order.
func (v *view) deepPage(filter exp.Expression) *goqu.SelectDataset {
	key := v.spec.Type.Key
	parts := key.KeyParts
	if parts == nil {
		parts = []*schema.Field{key}
	}
	columns, on := make([]any, len(parts)), make([]exp.Expression, len(parts))
	for i, f := range parts {
		columns[i], on[i] = query.Column(f).As("k"+strconv.Itoa(i)), goqu.L("? = ?", query.Column(f), goqu.T("page").Col("k"+strconv.Itoa(i)))
	}
	keys := v.From().Select(columns...).SelectAppend(v.sorting.Columns...).Where(filter).
		Order(query.OrderBy(v.dialect, v.order)...).Limit(arg).Offset(arg)
	page := v.dialect.From(keys.As("page")).CrossJoin(query.Source(v.spec.Type, "t")).Where(on...)
	return v.reads.From(page).Order(query.OrderBy(v.dialect, v.order)...)
}
