// Versions of a service: other representations of the same rows, with the same code.

package plan

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// VersionPlace is the place of the requested version in a request.
type VersionPlace uint8

// The places, as in Django REST framework.
const (
	VersionInAccept VersionPlace = iota // a parameter of the accepted range: application/json; version=1.1
	VersionInPath                       // the first segment: /v2/tickets/
	VersionInHeader                     // a separate header
	VersionInQuery                      // a parameter of the query: ?version=1.1
	VersionInHost                       // the first label of the host: v2.example.com
)

// Versions are those that clients may request.
type Versions struct {
	Place   VersionPlace
	Name    string // of the parameter or header; "" for none
	All     []*Version
	Default *Version // of requests that name none
}

// Find returns the version with a name, nil for none.
func (v *Versions) Find(name string) *Version {
	for _, version := range v.All {
		if version.Name == name {
			return version
		}
	}
	return nil
}

// String describes how requests state their version.
func (v *Versions) String() string {
	switch v.Place {
	case VersionInPath:
		return "the first segment of the path"
	case VersionInHeader:
		return "the header " + v.Name
	case VersionInQuery:
		return "the parameter " + v.Name + " of the query"
	case VersionInHost:
		return "the first label of the host"
	default:
		return "the parameter " + v.Name + " of Accept"
	}
}

// Version is the service for clients of one version: resources and routes that replace those of the plan,
// which are the keys, if they differ.
type Version struct {
	Name       string
	Deprecated time.Time // when it is or becomes deprecated; zero for never
	Sunset     time.Time // when it ends; zero if that is unknown
	Golden     string    // the expected Text, from the declaration; "" for none
	Resources  map[*Resource]*Resource
	Routes     map[*Route]*Route

	reshaping *schema.Reshaping
	shapes    map[*Shape]*Shape
	params    map[*Param]*Param
}

// Differs reports whether the version differs from the plan.
func (v *Version) Differs() bool { return len(v.Routes) > 0 }

// Reshape makes the resources and routes of a version whose members are others.
func (v *Version) Reshape(p *Plan, r *schema.Reshaping) {
	v.reshaping, v.shapes, v.params = r, map[*Shape]*Shape{}, map[*Param]*Param{}
	v.Resources, v.Routes = map[*Resource]*Resource{}, map[*Route]*Route{}
	for _, e := range p.Resources {
		if c := v.resource(e); c != nil {
			v.Resources[e] = c
		}
	}
	for _, route := range p.Routes {
		if c := v.route(route); c != nil {
			v.Routes[route] = c
		}
	}
}

// Resource returns the replacement of a resource: the resource itself, if nothing differs.
func (v *Version) Resource(e *Resource) *Resource {
	if c := v.Resources[e]; c != nil {
		return c
	}
	return e
}

// resource returns a resource with the representations and parameters of the version, nil if none differs.
func (v *Version) resource(e *Resource) *Resource {
	c := *e
	s := &c.Shapes
	s.List, s.Retrieve, s.Create, s.Update = v.shape(s.List), v.shape(s.Retrieve), v.shape(s.Create), v.shape(s.Update)
	c.PutCreates = e.PutCreates && c.TakesLookup()
	c.Members = v.members(e)
	if o := v.ordering(e); o != nil {
		c.Ordering = o
	}
	c.Params = v.renamedParams(e, &c, e.Params, false)
	c.RecordParams = v.renamedParams(e, &c, e.RecordParams, true)
	differs := *s != e.Shapes || !slices.Equal(c.Params, e.Params) || !slices.Equal(c.RecordParams, e.RecordParams)
	c.Operations = make([]*Operation, len(e.Operations))
	for i, o := range e.Operations {
		c.Operations[i] = v.operation(o)
		differs = differs || c.Operations[i] != o
	}
	if !differs {
		return nil
	}
	for i, o := range e.Operations {
		if c.Operations[i] == o {
			same := *o
			c.Operations[i] = &same
		}
		c.Operations[i].Resource = &c
		if o.Rows == e {
			c.Operations[i].Rows = &c
		}
	}
	return &c
}

// operation returns an operation with the representations of the version, or itself if none differs.
func (v *Version) operation(o *Operation) *Operation {
	in, out := v.shape(o.Input), v.shape(o.Output)
	nested, when, totals := v.nested(o.Nested), v.when(o), v.totals(o)
	if totals != o.Totals {
		out = &Shape{Type: totals.Type, Reads: totals.Type.Shown}
	}
	if in == o.Input && out == o.Output && when == o.When && slices.Equal(nested, o.Nested) {
		return o
	}
	c := *o
	c.Input, c.Output, c.Nested, c.When, c.Totals = in, out, nested, when, totals
	if c.Builtin == Create && in.Type.Lacks() {
		c.Access = permission.Nobody
	}
	return &c
}

// when returns the condition of an operation with the names of the version, or itself if none differs.
func (v *Version) when(o *Operation) *When {
	if o.When == nil {
		return nil
	}
	words, _ := v.reshaping.Type(o.Resource.Type).Sentence(o.When.Holds)
	if words == o.When.Words {
		return o.When
	}
	c := *o.When
	c.Words = words
	return &c
}

