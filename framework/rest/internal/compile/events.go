// The option Events, and the outbox of a set.

package compile

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// keepEvents is how long events are kept by default.
const keepEvents = 7 * 24 * time.Hour

// compileEvents compiles the outbox of the set; nil if no view set has events.
func compileEvents(c *compiler, p *plan.Plan) {
	of := c.Set.KeepEvents
	if of != nil {
		c.CheckListedOnce("Events", of.At, of.Again)
		if of.Values[0] < 0 {
			c.Report("", "", of.At, fmt.Sprintf("Events: Keep is %s; write how long events are kept, or leave it out for a week", of.Values[0]))
		}
	}
	some := false
	for _, r := range c.resources {
		if r.declaration.Events {
			some = true
			publishEvents(r)
		}
	}
	if !some {
		if of != nil {
			c.Report("", "", of.At, "Events says how long events are kept, and no view set has any; write Events: true in one, or leave the call out")
		}
		return
	}
	for _, r := range c.resources {
		if t := r.Type; t.Table == schema.EventTable || t.Table == schema.DeletedRowTable {
			r.mistake("the table %q is that of the events; write another Table", t.Table)
			return
		}
	}
	e := &plan.Events{Keep: keepEvents}
	if of != nil && of.Values[0] > 0 {
		e.Keep = of.Values[0]
	}
	e.Type, e.Deleted = structs.CompileEvents(c.kinds, c.checks, func(_, msg string) { c.Report("", "", c.Set.At, "Events: "+msg) })
	c.order = append(c.order, e.Type, e.Deleted)
	p.Events = e
}

// publishEvents makes the changes of a resource public as events, or reports why that cannot be.
func publishEvents(r *resource) {
	res := r.Resource
	switch names := permission.WithoutSQL(res.RowAccess); {
	case res.Singleton:
		r.mistake("Events are of records below a collection, and a singleton has none; leave Events out")
	case !r.Has(plan.Retrieve):
		r.mistake("Events show what reading a record shows, and none can be read; add rest.Retrieve to the actions, or leave Events out")
	case res.RowAccess != nil && len(names) > 0:
		r.mistake("Events: who may receive events of a row depends on the rule %q, which has no SQL form; write it with permission.Is, permission.Me and permission.Owner, or leave Events out", strings.Join(names, ", "))
	}
	other := slices.IndexFunc(r.Compiled, func(other *plan.Resource) bool { return other.Events && other.Type.Table == r.Type.Table })
	if other >= 0 {
		r.mistake("Events are published for the table %s by the view set of %s already, at %s; leave them out of one", r.Type.Table, r.Compiled[other].Path, r.Finder.View(r.Compiled[other].Type.Go, r.Set.At))
		return
	}
	res.Events = true
}
