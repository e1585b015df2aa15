package rest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

const pathLetters = "abcdefghijklmnopqrstuvwxyz0123456789-_"

// keyParam is where the key of a record stands in a pattern.
const keyParam = "{key}/"

// checkPath returns what is wrong with a path, or "": its segments need no escapes, and the framework
// takes none of it for itself. A segment in braces is taken for a name.
func checkPath(path, example string) (mistake string) {
	for _, name := range plan.Params(path) {
		path = strings.Replace(path, "/{"+name+"}/", "/"+name+"/", 1)
	}
	segments := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case !strings.HasPrefix(path, "/") || !strings.HasSuffix(path, "/") || path == "/":
		return fmt.Sprintf("path %q does not start and end with a slash around a name; write %q", path, example)
	case slices.ContainsFunc(segments, func(s string) bool { return !isSegment(s) }):
		return fmt.Sprintf("path %q has something else than lower-case letters, digits, hyphens and underscores between its slashes; write %q", path, example)
	case segments[0] == "api-auth" || segments[0] == "-":
		return fmt.Sprintf("path %q is the framework's own; write another", path)
	}
	return ""
}

func isSegment(s string) bool { return s != "" && strings.Trim(s, pathLetters) == "" }

// path checks where the resource is, and finds the reference to the parent that a parameter names.
func (r *resource) path() {
	path, records := r.declaration.Path, r.declaration.RecordPath
	example := "/" + schema.Plural(schema.Snake(plainName(r.goType))) + "/"
	found := len(r.mistakes)
	if path == "" {
		r.mistake("the resource has no path; write Path: %q", example)
	} else if msg := checkPath(path, example); msg != "" {
		r.mistake("%s", msg)
	}
	if records != "" {
		r.recordPath(records, example)
	}
	if len(r.mistakes) == found {
		r.parent(path)
	}
	switch {
	case r.declaration.Singleton:
		r.RecordPattern = path
	default:
		r.RecordPattern = cmp.Or(records, path) + keyParam
	}
	r.misplaced[r.Resource] = len(r.mistakes) > found
}

func (r *resource) recordPath(path, example string) {
	msg := checkPath(path, example)
	switch {
	case r.declaration.Singleton:
		r.mistake("RecordPath %q says where records are, and a singleton is at its Path; leave it out", path)
	case msg != "":
		r.mistake("RecordPath: %s", msg)
	case strings.Contains(path, "{"):
		r.mistake("RecordPath %q has a parameter; write a path without one, or leave it out for records below Path", path)
	case path == r.declaration.Path:
		r.mistake("RecordPath is Path, where the records are anyway; leave it out")
	}
}

// parent finds the field that a parameter of the path names.
func (r *resource) parent(path string) {
	params := plan.Params(path)
	if len(params) == 0 {
		return
	}
	name := params[0]
	var field *schema.Field
	var references []string
	for _, f := range r.Type.Fields {
		if !f.IsToOne() {
			continue
		}
		called := cmp.Or(f.Wire, schema.Snake(f.Go))
		references = append(references, called)
		if called == name {
			field = f
		}
	}
	switch {
	case r.declaration.Singleton:
		r.mistake("path %q has a parameter, and a singleton is found by who asks; write a path without one", path)
	case len(params) > 1:
		r.mistake("path %q has %d parameters; write one, the record that the rows refer to: serve that at a path of its own", path, len(params))
	case field == nil && len(references) == 0:
		r.mistake("path %q: {%s} names no field, and %s has no rest.BelongsTo; declare the reference to the record that the path names", path, name, plainName(r.goType))
	case field == nil:
		r.mistake("path %q: {%s} names no rest.BelongsTo of %s; write one of {%s}", path, name, plainName(r.goType), strings.Join(references, "}, {"))
	case strings.HasSuffix(path, "/{"+name+"}/"):
		r.mistake("path %q ends in a parameter, where that record is; write a name after it, such as %q", path, path+schema.Plural(schema.Snake(plainName(r.goType)))+"/")
	case field.Writable():
		r.reportField(r.goType, field.Go, fmt.Sprintf(`the path %s gives this reference, never a client's body; write "readonly"`, path))
	default:
		r.Parent = &plan.Parent{Field: field}
	}
}

