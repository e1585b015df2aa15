// The rows that a page asks about before many are written.

package serve

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Filtered implements pageapi.Request.
func (p *pageRequest) Filtered(query string, limit int64, each func(row *schema.Record) error) error {
	x, a, res := p.x, p.a, p.a.route.resource
	i := slices.IndexFunc(a.route.offered, func(o *operation) bool { return o.Builtin&(plan.ModifyList|plan.DestroyList) != 0 && o.query != nil })
	if i < 0 {
		return nil
	}
	asked, err := readQuery(x, a, a.route.offered[i].query, query)
	if refusal := problem.As(err); refusal != nil && refusal.Code == problem.Invalid {
		return refusedList(refusal)
	}
	if err != nil {
		return err
	}
	if err := selectRows(res, x, nil, chosenByFilters(a, asked, limit), each); err != nil {
		return fmt.Errorf("load rows of %s: %w", res.Name, err)
	}
	return nil
}

// chosenByFilters are the rows that a request about what filters leave writes.
func chosenByFilters(a *admission, asked *plan.Listing, limit int64) store.Selection {
	rows := store.Selection{Where: predicate.And(a.allowed(true), asked.Where), Limit: limit}
	if a.requester.user != nil {
		rows.Requester = a.requester.user.ID
	}
	for _, o := range a.route.resource.Order {
		rows.Order = append(rows.Order, store.Order(o))
	}
	return rows
}

// Writable implements pageapi.Request.
func (p *pageRequest) Writable(keys []schema.Key, destroy bool) (map[schema.Key]bool, error) {
	action := plan.ModifyList
	if destroy {
		action = plan.DestroyList
	}
	a, res := p.a, p.a.route.resource
	i := slices.IndexFunc(a.route.offered, func(o *operation) bool { return o.Builtin == action })
	if i < 0 {
		return nil, nil
	}
	cond := predicate.And(a.permits(a.route.offered[i]), a.allowed(true))
	meet, err := rowsHolding(res, p.x, nil, keys, cond, false)
	if err != nil {
		return nil, fmt.Errorf("rules of %s: %w", res.Name, err)
	}
	return meet, nil
}
