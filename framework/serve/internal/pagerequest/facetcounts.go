// Counts of a list's rows for each choice of a filter.

package pagerequest

import (
	"fmt"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// CountFacet implements pageapi.Request.
func (p *pageRequest) CountFacet(param *plan.Param, each func(value string, count int64)) error {
	if p.asked == nil {
		return nil
	}
	res, by := p.a.Route.Res, param.Path.End
	rows := store.Selection{Where: predicate.And(p.a.Cond, p.asked.Except(param))}
	if user := p.a.Requester.User; user != nil {
		rows.Requester = user.ID
	}
	err := res.Rows.Read(p.x.Context).Groups(rows, by, nil, func(rec *schema.Record, count int64) error {
		switch v := rec.Get(by).(type) {
		case nil:
		case schema.Key:
			each(v.String(), count)
		default:
			each(by.Text(v), count)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("count %s of %s: %w", param.Name, res.Name, err)
	}
	return nil
}
