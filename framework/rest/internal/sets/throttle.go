// The throttles of operations.

package sets

import (
	"fmt"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
)

// Throttle adds the throttles of an operation. Their mistakes are reported already.
func Throttle(o *plan.Operation, scope string, declared []plan.Throttle) {
	action := o.Builtin
	switch {
	case action == plan.ModifyList || o.History && !o.Safe():
		action = plan.Modify
	case action == plan.DestroyList:
		action = plan.Destroy
	case o.History:
		action = plan.Retrieve
	case o.Totals != nil:
		action = plan.List
	}
	for _, t := range declared {
		if t.Actions != 0 && t.Actions&action == 0 || ThrottleMistake(&t) != "" {
			continue
		}
		if t.Scope == "" {
			t.Scope = scope
		}
		t.Cost = max(t.Cost, 1)
		t.SetName()
		o.Throttles = append(o.Throttles, &t)
	}
}

// ThrottleMistake returns the mistake in a throttle, and its correction.
func ThrottleMistake(t *plan.Throttle) string {
	switch {
	case strings.ContainsFunc(t.Scope, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }):
		return fmt.Sprintf("has a throttle with the scope %q, which no header can name; write printable ASCII without quotes", t.Scope)
	case len(t.Rates) == 0:
		return fmt.Sprintf("has a throttle of scope %q without a rate; write Rates: []rest.Rate{{Requests: 20, Per: time.Minute}}", t.Scope)
	case t.By > plan.Together:
		return "has a throttle by nothing that there is; write rest.PerUser, rest.PerToken, rest.PerAddress or rest.Together"
	case t.Cost < 0:
		return fmt.Sprintf("has a throttle at a cost of %d; write a number above 0, or leave it out for 1", t.Cost)
	case t.RowCost < 0 || t.ExportCost < 0:
		return fmt.Sprintf("has a throttle with the RowCost %d and the ExportCost %d; write numbers above 0, or leave them out", t.RowCost, t.ExportCost)
	}
	for _, r := range t.Rates {
		switch {
		case r.Requests < 1 || r.Per < time.Second:
			return fmt.Sprintf("has a throttle of %s; let at least 1 request through, in at least a second", r)
		case max(t.Cost, t.RowCost, t.ExportCost) > r.Requests:
			return fmt.Sprintf("has a throttle of %s at a cost of %d, which lets nothing through; write a lower cost", r, max(t.Cost, t.RowCost, t.ExportCost))
		}
	}
	return ""
}
