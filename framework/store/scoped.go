// Reading the rows of a view.

package store

import (
	"context"
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Scoped reads representations of a table for one requester: of the related rows, only those that pass the
// filters. A reference to another row is shown as null. It needs no extra query.
type Scoped struct {
	*view
	session database.Session // of the table, or of a transaction: see Within
	args    []any            // of the filters
	deep    []any            // of the sorted values of a deep page
	rank    []any            // the words of Reader.Rank, for the join of the full text

	compute func(rec *schema.Record, many bool) error // Reader.Compute
	answers []bool                                    // Reader.Answers
}

// Within reads the same representations in a transaction, with its changes, or outside of transactions if
// tx is nil.
func (v Scoped) Within(tx *Tx) Scoped {
	if tx != nil {
		v.session = tx.s
	}
	return v
}

// computing returns a function that computes the computed fields of a record and then calls fn.
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

// row reads the one row of a statement, which takes the value of a field last, and its computed members.
func (v Scoped) row(ctx context.Context, q *database.Statement, rec *schema.Record, f *schema.Field, value schema.Key, args ...any) (found bool, err error) {
	var few [4]any // most lookups allocate no arguments
	args = query.AppendArgs(append(append(few[:0], v.args...), args...), f, value)
	found, err = v.session.Row(ctx, q, v.dests(rec), args...)
	if found && err == nil && v.compute != nil {
		err = v.compute(rec, false)
	}
	if v.unfitKey(err) {
		return false, nil
	}
	if err != nil {
		err = v.wrapRow(err, "read", value)
	}
	return found, err
}

// with returns the arguments of a statement after those of the filters.
func (v Scoped) with(args ...any) []any {
	if len(v.args) == 0 {
		return args
	}
	return append(v.args[:len(v.args):len(v.args)], args...)
}

// Stream calls fn with every row that meets the condition, in order. It is one database.Statement, and
// reuses one record for all rows: fn must not keep it.
func (v Scoped) Stream(ctx context.Context, where predicate.Expr, fn func(*schema.Record) error) error {
	q, args, err := v.filtered(&v.lists, where, kind{view: v.view, times: 1, more: v.reads.Args()}, func(filter exp.Expression) *goqu.SelectDataset {
		return v.selecting(where, filter).Order(v.sorted()...)
	})
	if err == nil {
		err = v.each(ctx, q, v.with(append(slices.Clip(v.rank), args...)...), v.computing(fn))
	}
	return v.Wrap(err, "list")
}

// Get reads the representation of one row.
func (v Scoped) Get(ctx context.Context, id schema.Key, rec *schema.Record) (found bool, err error) {
	return v.row(ctx, v.get, rec, v.spec.Type.Key, id)
}

// GetBy is Get for the row that has the value in the look-up field.
func (v Scoped) GetBy(ctx context.Context, value schema.Key, rec *schema.Record) (found bool, err error) {
	return v.row(ctx, v.getBy, rec, v.spec.Lookup, value)
}

// Find is Get for a row that meets the condition; another is not found.
func (v Scoped) Find(ctx context.Context, where predicate.Expr, id schema.Key, rec *schema.Record) (found bool, err error) {
	return v.find(ctx, where, "", v.spec.Type.Key, id, rec)
}

// FindBy is Find for the row that has the value in the look-up field.
func (v Scoped) FindBy(ctx context.Context, where predicate.Expr, value schema.Key, rec *schema.Record) (found bool, err error) {
	return v.find(ctx, where, "by:", v.spec.Lookup, value, rec)
}

func (v Scoped) find(ctx context.Context, where predicate.Expr, name string, f *schema.Field, value schema.Key, rec *schema.Record) (found bool, err error) {
	q, args, err := v.filtered(&v.finds, where, kind{view: v.view, name: name, times: 1, more: query.ArgsOf(f) + v.reads.Args()}, func(filter exp.Expression) *goqu.SelectDataset {
		return v.selecting(where, filter).Where(query.By(v.dialect, f))
	})
	if err != nil {
		return false, v.wrapRow(err, "read", value)
	}
	return v.row(ctx, q, rec, f, value, args...)
}

// Stream is Scoped.Stream without filters.
func (c *Table) Stream(ctx context.Context, where predicate.Expr, fn func(*schema.Record) error) error {
	return c.everything().Stream(ctx, where, fn)
}

// Page is Scoped.Page without filters.
func (c *Table) Page(ctx context.Context, where predicate.Expr, offset, limit int64, fn func(*schema.Record) error) error {
	return c.everything().Page(ctx, where, offset, limit, fn)
}

// Get is Scoped.Get without filters.
func (c *Table) Get(ctx context.Context, id schema.Key, rec *schema.Record) (found bool, err error) {
	return c.everything().Get(ctx, id, rec)
}

// Get is Table.Get within the transaction, with its changes.
func (tx *Tx) Get(id schema.Key, rec *schema.Record) (found bool, err error) {
	return tx.c.everything().Within(tx).Get(tx.ctx, id, rec)
}
