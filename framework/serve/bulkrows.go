// The rows that a page asks about before many are written.

package serve

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Filtered implements pageapi.Request.
func (p *pageRequest) Filtered(query string, limit int64, each func(row *schema.Record) error) error {
	x, a, res := p.x, p.a, p.a.Route.Res
	i := slices.IndexFunc(a.Route.Offered, func(o *request.Operation) bool {
		return o.Builtin&(plan.ModifyList|plan.DestroyList) != 0 && o.Query != nil
	})
	if i < 0 {
		return nil
	}
	asked, err := access.ReadQuery(x, a, a.Route.Offered[i].Query, query)
	if refusal := problem.As(err); refusal != nil && refusal.Code == problem.Invalid {
		return refusedList(refusal)
	}
	if err != nil {
		return err
	}
	if err := access.SelectRows(res, x, nil, chosenByFilters(a, asked, limit), each); err != nil {
		return fmt.Errorf("load rows of %s: %w", res.Name, err)
	}
	return nil
}

// chosenByFilters are the rows that a request about what filters leave writes.
func chosenByFilters(a *request.Admission, asked *plan.Listing, limit int64) store.Selection {
	rows := store.Selection{Where: predicate.And(a.Allowed(true), asked.Where), Limit: limit}
	if a.Requester.User != nil {
		rows.Requester = a.Requester.User.ID
	}
	for _, o := range a.Route.Res.Order {
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
	a, res := p.a, p.a.Route.Res
	i := slices.IndexFunc(a.Route.Offered, func(o *request.Operation) bool { return o.Builtin == action })
	if i < 0 {
		return nil, nil
	}
	cond := predicate.And(a.Permits(a.Route.Offered[i]), a.Allowed(true))
	meet, err := access.RowsHolding(res, p.x, nil, keys, cond, false)
	if err != nil {
		return nil, fmt.Errorf("rules of %s: %w", res.Name, err)
	}
	return meet, nil
}