// nested returns writes of nested rows for the version.
func (v *Version) nested(list []*NestedWrite) []*NestedWrite {
	made := slices.Clone(list)
	for i, w := range list {
		shape, below := v.reshaping.Type(w.Shape), v.nested(w.Nested)
		member := v.reshaping.Field(w.Member)
		if shape == w.Shape && member == w.Member && slices.Equal(below, w.Nested) {
			continue
		}
		c := *w
		c.Shape, c.Member, c.Key, c.Nested = shape, member, v.reshaping.Field(w.Key), below
		made[i] = &c
	}
	return slices.DeleteFunc(made, func(w *NestedWrite) bool { return w.Member.Wire == "" })
}

// shape returns a representation for the version.
func (v *Version) shape(s *Shape) *Shape {
	if s == nil {
		return nil
	}
	if made := v.shapes[s]; made != nil {
		return made
	}
	v.shapes[s] = s
	t := v.reshaping.Type(s.Type)
	if t == s.Type {
		return s
	}
	c := &Shape{Type: t, Reads: v.reshaping.List(s.Reads), Related: v.related(s.Related)}
	c.Reads = slices.DeleteFunc(c.Reads, func(f *schema.Field) bool { return f.IsNested() && f.Wire == "" })
	if t.Key != nil {
		for _, f := range t.Reads() {
			if !slices.Contains(c.Reads, f) {
				c.Reads = append(c.Reads, f)
			}
		}
	}
	v.shapes[s] = c
	return c
}

func (v *Version) related(list []Related) []Related {
	made := slices.Clone(list)
	for i := range made {
		made[i].Field = v.reshaping.Field(made[i].Field)
	}
	return made
}

// route returns a route with the version's operations, nil if none differs.
func (v *Version) route(r *Route) *Route {
	c := *r
	c.Resource = v.Resource(r.Resource)
	differs := c.Resource != r.Resource
	c.Operations = slices.Clone(r.Operations)
	for i, o := range r.Operations {
		c.Operations[i] = v.placed(o)
		differs = differs || c.Operations[i] != o
	}
	if !differs {
		return nil
	}
	return &c
}

// placed returns the replacement of an operation.
func (v *Version) placed(o *Operation) *Operation {
	if e := v.Resources[o.Resource]; e != nil {
		if i := slices.Index(o.Resource.Operations, o); i >= 0 {
			return e.Operations[i]
		}
	}
	c := v.operation(o)
	if e, rows := v.Resource(o.Resource), v.Resource(o.Rows); e != o.Resource || rows != o.Rows {
		if c == o {
			same := *o
			c = &same
		}
		c.Resource, c.Rows = e, rows
	}
	return c
}

// Names converts the names in the messages of a refusal, which the code of a team has written for the plan,
// to those of the version. t is the type of the input.
func (v *Version) Names(e *Resource, refusal *problem.Error) *problem.Error {
	if e == nil || refusal.Query || len(refusal.Fields) == 0 && len(refusal.Items) == 0 {
		return refusal
	}
	c := *refusal
	c.Fields = v.fieldNames(e.Type, c.Fields)
	c.Items = slices.Clone(c.Items)
	for i := range c.Items {
		c.Items[i] = v.fieldNames(e.Type, c.Items[i])
	}
	return &c
}

func (v *Version) fieldNames(t *schema.Type, fields problem.Fields) problem.Fields {
	made := slices.Clone(fields)
	for i := range made {
		f := &made[i]
		end := strings.IndexAny(f.Path, ".[")
		if end < 0 {
			end = len(f.Path)
		}
		switch name := v.reshaping.Told(t, f.Path[:end]); {
		case f.Name: // which already has the client's name
		case name == problem.NonField:
			f.Path = name
		default:
			f.Path = name + f.Path[end:]
		}
	}
	return made
}

// Text returns the representations of the version as clients see them, for its golden.
func (v *Version) Text(p *Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version %s of %s\n", v.Name, p.Name)
	for _, newest := range p.Resources {
		e := v.Resource(newest)
		fmt.Fprintf(&b, "\nresource %s\n", e.Path)
		writeParams(&b, e.Params)
		for _, s := range []struct {
			name        string
			is, replace *Shape
		}{
			{"list", e.Shapes.List, newest.Shapes.List},
			{"retrieve", e.Shapes.Retrieve, newest.Shapes.Retrieve},
			{"create", e.Shapes.Create, newest.Shapes.Create},
			{"update", e.Shapes.Update, newest.Shapes.Update},
		} {
			if s.is != nil {
				fmt.Fprintf(&b, "  %s\n", s.name)
				writeClientFields(&b, s.is.Type, s.replace.Type)
			}
		}
	}
	return b.String()
}

// versionWords returns the versions of the set, "" if there is only one.
func (p *Plan) versionWords() string {
	if p.Versions == nil {
		return ""
	}
	var names []string
	for _, v := range p.Versions.All {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ") + " by " + p.Versions.String()
}
