package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Scoped reads representations of a table as one requester may see them: of the rows that they
// relate to, only those that the guards let through. A reference to another row is shown as null.
// It needs no extra query.
type Scoped struct {
	c    *Table
	args []any // of the guards
	deep []any // of those that a deep page sorts by

	compute func(rec *schema.Record, many bool) error // View.Compute
}

// View is who reads, and what they may see.
type View struct {
	// Filters are always the same fields in the same order; without any, or any with Visible, everything
	// is seen.
	Filters []RowFilter
	// Requester is the key of the account that reads, 0 for an anonymous one.
	Requester int64
	// Compute gives the computed fields of a record their values, once the others are read; many says
	// that it is one of many rows, whose statement is not at its end. With nil they are not computed.
	Compute func(rec *schema.Record, many bool) error
}

// Scope is the table as one requester sees it.
func (c *Table) Scope(view View) (Scoped, error) {
	v := c
	if slices.ContainsFunc(view.Filters, func(g RowFilter) bool { return g.Visible != nil }) {
		var key strings.Builder
		for i, g := range view.Filters {
			if g.Visible != nil {
				key.WriteString(strconv.Itoa(i) + ":" + shape(g.Visible) + "|")
			}
		}
		guards := view.Filters
		under, err := c.scopes.get(key.String(), func() (*Table, error) { return c.under(guards) })
		if err != nil {
			return Scoped{}, c.wrap(err, "view")
		}
		v = under
	}
	return Scoped{v, v.arguments(v.reads.guards, view), v.arguments(v.sorting.guards, view), view.Compute}, nil
}

// arguments are what guards take for a request.
func (c *Table) arguments(guards []guard, view View) []any {
	var args []any
	for _, mine := range guards {
		if mine.requester {
			args = append(args, view.Requester)
			continue
		}
		for _, g := range view.Filters {
			if g.Field == mine.field {
				args = append(args, guardArgs(c.db.Dialect(), g.Visible)...)
			}
		}
	}
	return args
}

// everything is the table with everything seen, by nobody.
func (c *Table) everything() Scoped {
	return Scoped{c: c, args: c.arguments(c.reads.guards, View{}), deep: c.arguments(c.sorting.guards, View{})}
}

// under is the table with statements of its own for reading representations.
func (c *Table) under(guards []RowFilter) (*Table, error) {
	v := c.clone()
	return v, v.read(guards...)
}

// computing is fn after the computed fields of a record have got their values.
func (v Scoped) computing(fn func(*schema.Record) error) func(*schema.Record) error {
	if v.compute == nil {
		return fn
	}
	return func(rec *schema.Record) error {
		if err := v.compute(rec, true); err != nil {
			return err
		}
		return fn(rec)
	}
}

// row reads the one row of a statement, and what is computed of it.
func (v Scoped) row(ctx context.Context, s database.Session, q *database.Statement, rec *schema.Record, args []any) (found bool, err error) {
	found, err = s.Row(ctx, q, v.c.dests(rec), v.with(args...)...)
	if found && err == nil && v.compute != nil {
		err = v.compute(rec, false)
	}
	return found, err
}

// args is how many arguments the guards take.
func (s *selection) args() (n int) {
	for _, g := range s.guards {
		n += g.count
	}
	return n
}

// dests is where the columns of a representation go.
func (c *Table) dests(rec *schema.Record) []any {
	dests := rec.Dests(c.spec.Reads, true)
	if len(c.reads.refs) > 0 {
		dests = rec.HiddenDests(dests, c.reads.refs)
	}
	for range c.reads.extra {
		dests = append(dests, unread{})
	}
	return dests
}

// unread takes a column that is only sorted by.
type unread struct{}

func (unread) Scan(any) error { return nil }

// with are the arguments of a statement after those of the guards.
func (v Scoped) with(args ...any) []any {
	if len(v.args) == 0 {
		return args
	}
	return append(v.args[:len(v.args):len(v.args)], args...)
}

// Stream gives every row that meets the condition, in order, to fn. It is one database.Statement, and one
// record is used for all rows: fn must not keep it.
func (v Scoped) Stream(ctx context.Context, where predicate.Expr, fn func(*schema.Record) error) error {
	return v.stream(ctx, v.c.db.Session(), where, fn)
}

