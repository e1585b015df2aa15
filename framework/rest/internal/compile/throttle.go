// The option Throttles, of sets, view sets and actions.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
)

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
		if msg := sets.ThrottleMistake(&l.Values[i]); msg != "" {
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
		if msg := sets.ThrottleMistake(t); msg != "" {
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
