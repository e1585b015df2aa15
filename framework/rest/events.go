package rest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Events says what becomes of the events of a set, for Set.Events. View sets with Events have them.
//
// An event is written in the transaction of the change: by the built-in operations, of lists too, by code that writes
// through rest.Rows, and of rows that are deleted, restored, or lose their reference, with others. There is none of
// statements of a team's own in SQL, of the sweep that removes rows which were marked as deleted, and of many-to-many
// relations that end because the other side is deleted.
type Events struct {
	// Keep is how long events are kept, and so for how long a reader may be away; a week by default. They are removed
	// within the hour after.
	Keep time.Duration
}

// keepEvents is how long events are kept where nothing is said.
const keepEvents = 7 * 24 * time.Hour

// eventsOf are the Events of a set, and where they were written.
type eventsOf struct {
	value Events
	at    caller
	again *caller // where they were written a second time; nil for nowhere
}

// Events says how long the events of the set are kept:
//
//	set.Events(rest.Events{Keep: 30 * 24 * time.Hour})
//
// Without the call that is a week. It returns the set.
func (s *Set) Events(e Events) *Set {
	at := callerOf(1)
	if s.events != nil {
		s.events.again = &at
		return s
	}
	s.events = &eventsOf{value: e, at: at}
	return s
}

// compileEvents compiles the outbox of the set; nil where no view set has events.
func (c *compiler) compileEvents() *plan.Events {
	of := c.set.events
	if of != nil {
		c.listedOnce("Events", of.at, of.again)
		if of.value.Keep < 0 {
			c.report("", "", of.at, fmt.Sprintf("Events: Keep is %s; write how long events are kept, or leave it out for a week", of.value.Keep))
		}
	}
	some := false
	for i, d := range c.declared {
		r := &resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		if d.Events {
			some = true
			r.events()
		}
	}
	if !some {
		if of != nil {
			c.report("", "", of.at, "Events says how long events are kept, and no view set has any; write Events: true in one, or leave the call out")
		}
		return nil
	}
	for i, d := range c.declared {
		if t := c.compiled[i].Type; t.Table == schema.EventTable || t.Table == schema.DeletedRowTable {
			(&resource{compiler: c, declaration: d, Resource: c.compiled[i]}).mistake("the table %q is that of the events; write another Table", t.Table)
			return nil
		}
	}
	e := &plan.Events{Keep: keepEvents}
	if of != nil && of.value.Keep > 0 {
		e.Keep = of.value.Keep
	}
	e.Type, e.Deleted = schema.CompileEvents(c.kinds, c.checks, func(_, msg string) { c.report("", "", c.set.at, "Events: "+msg) })
	c.order = append(c.order, e.Type, e.Deleted)
	return e
}

// events checks that changes of the rows of the resource can be told.
func (r *resource) events() {
	e := r.Resource
	switch names := permission.WithoutSQL(e.RowAccess); {
	case e.Singleton:
		r.mistake("Events are of records below a collection, and a singleton has none; leave Events out")
	case !r.Has(Retrieve):
		r.mistake("Events show what reading a record shows, and none can be read; add rest.Retrieve to the actions, or leave Events out")
	case e.RowAccess != nil && len(names) > 0:
		r.mistake("Events: who may be told of a row is said by the rule %q, which has no SQL form; write it with permission.Is, permission.Me and permission.Owner, or leave Events out", strings.Join(names, ", "))
	}
	other := slices.IndexFunc(r.compiled, func(other *plan.Resource) bool { return other.Events && other.Type.Table == r.Type.Table })
	if other >= 0 {
		r.mistake("Events are told of the table %s by the view set of %s already, at %s; leave them out of one", r.Type.Table, r.compiled[other].Path, r.finder.view(r.compiled[other].Type.Go, r.set.at))
		return
	}
	e.Events = true
}
