// How many rows of a list the choices of a filter leave.

package serve

import (
	"fmt"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// CountFacet gives how many rows of the list each value of a filter would leave, under the other filters of the request:
// the value as a form has it, or the key of the row that a reference leads to. A value that no row has is not given.
// It takes one statement, and gives nothing of a list that was refused.
func (p *PageRequest) CountFacet(param *plan.Param, each func(value string, count int64)) error {
	if p.asked == nil {
		return nil
	}
	res, by := p.a.route.resource, param.Path.End
	rows := store.Selection{Where: predicate.And(p.a.cond, p.asked.Except(param))}
	if user := p.a.requester.user; user != nil {
		rows.Requester = user.ID
	}
	err := res.rows.Groups(p.x.ctx, rows, by, nil, func(rec *schema.Record, count int64) error {
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
