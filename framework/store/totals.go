// Totals of rows in groups, for clients.

package store

import (
	"fmt"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Total is a total of a group, and Sum the destination of a sum.
type (
	Total = query.Total
	Sum   = query.Sum
)

// Totals calls fn with each group of the rows in a selection, by the values of some fields: see query.Totals.
// The limit of the selection is one of groups. dests are the destinations of the fields and of the totals; that of a
// sum is a *Sum.
func (r Rows) Totals(sel Selection, by []*schema.Field, filters []RowFilter, of []Total, dests []any, fn func() error) error {
	c := r.c
	var key strings.Builder
	var before []any
	for _, f := range by {
		fmt.Fprintf(&key, "%d,", f.Index)
		for _, g := range filters {
			if g.Field == f {
				before = append(before, query.VisibleArgs(c.dialect, g.Visible)...)
				key.WriteString(query.Shape(g.Visible))
			}
		}
	}
	for _, t := range of {
		key.WriteString(t.Function)
		if t.Field != nil {
			fmt.Fprint(&key, t.Field.Index)
		}
	}
	q, args, err := c.selection(sel, "totals:"+key.String()+":", before, func(where []exp.Expression) (*goqu.SelectDataset, error) {
		groups, err := query.Totals(c.dialect, c.From(), by, filters, of, where)
		if err != nil {
			return nil, err
		}
		return groups.Limit(arg), nil
	})
	if err == nil {
		err = r.s.Each(r.ctx, q, dests, fn, append(args, sel.Limit)...)
	}
	return c.Wrap(err, "total")
}
