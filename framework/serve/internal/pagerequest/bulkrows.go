// The rows that a page lists before it asks whether to change or delete them all.

package pagerequest

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
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
	if err := res.Rows.Read(x.Context).Select(writes.ChosenByFilters(a, asked, limit), each); err != nil {
		return fmt.Errorf("load rows of %s: %w", res.Name, err)
	}
	return nil
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
	meet, err := access.RowsHolding(res.Rows.Read(p.x.Context), keys, cond, false)
	if err != nil {
		return nil, fmt.Errorf("rules of %s: %w", res.Name, err)
	}
	return meet, nil
}
