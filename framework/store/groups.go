// Counts and sums of rows in groups.

package store

import (
	"fmt"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Groups calls fn for each value of a field in a selection, with a record of that value and of the sums of
// other fields, and the number of rows, in the order of the values. It ignores the order and limit of the
// selection.
func (r Rows) Groups(sel Selection, by *schema.Field, sums []*schema.Field, fn func(rec *schema.Record, count int64) error) error {
	c := r.c
	sel.Limit = 0
	var key strings.Builder
	fmt.Fprintf(&key, "groups:%d", by.Index)
	for _, f := range sums {
		fmt.Fprintf(&key, ",%d", f.Index)
	}
	q, args, err := c.selection(sel, key.String()+":", nil, func(filter []exp.Expression) (*goqu.SelectDataset, error) {
		columns := []any{query.Read(c.dialect, by, query.Column(by))}
		for _, f := range sums {
			columns = append(columns, c.sum(f))
		}
		columns = append(columns, goqu.L("count(*)"))
		return c.From().Select(columns...).Where(filter...).GroupBy(query.Column(by)).Order(query.GroupOrder(c.dialect, by, query.Column(by)).Asc().NullsFirst()).Prepared(true), nil
	})
	if err == nil {
		rec := c.spec.Type.Acquire()
		defer rec.Release()
		var count tally
		dests := append(rec.Dests(append([]*schema.Field{by}, sums...), false), &count)
		err = r.s.Each(r.ctx, q, dests, func() error { return fn(rec, int64(count)) }, args...)
	}
	return c.Wrap(err, "group")
}

// sum adds up a column. PostgreSQL returns numerics for integers, which become integers again.
func (c *Table) sum(f *schema.Field) exp.Expression {
	if c.dialect.Name == "postgres" && f.ColumnIn(field.PostgreSQL).Types[0] == "bigint" {
		return goqu.L("CAST(sum(?) AS bigint)", query.Column(f))
	}
	return goqu.L("sum(?)", query.Column(f))
}