// StreamIn is Stream within a transaction, with what that has changed.
func (v Scoped) StreamIn(tx *Tx, where predicate.Expr, fn func(*schema.Record) error) error {
	return v.stream(tx.ctx, tx.s, where, fn)
}

func (v Scoped) stream(ctx context.Context, s database.Session, where predicate.Expr, fn func(*schema.Record) error) error {
	c := v.c
	q, args, err := c.filtered(&c.lists, where, kind{name: "", times: 1, more: c.reads.args()}, func(filter exp.Expression) *goqu.SelectDataset {
		return c.reads.from(c.from()).Where(filter).Order(order(c.spec.Order)...)
	})
	if err == nil {
		err = c.each(ctx, s, q, v.with(args...), v.computing(fn))
	}
	return c.wrap(err, "list")
}

// shallow is how many rows a page may lie behind for the database to go past them whole.
const shallow = 1000

// Page is Stream for at most limit rows after the first offset ones. For a page that lies deep its
// keys are found first, so that relations are read for its rows only.
func (v Scoped) Page(ctx context.Context, where predicate.Expr, offset, limit int64, fn func(*schema.Record) error) error {
	q, args, err := v.page(where, offset, false, false)
	if err == nil {
		err = v.c.each(ctx, v.c.db.Session(), q, v.with(v.picking(offset, append(args, limit, offset))...), v.computing(fn))
	}
	return v.c.wrap(err, "list a page of")
}

// CountedPage is Page with the number of all rows that meet the condition, in the same statement and
// so of the same moment. With most other than 0, counting stops there. Of a page without rows the
// number is 0, however many there are before it.
func (v Scoped) CountedPage(ctx context.Context, where predicate.Expr, offset, limit, most int64, fn func(*schema.Record) error) (total int64, err error) {
	var n tally
	q, args, err := v.page(where, offset, true, most > 0)
	if err == nil {
		all := slices.Clone(args)
		if most > 0 {
			all = append(all, most)
		}
		all = append(all, v.picking(offset, append(args, limit, offset))...)
		err = v.c.each(ctx, v.c.db.Session(), q, v.with(all...), v.computing(fn), &n)
	}
	return int64(n), v.c.wrap(err, "list a page of")
}

// tally takes a number of rows from a driver, which database/sql would turn into a text on the way
// to an int64.
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

// page is the statement of a page, which takes a limit and an offset after the condition's arguments.
// Where it counts, these come twice, and the first time before the limit of counting.
func (v Scoped) page(where predicate.Expr, offset int64, counted, limited bool) (*database.Statement, []any, error) {
	c, build := v.c, v.c.page
	k := kind{name: "", times: 1, more: 2 + v.c.reads.args()}
	if offset > shallow {
		k.name, k.more, build = "deep:", k.more+len(v.deep), c.deepPage
	}
	switch {
	case limited:
		k = kind{name: k.name + "limited:", times: 2, more: k.more + 1}
	case counted:
		k = kind{name: k.name + "counted:", times: 2, more: k.more}
	}
	return c.filtered(&c.pages, where, k, func(filter exp.Expression) *goqu.SelectDataset {
		page := build(filter)
		if counted {
			page = page.SelectAppend(goqu.L("?", c.counting(filter, limited)))
		}
		return page
	})
}

func (c *Table) page(filter exp.Expression) *goqu.SelectDataset {
	return c.reads.from(c.from()).Where(filter).Order(order(c.spec.Order)...).Limit(arg).Offset(arg)
}

// picking are the arguments that pick the rows of a page, after those of what it sorts by.
func (v Scoped) picking(offset int64, args []any) []any {
	if offset <= shallow || len(v.deep) == 0 {
		return args
	}
	return append(slices.Clone(v.deep), args...)
}

