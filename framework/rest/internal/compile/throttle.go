// The option Throttles, of sets, view sets and actions.

package compile

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
)

// throttle adds the throttles of an operation. Their mistakes are reported already.
func throttle(o *plan.Operation, scope string, declared []plan.Throttle) {
	action := o.Builtin
	switch {
	case action == plan.ModifyList || o.History && !o.Safe():
		action = plan.Modify
	case action == plan.DestroyList:
		action = plan.Destroy
	case o.History:
		action = plan.Retrieve
	}
	for _, t := range declared {
		if t.Actions != 0 && t.Actions&action == 0 || throttleMistake(&t) != "" {
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

// throttleMistake returns the mistake in a throttle, and its correction.
func throttleMistake(t *plan.Throttle) string {
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

// costs compiles the cost of a request of the action.
func (action *actionCompiler) costs(o *plan.Operation) {
	switch {
	case action.Cost == nil:
	case action.Cost.Of == nil:
		action.mistake("has rest.Cost without a function; write one, or leave it out")
	case action.Cost.In != action.In:
		action.mistake("has a rest.Cost that takes %s, and takes %s itself; let both take the same", action.Cost.In, action.In)
	case o.Throttles == nil:
		action.mistake("has a rest.Cost and no throttle that it counts under; write rest.Throttled too, or leave it out")
	default:
		o.Cost = action.Cost.Of
	}
}

// compileThrottles checks the throttles of the set, which apply to all of its operations.
func compileThrottles(c *compiler, _ *plan.Plan) {
	l := c.Set.Throttles
	if l == nil {
		return
	}
	c.CheckListedOnce("Throttles", l.At, l.Again)
	for i := range l.Values {
		if msg := throttleMistake(&l.Values[i]); msg != "" {
			c.Report("", "", l.At, "the set "+msg)
		} else if l.Values[i].Actions != 0 {
			c.Report("", "", l.At, "the set has a throttle of some Actions; write it in the view sets that it is about, or leave them out")
		}
		noteScope(c, &l.Values[i], func(msg string) { c.Report("", "", l.At, "the set "+msg) })
	}
	c.throttles = l.Values
}

// noteScope notes the token scope of a throttle.
func noteScope(c *compiler, t *plan.Throttle, report func(msg string)) {
	if t.TokenScope != "" {
		c.scoped = append(c.scoped, scopedThrottle{t.TokenScope, report})
	}
}

// checkScoped reports throttles of scopes that no token can have.
func checkScoped(c *compiler, words []string) {
	for _, s := range c.scoped {
		if !slices.Contains(words, s.scope) {
			s.report(fmt.Sprintf("has a throttle with the TokenScope %q, which no token can be limited to; write one of %s", s.scope, strings.Join(words, ", ")))
		}
	}
}

// checkThrottles checks those of the view set.
func checkThrottles(r *resource) {
	for i := range r.declaration.Throttles {
		t := &r.declaration.Throttles[i]
		if msg := throttleMistake(t); msg != "" {
			r.mistake("Throttles %s", msg)
		} else if t.Actions&^r.Resource.Actions != 0 {
			r.mistake("Throttles has one of actions that the resource does not offer; add them to Actions, or leave them out of the throttle")
		}
		if t.RowCost > 0 && r.declaration.Bulk.Actions == 0 {
			r.mistake("Throttles has one with a RowCost, and the resource takes no lists of rows; write Bulk, or leave RowCost out")
		}
		if t.ExportCost > 0 && !r.declaration.Exports {
			r.mistake("Throttles has one with an ExportCost, and the resource has no lists as files; write Exports: true, or leave ExportCost out")
		}
		noteScope(r.compiler, t, func(msg string) { r.mistake("Throttles %s", msg) })
	}
}
