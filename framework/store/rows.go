// Whole rows for the code of a team.

package store

import (
	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Selection determines which whole rows are read: all their columns, and the keys of their many-to-many
// relations.
type Selection struct {
	Where predicate.Expr
	// Visible are conditions, one of which must hold too; without any, all rows are visible.
	Visible []Visibility
	Order   []Order
	Limit   int64 // 0 for all rows
	// Requester is the key of the reading account, 0 for an anonymous one: an order by a Has depends on it.
	Requester int64
}

// Select calls fn with the rows of a selection; fn must not keep the record.
func (r Rows) Select(sel Selection, fn func(*schema.Record) error) error {
	c := r.c
	fields := c.wholeRow()
	var requester []any
	extra := 0
	for _, o := range sel.Order {
		if o.Field.Derived == nil {
			continue
		}
		extra++
		if o.Field.Derived.Form == schema.FormHas {
			requester = append(requester, sel.Requester)
		}
	}
	q, args, err := c.selection(sel, rowsKey(sel), requester, func(filter []exp.Expression) (*goqu.SelectDataset, error) {
		columns, err := query.NewReading(c.dialect, c.spec.Type, fields, false, sel.Order)
		if err != nil {
			return nil, err
		}
		rows := columns.From(c.From()).Where(filter...).Order(query.OrderBy(c.dialect, sel.Order)...)
		if sel.Limit > 0 {
			rows = rows.Limit(arg)
		}
		return rows, nil
	})
	if err == nil {
		if sel.Limit > 0 {
			args = append(args, sel.Limit)
		}
		rec := c.spec.Type.Acquire()
		defer rec.Release()
		dests := rec.Dests(fields, false)
		for range extra {
			dests = append(dests, unread{})
		}
		err = r.s.Each(r.ctx, q, dests, func() error { return fn(rec) }, args...)
	}
	return c.Wrap(err, "select from")
}

// CountRows returns the number of rows in a selection without its limit.
func (r Rows) CountRows(sel Selection) (int64, error) {
	c := r.c
	var n tally
	sel.Limit = 0
	q, args, err := c.selection(sel, "count:", nil, func(filter []exp.Expression) (*goqu.SelectDataset, error) {
		return c.From().Select(goqu.L("count(*)")).Where(filter...).Prepared(true), nil
	})
	if err == nil {
		_, err = r.s.Row(r.ctx, q, []any{&n}, args...)
	}
	return int64(n), c.Wrap(err, "count")
}

// wholeRow returns the fields of a row that have a value, without the other side's references to it.
func (c *Table) wholeRow() []*schema.Field {
	fields := c.whole[:len(c.whole):len(c.whole)]
	for _, f := range c.spec.Type.Fields {
		if f.IsManyToMany() {
			fields = append(fields, f)
		}
	}
	return fields
}

// selection returns the statement of a selection, and its arguments: before, and then those of the
// conditions.
func (c *Table) selection(sel Selection, key string, before []any, build func(filter []exp.Expression) (*goqu.SelectDataset, error)) (*database.Statement, []any, error) {
	d, t := c.dialect, c.spec.Type
	args := append(append(before, query.Arguments(d, t, sel.Where)...), query.VisibleArgs(d, sel.Visible)...)
	q, err := c.selects.Get(key+sel.Where.Key()+"|"+query.Shape(sel.Visible), func() (*database.Statement, error) {
		where, err := query.Condition{Dialect: d, Type: t, As: "t"}.Expression(sel.Where, false)
		if err != nil {
			return nil, err
		}
		filter := []exp.Expression{where}
		if len(sel.Visible) > 0 {
			visible, err := query.OneOf(d, sel.Visible, "t", false)
			if err != nil {
				return nil, err
			}
			filter = append(filter, visible)
		}
		rows, err := build(filter)
		if err != nil {
			return nil, err
		}
		more := 0
		if sel.Limit > 0 {
			more = 1
		}
		return database.Build(rows, len(args)+more)
	})
	return q, args, err
}

// rowsKey identifies statements of different orders, and those with a limit.
func rowsKey(sel Selection) string {
	key := "rows:" + query.OrderKey(sel.Order) + ":"
	if sel.Limit > 0 {
		key = "limited:" + key
	}
	return key
}
