// Package openapi has OpenAPI documents as Go values: it makes that of a plan, reads any other, and writes them in JSON and YAML.
// The document of a plan says what the service does, since both come of the plan.
package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Options are what a document says beside the plan. The zero value is useful.
type Options struct {
	// Server is the address below which the paths are: "https://api.example.com", or one relative to that of the
	// document; "" is "/".
	Server string
	// Schemes are those by which requesters say who they are; nil for those of the plan.
	Schemes []auth.Scheme
	// SessionCookie is the name of the cookie of sessions; "" is the usual one.
	SessionCookie string
	// Limits bound what a request may have; zero ones are not told.
	Limits Limits
	// Version is one of the plan, whose paths and representations the document has; nil for that of requests that name
	// none.
	Version *plan.Version
	// Offers says which operations the document has; nil for all of them.
	Offers func(r *plan.Route, o *plan.Operation) bool
	// Mine says that the document is for requesters of whom no rule keeps a member of the plan, so that their answers always
	// have it. Else members with rules are optional.
	Mine bool
	// NoPages leaves the pages for people out, of a service that has none.
	NoPages bool
}

// Limits are those of a service, which its settings say.
type Limits struct {
	ParamText   int // characters of a value of a parameter
	ParamValues int // values of a parameter
	Keys        int // related rows that one field may name

	Body   int64 // bytes of a body; only for the reference, as those below
	Query  int   // bytes of a query
	Params int   // parameters of a query
}

// New makes the document of a plan. It is the same for the same plan and options.
func New(p *plan.Plan, o Options) (*Document, error) {
	b := newBuilder(p, o)
	d := b.document()
	if b.err != nil {
		return nil, fmt.Errorf("document of %s: %w", p.Name, b.err)
	}
	return d, nil
}

// builder makes a document.
type builder struct {
	p *plan.Plan
	o Options
	// version is that of the document; nil where the plan has only one.
	version *plan.Version
	routes  []*plan.Route
	schemes []security

	schemas    map[string]*Schema
	names      map[shapeKey]string
	params     map[string]*Parameter
	headers    map[string]*Header
	responses  map[string]*Response
	operations map[string]bool        // their ids
	facts      map[string]*Facts      // by the same
	hidden     map[*schema.Field]bool // relations to rows that rules may hide
	errors     [2]errorForm           // that of the plan, and problem details
	err        error                  // the first schema that is none
}

func newBuilder(p *plan.Plan, o Options) *builder {
	b := &builder{
		p: p, o: o, version: o.Version,
		schemas: map[string]*Schema{}, names: map[shapeKey]string{}, params: map[string]*Parameter{}, headers: map[string]*Header{},
		responses: map[string]*Response{}, operations: map[string]bool{}, facts: map[string]*Facts{}, hidden: map[*schema.Field]bool{},
	}
	if b.version == nil && p.Versions != nil {
		b.version = p.Versions.Default
	}
	for _, r := range p.Routes {
		if b.version != nil && b.version.Routes[r] != nil {
			r = b.version.Routes[r]
		}
		b.routes = append(b.routes, r)
		for _, o := range r.Operations {
			b.noteHidden(o)
		}
	}
	b.schemes = b.securitySchemes()
	return b
}

// noteHidden notes the relations to rows that rules may hide, of what an operation answers.
func (b *builder) noteHidden(o *plan.Operation) {
	shapes := []*plan.Shape{o.Output}
	if o.Rows != nil {
		shapes = append(shapes, o.Rows.Shapes.All()...)
		if m := o.Rows.Members; m != nil {
			for _, t := range []*plan.MemberTree{m.List, m.Retrieve} {
				if t == nil {
					continue
				}
				for _, r := range t.Related {
					b.hidden[r.Field] = true
				}
			}
		}
		for i, resources := range o.Rows.Visibility {
			if resources != nil {
				b.hidden[o.Rows.Type.Fields[i]] = true
			}
		}
	}
	for _, s := range shapes {
		if s == nil {
			continue
		}
		for _, r := range s.Related {
			b.hidden[r.Field] = true
		}
	}
}