// parents finds the resources whose records the parameters of paths name.
func (c *compiler) parents() {
	for _, e := range c.compiled {
		if e.Parent == nil {
			continue
		}
		params := plan.Params(e.Path)
		prefix, _, _ := strings.Cut(e.Path, "{"+params[0]+"}")
		i := slices.IndexFunc(c.compiled, func(other *plan.Resource) bool { return other.RecordPattern == prefix+keyParam })
		mistake := ""
		target := e.Parent.Field.Relation.Target
		switch {
		case i < 0:
			mistake = fmt.Sprintf("path %q: no resource of the set has its records below %q; list the one of %s there", e.Path, prefix, target)
		case c.compiled[i].Type.Go != target && c.compiled[i].Type.Table != tableOf(e.Parent.Field):
			mistake = fmt.Sprintf("path %q: {%s} refers to %s, and below %q are the records of %s; refer to these, or write the path of the other resource", e.Path, params[0], target, prefix, c.compiled[i].Type.Go)
		case !c.compiled[i].Has(Retrieve):
			mistake = fmt.Sprintf("path %q: the records below %q cannot be retrieved, so that nobody sees one; add rest.Retrieve to the actions there", e.Path, prefix)
		default:
			e.Parent.Resource = c.compiled[i]
		}
		if mistake != "" {
			c.misplaced[e] = true
			c.reportView(e.Type.Go, mistake)
		}
	}
}

func tableOf(f *schema.Field) string {
	if f.Relation.Type == nil {
		return ""
	}
	return f.Relation.Type.Table
}

// routes makes the table of all paths, and refuses two operations in one place.
func (c *compiler) routes() (routes []*plan.Route, paths *plan.Paths[*plan.Route]) {
	t := routeTable{compiler: c, paths: &plan.Paths[*plan.Route]{}, byPattern: map[string]*plan.Route{}, clashes: map[[2]*plan.Resource]bool{}}
	for _, e := range c.compiled {
		if c.misplaced[e] {
			continue
		}
		for _, o := range e.Operations {
			t.add(o)
		}
	}
	for _, o := range c.endpoints {
		t.add(o)
	}
	for _, e := range c.compiled {
		if !e.Singleton {
			e.StaticNames = t.paths.Names(e.RecordPattern)
			checkStaticNames(e)
		}
	}
	return t.routes, t.paths
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
			if taken := t.byPattern[refused.Taken]; taken != nil { // else it is no path, which was reported
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

// newRoute is the path of an operation, which gives it its name.
func newRoute(o *plan.Operation) *plan.Route {
	r := &plan.Route{Pattern: o.Pattern, Name: o.Title, Description: o.Description, Resource: o.Resource, Record: o.Record}
	if o.Resource != nil {
		r.Nested = o.Resource.Parent != nil && strings.Contains(o.Pattern, "{"+plan.Params(o.Resource.Path)[0]+"}")
		if o.Builtin != 0 {
			r.Description = cmp.Or(o.Description, o.Resource.Description) // a Sublist may have one
			r.Record = r.Record || o.Resource.Singleton                   // also where what creates it comes first
		}
	}
	return r
}

// root lists what can be reached without knowing a key: the resources, and what endpoints read.
func (c *compiler) root(routes []*plan.Route) []plan.Link {
	var links []plan.Link
	add := func(path string) { links = append(links, plan.Link{Name: strings.Trim(path, "/"), Path: path}) }
	for _, e := range c.compiled {
		if e.Parent == nil {
			add(e.Path)
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
		subject = plainName(o.Resource.Type.Go)
	}
	t.compiler.add(&DeclError{Pos: t.positions[o](), Resource: subject, Msg: fmt.Sprintf("%s is taken by %s, at %s; write another path", what, owner(by), t.positions[by]())})
}

// owner says whose an operation is, for mistakes.
func owner(o *plan.Operation) string {
	switch {
	case o.Resource == nil:
		return "the endpoint " + o.Pattern
	case o.Builtin == 0:
		return fmt.Sprintf("the action %q of %s", o.Name, plainName(o.Resource.Type.Go))
	default:
		return "the resource of " + plainName(o.Resource.Type.Go)
	}
}