func (c *Table) deepPage(filter exp.Expression) *goqu.SelectDataset {
	key := c.spec.Type.Key.Column
	keys := c.from().Select(column(c.spec.Type.Key)).SelectAppend(c.sorting.columns...).Where(filter).
		Order(order(c.spec.Order)...).Limit(arg).Offset(arg)
	on := goqu.On(goqu.L("? = ?", goqu.T("t").Col(key), goqu.T("page").Col(key)))
	page := c.db.Dialect().From(keys.As("page")).Join(goqu.T(c.spec.Type.Table).As("t"), on)
	return c.reads.from(page).Order(order(c.spec.Order)...)
}

// Get reads what a representation needs of one row.
func (v Scoped) Get(ctx context.Context, id schema.Key, rec *schema.Record) (found bool, err error) {
	found, err = v.row(ctx, v.c.db.Session(), v.c.get, rec, []any{id.Arg()})
	return found, v.c.wrapRow(err, "read", id)
}

// GetIn is Get within a transaction, with what that has changed.
func (v Scoped) GetIn(tx *Tx, id schema.Key, rec *schema.Record) (found bool, err error) {
	found, err = v.row(tx.ctx, tx.s, v.c.get, rec, []any{id.Arg()})
	return found, v.c.wrapRow(err, "read", id)
}

// GetBy is Get for the row that has the value in the look-up field.
func (v Scoped) GetBy(ctx context.Context, value schema.Key, rec *schema.Record) (found bool, err error) {
	found, err = v.row(ctx, v.c.db.Session(), v.c.getBy, rec, []any{value.Arg()})
	return found, v.c.wrapRow(err, "read", value)
}

// Find is Get for a row that meets the condition; another is not found.
func (v Scoped) Find(ctx context.Context, where predicate.Expr, id schema.Key, rec *schema.Record) (found bool, err error) {
	return v.find(ctx, where, "", v.c.spec.Type.Key, id, rec)
}

// FindBy is Find for the row that has the value in the look-up field.
func (v Scoped) FindBy(ctx context.Context, where predicate.Expr, value schema.Key, rec *schema.Record) (found bool, err error) {
	return v.find(ctx, where, "by:", v.c.spec.Lookup, value, rec)
}

func (v Scoped) find(ctx context.Context, where predicate.Expr, name string, f *schema.Field, value schema.Key, rec *schema.Record) (found bool, err error) {
	c := v.c
	q, args, err := c.filtered(&c.finds, where, kind{name: name, times: 1, more: 1 + c.reads.args()}, func(filter exp.Expression) *goqu.SelectDataset {
		return c.reads.from(c.from()).Where(filter, by(f))
	})
	if err == nil {
		found, err = v.row(ctx, c.db.Session(), q, rec, append(args, value.Arg()))
	}
	return found, c.wrapRow(err, "read", value)
}

// Stream is Scoped.Stream with everything seen.
func (c *Table) Stream(ctx context.Context, where predicate.Expr, fn func(*schema.Record) error) error {
	return c.everything().Stream(ctx, where, fn)
}

// Page is Scoped.Page with everything seen.
func (c *Table) Page(ctx context.Context, where predicate.Expr, offset, limit int64, fn func(*schema.Record) error) error {
	return c.everything().Page(ctx, where, offset, limit, fn)
}

// Get is Scoped.Get with everything seen.
func (c *Table) Get(ctx context.Context, id schema.Key, rec *schema.Record) (found bool, err error) {
	return c.everything().Get(ctx, id, rec)
}

// Get is Scoped.GetIn with everything seen.
func (tx *Tx) Get(id schema.Key, rec *schema.Record) (found bool, err error) {
	return tx.c.everything().GetIn(tx, id, rec)
}

// scopes keeps the scopes of a table by the shape of their guards, which are few: they depend
// on the rules, not on what a client sends.
type scopes struct {
	mu     sync.RWMutex
	tables map[string]*Table
}

func (v *scopes) get(key string, build func() (*Table, error)) (*Table, error) {
	v.mu.RLock()
	c := v.tables[key]
	v.mu.RUnlock()
	if c != nil {
		return c, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c := v.tables[key]; c != nil {
		return c, nil
	}
	c, err := build()
	if err != nil {
		return nil, err
	}
	if v.tables == nil {
		v.tables = map[string]*Table{}
	}
	v.tables[key] = c
	return c, nil
}
