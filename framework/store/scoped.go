// Representations as one requester may see them.

package store

import (
	"context"
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
// relate to, only those that the filters let through. A reference to another row is shown as null.
// It needs no extra query.
type Scoped struct {
	c    *Table
	args []any // of the filters
	deep []any // of those that a deep page sorts by

	compute func(rec *schema.Record, many bool) error // View.Compute
}

// Reader is who reads, and what they may see.
type Reader struct {
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
func (c *Table) Scope(view Reader) (Scoped, error) {
	v := c
	if slices.ContainsFunc(view.Filters, func(g RowFilter) bool { return g.Visible != nil }) {
		var key strings.Builder
		for i, g := range view.Filters {
			if g.Visible != nil {
				key.WriteString(strconv.Itoa(i) + ":" + shape(g.Visible) + "|")
			}
		}
		filters := view.Filters
		under, err := c.scopes.get(key.String(), func() (*Table, error) { return c.under(filters) })
		if err != nil {
			return Scoped{}, c.wrap(err, "view")
		}
		v = under
	}
	return Scoped{v, v.arguments(v.reads.filters, view), v.arguments(v.sorting.filters, view), view.Compute}, nil
}

// arguments are what filters take for a request.
func (c *Table) arguments(filters []sqlFilter, view Reader) []any {
	var args []any
	for _, mine := range filters {
		if mine.requester {
			args = append(args, view.Requester)
			continue
		}
		for _, g := range view.Filters {
			if g.Field == mine.field {
				args = append(args, visibleArgs(c.dialect, g.Visible)...)
			}
		}
	}
	return args
}

// everything is the table with everything seen, by nobody.
func (c *Table) everything() Scoped {
	return Scoped{c: c, args: c.arguments(c.reads.filters, Reader{}), deep: c.arguments(c.sorting.filters, Reader{})}
}

// under is the table with statements of its own for reading representations.
func (c *Table) under(filters []RowFilter) (*Table, error) {
	v := c.clone()
	return v, v.read(filters...)
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
	found, err = s.Row(ctx, q, v.c.dests(rec), append(slices.Clip(v.args), args...)...)
	if found && err == nil && v.compute != nil {
		err = v.compute(rec, false)
	}
	return found, err
}

// args is how many arguments the filters take.
func (s *selection) args() (n int) {
	for _, g := range s.filters {
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

// with are the arguments of a statement after those of the filters.
func (v Scoped) with(args ...any) []any {
	if len(v.args) == 0 {
		return args
	}
	return append(v.args[:len(v.args):len(v.args)], args...)
}

// Stream gives every row that meets the condition, in order, to fn. It is one database.Statement, and one
// record is used for all rows: fn must not keep it.
func (v Scoped) Stream(ctx context.Context, where predicate.Expr, fn func(*schema.Record) error) error {
	return v.stream(ctx, v.c.session, where, fn)
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

// Get reads what a representation needs of one row.
func (v Scoped) Get(ctx context.Context, id schema.Key, rec *schema.Record) (found bool, err error) {
	found, err = v.row(ctx, v.c.session, v.c.get, rec, []any{id.Arg()})
	return found, v.c.wrapRow(err, "read", id)
}

// GetIn is Get within a transaction, with what that has changed.
func (v Scoped) GetIn(tx *Tx, id schema.Key, rec *schema.Record) (found bool, err error) {
	found, err = v.row(tx.ctx, tx.s, v.c.get, rec, []any{id.Arg()})
	return found, v.c.wrapRow(err, "read", id)
}

// GetBy is Get for the row that has the value in the look-up field.
func (v Scoped) GetBy(ctx context.Context, value schema.Key, rec *schema.Record) (found bool, err error) {
	found, err = v.row(ctx, v.c.session, v.c.getBy, rec, []any{value.Arg()})
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
		found, err = v.row(ctx, c.session, q, rec, append(args, value.Arg()))
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

// scopes keeps the scopes of a table by the shape of their filters, which are few: they depend
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
