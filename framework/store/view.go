// Views: representations of a table's rows for a requester, in an order.

package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Reader is the reader: a requester, the visible rows, and the representation.
type Reader struct {
	// Filters are always the same fields in the same order; without any, or any with Visible, all rows are
	// visible.
	Filters []RowFilter
	// Requester is the key of the reading account, 0 for an anonymous one.
	Requester int64
	// As is the representation to read; nil for that of the table.
	As *Representation
	// Order is the order of lists, with the key added if it is missing; nil for that of the table.
	Order []Order
	// Rank are words by which lists are sorted before their order: rows with the most matches in their full
	// text come first. "" for none.
	Rank string
	// Compute computes the computed fields of a record, after the others are read; many means that it is
	// one of many rows, whose statement is still open. nil computes nothing.
	Compute func(rec *schema.Record, many bool) error
	// Asked are conditions on the rows, each of which is a column of the statement: for each row that is
	// read, Answers has the results at the same indexes, until the next row is read. They filter nothing.
	Asked   []predicate.Expr
	Answers []bool
}

// Representation lists the fields to read of a table's rows: those of a type whose Row is that of the
// table, in order and each once. It is compared by its address.
type Representation struct {
	Type  *schema.Type
	Reads []*schema.Field
}

// view is a representation of rows for some requesters, with its order.
type view struct {
	*Table
	key        viewKey
	as         *Representation
	order      []Order
	reads      *query.Reading // of the representation
	sorting    *query.Reading // the sorted values that the table has no column for
	get, getBy *database.Statement
}

// viewKey identifies a view of a table: by the shape of the filters, and by the order.
type viewKey struct {
	as   *Representation
	seen string
	by   string

	asked  string
	ranked bool
}

// Scope returns the table for one requester.
func (c *Table) Scope(r Reader) (Scoped, error) {
	v := c.base
	key := viewKey{as: r.As, seen: seen(r.Filters), by: query.OrderKey(r.Order), asked: askedKey(r.Asked), ranked: r.Rank != ""}
	if key != (viewKey{}) {
		var err error
		if v, err = c.views.Get(key, func() (*view, error) { return c.newView(r, key) }); err != nil {
			return Scoped{}, c.Wrap(err, "view")
		}
	}
	return v.scoped(r), nil
}

func (v *view) scoped(r Reader) Scoped {
	var rank []any
	if v.reads.Ranked {
		rank = []any{query.MatchArgument(v.dialect, r.Rank)}
	}
	args := v.arguments(v.reads.Filters, r)
	for _, cond := range r.Asked {
		args = query.AppendArguments(args, v.dialect, v.spec.Type, cond)
	}
	return Scoped{view: v, session: v.session, rank: rank, args: args, deep: v.arguments(v.sorting.Filters, r), compute: r.Compute, answers: r.Answers}
}

// everything returns the table without filters, for nobody.
func (c *Table) everything() Scoped { return c.base.scoped(Reader{}) }

// seen returns the shape of the filters that hide rows.
func seen(filters []RowFilter) string {
	if !slices.ContainsFunc(filters, func(g RowFilter) bool { return g.Visible != nil }) {
		return ""
	}
	key := make([]byte, 0, 512)
	for i, g := range filters {
		if g.Visible != nil {
			key = append(strconv.AppendInt(key, int64(i), 10), ':')
			key = append(query.AppendShape(key, g.Visible), '|')
		}
	}
	return string(key)
}

// askedKey returns the cache key of the conditions on rows.
func askedKey(asked []predicate.Expr) string {
	if len(asked) == 0 {
		return ""
	}
	var b strings.Builder
	for _, cond := range asked {
		b.WriteString(cond.Key() + "|")
	}
	return b.String()
}

