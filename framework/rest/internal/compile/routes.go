// The table of all routes, and conflicting operations.

package compile

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// compileRoutes makes the table of all paths, and refuses two operations with one path and method.
func compileRoutes(c *compiler, p *plan.Plan) {
	t := routeTable{compiler: c, paths: &plan.Paths[*plan.Route]{}, byPattern: map[string]*plan.Route{}, clashes: map[[2]*plan.Resource]bool{}}
	for _, res := range c.Compiled {
		if c.Misplaced[res] {
			continue
		}
		for _, o := range res.Operations {
			t.add(o)
		}
	}
	for _, o := range c.endpoints {
		t.add(o)
	}
	for _, res := range c.Compiled {
		if !res.Singleton {
			res.StaticNames = t.paths.Names(res.RecordPattern)
			addStaticNameCheck(res)
		}
	}
	p.Routes, p.Paths = t.routes, t.paths
	p.Root, p.AccountMenu = listRoot(c, t.routes), listAccountMenu(c.endpoints)
}

type routeTable struct {
	*compiler
	routes    []*plan.Route
	paths     *plan.Paths[*plan.Route]
	byPattern map[string]*plan.Route
	clashes   map[[2]*plan.Resource]bool // that are reported: their paths clash one by one
}

func (t *routeTable) add(o *plan.Operation) {
	route := t.byPattern[o.Pattern]
	if route == nil {
		route = newRoute(o)
		err := t.paths.Add(o.Pattern, route)
		if refused, ok := errors.AsType[*plan.PathError](err); ok {
			if taken := t.byPattern[refused.Taken]; taken != nil { // otherwise it is no path, which was reported
				t.clash(o, taken.Operations[0])
			}
			return
		}
		t.byPattern[o.Pattern] = route
		t.routes = append(t.routes, route)
	}
	if route.Resource != o.Resource {
		t.clash(o, route.Operations[0])
	} else if taken := route.Add(o); taken != nil {
		t.clash(o, taken)
	}
}

// newRoute returns the path of an operation, with the operation's name.
func newRoute(o *plan.Operation) *plan.Route {
	r := &plan.Route{Pattern: o.Pattern, Name: o.Title, Description: o.Description, Resource: o.Resource, Record: o.Record}
	if o.Resource != nil {
		r.Nested = o.Resource.Parent != nil && strings.Contains(o.Pattern, "{"+plan.Params(o.Resource.Path)[0]+"}")
		if o.Builtin != 0 {
			r.Description = cmp.Or(o.Description, o.Resource.Description) // a Sublist may have one
			r.Record = r.Record || o.Resource.Singleton                   // even if its create comes first
		}
	}
	return r
}

// listRoot lists the paths without a key: the resources, and endpoints for reading.
func listRoot(c *compiler, routes []*plan.Route) []plan.Link {
	var links []plan.Link
	add := func(path string) { links = append(links, plan.Link{Name: strings.Trim(path, "/"), Path: path}) }
	for _, res := range c.Compiled {
		if res.Parent == nil && res.Type.Go != reflect.TypeFor[schema.Job]() { // which operators read, not clients
			add(res.Path)
		}
	}
	for _, r := range routes {
		if r.Resource == nil && r.Find("GET") != nil && !r.Card() && !strings.Contains(r.Pattern, "{") {
			add(r.Pattern)
		}
	}
	return links
}

// clash reports an operation whose path is taken.
func (t *routeTable) clash(o, by *plan.Operation) {
	if o.Builtin != 0 && by.Builtin != 0 {
		pair := [2]*plan.Resource{o.Resource, by.Resource}
		if t.clashes[pair] {
			return
		}
		t.clashes[pair] = true
	}
	what := o.Method + " " + o.Pattern
	if o.Resource != by.Resource || o.Pattern != by.Pattern {
		what = fmt.Sprintf("path %q", o.Pattern)
	}
	subject := ""
	if o.Resource != nil {
		subject = source.PlainName(o.Resource.Type.Go)
	}
	t.compiler.Add(&sets.Mistake{Pos: t.positions[o](), Resource: subject, Msg: fmt.Sprintf("%s is taken by %s, at %s; write another path", what, owner(by), t.positions[by]())})
}

// owner returns the declaration of an operation, for mistakes.
func owner(o *plan.Operation) string {
	switch {
	case o.Resource == nil:
		return "the endpoint " + o.Pattern
	case o.Builtin == 0:
		return fmt.Sprintf("the action %q of %s", o.Name, source.PlainName(o.Resource.Type.Go))
	default:
		return "the resource of " + source.PlainName(o.Resource.Type.Go)
	}
}