// document returns the whole document.
func (b *builder) document() *Document {
	b.errorSchemas()
	b.metadataSchema() // before the representations of a team, which take other names
	d := &Document{OpenAPI: "3.1.0", Info: b.info(), Paths: b.paths(), Tags: b.tags(), Webhooks: b.webhooks(), Facts: b.facts, Words: map[string]string{}, Limits: b.o.Limits}
	d.Components = Components{Schemas: mapOf(b.schemas), Responses: mapOf(b.responses), Parameters: mapOf(b.params), Headers: mapOf(b.headers)}
	for _, s := range b.schemes {
		d.Components.SecuritySchemes.Set(s.name, s.is)
		d.Words[s.name] = s.word
	}
	server := b.o.Server
	if b.version != nil && b.p.Versions.Place == plan.VersionInPath && b.o.Version != nil {
		server = strings.TrimSuffix(server, "/") + "/" + b.version.Name
	}
	d.Servers = []Server{{URL: cmp.Or(server, "/")}}
	return d
}

// info says what the service is.
func (b *builder) info() Info {
	of := Info{Title: cmp.Or(b.p.Theme.Title, b.p.Name), Version: "1.0.0", Description: b.description()}
	if b.version != nil {
		of.Version = b.version.Name
	}
	return of
}

// description returns what holds for all operations.
func (b *builder) description() string {
	var formats []string
	for _, f := range b.formats(nil) {
		formats = append(formats, "`"+f.Name+"`")
	}
	words := "A format is named by `Accept`, by `?format=`, or by a suffix that replaces the last slash of the path, such as `.json`. There are " +
		strings.Join(formats, ", ") + ". HEAD is answered as GET, without a body; OPTIONS describes a path."
	if b.p.Versions != nil {
		words += " Requests name their version in " + b.p.Versions.String() + "."
	}
	if z := b.p.TimeZones; z != nil {
		words += " `Prefer: timezone=Europe/Berlin` shows moments in that zone of the IANA database, and reads those in it that have none"
		if z.Param != "" {
			words += "; so does `" + z.Param + "=Europe/Berlin` in the query"
		}
		words += "."
	}
	if len(b.watched()) > 0 && b.p.Events != nil {
		words += " `/-/events` tells changes of rows as server-sent events (`text/event-stream`); `Last-Event-ID` goes on behind an event, and `resources` chooses whose."
	}
	return words
}

// tags returns the resources, and the first names of paths without rows.
func (b *builder) tags() (tags []Tag) {
	known := map[string]bool{}
	for _, r := range b.routes {
		name := tagOf(r)
		if known[name] || !b.offersAny(r) {
			continue
		}
		known[name] = true
		about := ""
		if r.Resource != nil {
			about = r.Resource.Description
		}
		if about == "" {
			about = "What is at " + strings.TrimSuffix(b.tagPath(r), "/") + "."
		}
		tags = append(tags, Tag{Name: name, Description: about})
	}
	return append(tags, Tag{Name: "service", Description: "What the service has."})
}

func (b *builder) tagPath(r *plan.Route) string {
	if r.Resource != nil {
		return r.Resource.Path
	}
	return r.Pattern
}

// tagOf returns the tag of the operations of a path.
func tagOf(r *plan.Route) string {
	path := r.Pattern
	if r.Resource != nil {
		path = r.Resource.Path
	}
	return strings.Join(names(path), " ")
}

// names returns the segments of a pattern that are no parameters.
func names(pattern string) (list []string) {
	for segment := range strings.SplitSeq(strings.Trim(pattern, "/"), "/") {
		if segment != "" && segment[0] != '{' {
			list = append(list, segment)
		}
	}
	return list
}

func (b *builder) offersAny(r *plan.Route) bool {
	return slices.ContainsFunc(r.Operations, func(o *plan.Operation) bool { return b.offers(r, o) })
}

func (b *builder) offers(r *plan.Route, o *plan.Operation) bool {
	return b.o.Offers == nil || b.o.Offers(r, o)
}