// newView builds the statements of a view.
func (c *Table) newView(r Reader, key viewKey) (*view, error) {
	v := &view{Table: c, key: key, as: r.As, order: c.spec.Order}
	if v.as == nil {
		v.as = &Representation{Type: c.spec.Type, Reads: c.spec.Reads}
	}
	var err error
	if r.Order != nil {
		if v.order, err = c.complete(r.Order); err != nil {
			return nil, err
		}
	}
	if v.reads, err = query.NewReading(c.dialect, v.as.Type, v.as.Reads, true, v.order, r.Filters...); err != nil {
		return nil, err
	}
	if err = v.reads.Ask(c.spec.Type, r.Asked); err != nil {
		return nil, err
	}
	if r.Rank != "" {
		if err = v.reads.Rank(c.spec.Type); err != nil {
			return nil, err
		}
	}
	if v.sorting, err = query.NewReading(c.dialect, c.spec.Type, nil, false, v.order, r.Filters...); err != nil {
		return nil, err
	}
	if v.get, err = v.reads.One(v.reads.From(c.From()).Where(c.byKey()), c.spec.Type.Key); err != nil {
		return nil, err
	}
	if v.getBy = v.get; c.spec.Lookup != c.spec.Type.Key {
		v.getBy, err = v.reads.One(v.reads.From(c.From()).Where(query.By(c.dialect, c.spec.Lookup)), c.spec.Lookup)
	}
	return v, err
}

// Retire implements database.Retirable. The statements of its lists and pages leave their caches by
// themselves, since nobody uses them any more.
func (v *view) Retire() {
	v.get.Retire()
	v.getBy.Retire()
}

// arguments returns the arguments of filters for a request.
func (v *view) arguments(filters []query.Filter, r Reader) []any {
	var args []any
	for _, mine := range filters {
		if mine.Requester {
			args = append(args, r.Requester)
			continue
		}
		for _, g := range r.Filters {
			if g.Field == mine.Field {
				args = append(args, query.VisibleArgs(v.dialect, g.Visible)...)
			}
		}
	}
	return args
}

// dests returns the destinations of the representation's columns.
func (v Scoped) dests(rec *schema.Record) []any {
	dests := rec.Dests(v.as.Reads, true)
	if len(v.reads.Refs) > 0 {
		dests = rec.HiddenDests(dests, v.reads.Refs)
	}
	for range v.reads.Extra {
		dests = append(dests, unread{})
	}
	for i := range v.answers {
		dests = append(dests, (*answer)(&v.answers[i]))
	}
	return dests
}

// unread scans a column that is only sorted by.
type unread struct{}

func (unread) Scan(any) error { return nil }

// answer scans whether a condition holds for a row.
type answer bool

// Scan is called by database/sql. SQLite has numbers for booleans.
func (a *answer) Scan(v any) error {
	switch v := v.(type) {
	case bool:
		*a = answer(v)
	case int64:
		*a = v != 0
	default:
		return fmt.Errorf("whether a condition holds: got %T, want a boolean", v)
	}
	return nil
}

// sorted returns the order of lists, after the rank of rows if they have one.
func (v *view) sorted() []exp.OrderedExpression {
	by := query.OrderBy(v.dialect, v.order)
	switch {
	case !v.reads.Ranked:
		return by
	case v.dialect.Name == "postgres":
		rank := goqu.L("ts_rank(?, ?)", goqu.T("t").Col(schema.FullTextColumn), goqu.T(query.RankTable).Col(query.RankTable))
		return append([]exp.OrderedExpression{rank.Desc()}, by...)
	default:
		return append([]exp.OrderedExpression{goqu.T(query.RankTable).Col("score").Asc()}, by...)
	}
}

// selecting reads the rows of the view that meet a condition, whose complete SQL is filter.
func (v *view) selecting(where predicate.Expr, filter exp.Expression) *goqu.SelectDataset {
	reads, filter, err := v.reads.JoinRequired(v.spec.Type, where, filter)
	return reads.From(v.From()).Where(filter).SetError(err)
}
