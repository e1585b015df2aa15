// Package openapi writes the document of a plan: OpenAPI 3.1 or 3.0.3, in JSON and YAML, and the JSON Schema of each representation.
// It reads the plan, and so says what the service does. Compare tells what a newer document takes away from clients.
package openapi

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
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
	// Older writes OpenAPI 3.0.3 in place of 3.1, for tools that do not know that: without webhooks and schemes by
	// certificates, which it does not have.
	Older bool
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

// Document is the document of a plan.
type Document struct {
	json       []byte
	schemas    map[string]*object
	operations []Operation
	choices    map[string]string
	facts      map[string]*facts // by the ids of operations; for the reference, as those below
	schemes    []security
	limits     Limits
}

// New writes the document of a plan. It is the same for the same plan and options, to the byte.
func New(p *plan.Plan, o Options) (*Document, error) {
	b := newBuilder(p, o)
	encoded, err := encode(b.document())
	if err == nil && o.Older {
		encoded, err = older(encoded)
	}
	if err != nil {
		return nil, fmt.Errorf("document of %s: %w", p.Name, err)
	}
	return &Document{encoded, b.schemas, b.offered, b.choicesOf(), b.facts, b.schemes, o.Limits}, nil
}

// JSON is the document as JSON, indented.
func (d *Document) JSON() []byte { return append(media.Indent(nil, d.json, 2), '\n') }

// YAML is the document as YAML.
func (d *Document) YAML() ([]byte, error) { return media.AppendYAML(nil, d.json) }

// Schemas are the names of the representations, sorted.
func (d *Document) Schemas() []string { return slices.Sorted(maps.Keys(d.schemas)) }

// Schema is the JSON Schema (2020-12) of a representation, which refers to others as files beside it: "Label.json". It is
// nil where there is none of that name.
func (d *Document) Schema(name string) []byte {
	s := d.schemas[name]
	if s == nil {
		return nil
	}
	alone := newObject().set("$schema", "https://json-schema.org/draft/2020-12/schema").set("$id", name+".json").set("title", name)
	for _, member := range s.names {
		alone.set(member, s.values[member])
	}
	encoded, err := encode(alone)
	if err != nil { // the document has it already
		return nil
	}
	encoded = besideEach(encoded)
	return append(media.Indent(nil, encoded, 2), '\n')
}

// besideEach turns references to components into those to files.
func besideEach(encoded []byte) []byte {
	const before = `"$ref":"#/components/schemas/`
	var out []byte
	for {
		i := bytes.Index(encoded, []byte(before))
		if i < 0 {
			return append(out, encoded...)
		}
		out = append(append(out, encoded[:i]...), `"$ref":"`...)
		encoded = encoded[i+len(before):]
		end := bytes.IndexByte(encoded, '"')
		out = append(append(out, encoded[:end]...), ".json"...)
		encoded = encoded[end:]
	}
}

// builder makes a document.
type builder struct {
	p *plan.Plan
	o Options
	// version is that of the document; nil where the plan has only one.
	version *plan.Version
	routes  []*plan.Route
	schemes []security

	schemas    map[string]*object
	names      map[shapeKey]string
	params     map[string]*object
	headers    map[string]*object
	responses  map[string]*object
	operations map[string]bool // their ids
	offered    []Operation
	facts      map[string]*facts      // by the same
	hidden     map[*schema.Field]bool // relations to rows that rules may hide
	errors     [2]errorForm           // that of the plan, and problem details
}

func newBuilder(p *plan.Plan, o Options) *builder {
	b := &builder{
		p: p, o: o, version: o.Version,
		schemas: map[string]*object{}, names: map[shapeKey]string{}, params: map[string]*object{}, headers: map[string]*object{},
		responses: map[string]*object{}, operations: map[string]bool{}, facts: map[string]*facts{}, hidden: map[*schema.Field]bool{},
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

// document is the whole.
func (b *builder) document() *object {
	b.errorSchemas()
	b.metadataSchema() // before the representations of a team, which take other names
	paths, tags, webhooks := b.paths(), b.tags(), b.webhooks()
	components := newObject()
	for _, part := range []struct {
		name string
		of   map[string]*object
	}{{"schemas", b.schemas}, {"responses", b.responses}, {"parameters", b.params}, {"headers", b.headers}} {
		if len(part.of) > 0 {
			components.set(part.name, part.of)
		}
	}
	if schemes := newObject(); len(b.schemes) > 0 {
		for _, s := range b.schemes {
			schemes.set(s.name, s.is)
		}
		components.set("securitySchemes", schemes)
	}
	server := b.o.Server
	if b.version != nil && b.p.Versions.Place == plan.VersionInPath && b.o.Version != nil {
		server = strings.TrimSuffix(server, "/") + "/" + b.version.Name
	}
	if server == "" {
		server = "/"
	}
	return newObject().
		set("openapi", "3.1.0").
		set("info", b.info()).
		set("servers", []any{newObject().set("url", server)}).
		set("tags", tags).
		set("paths", paths).
		set("webhooks", webhooks).
		set("components", components)
}

// info says what the service is.
func (b *builder) info() *object {
	title, version := b.p.Name, "1.0.0"
	if b.p.Theme.Title != "" {
		title = b.p.Theme.Title
	}
	if b.version != nil {
		version = b.version.Name
	}
	return newObject().set("title", title).set("version", version).set("description", b.description())
}

// description is what holds for all operations.
func (b *builder) description() string {
	var formats []string
	for _, f := range b.formats(nil) {
		formats = append(formats, "`"+f.Name+"`")
	}
	words := "A format is named by `Accept`, by `?format=`, or by a suffix of the path in the place of its last slash, such as `.json`. There are " +
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

// tags are the resources, and the first names of paths without rows.
func (b *builder) tags() []any {
	var tags []any
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
		tags = append(tags, newObject().set("name", name).set("description", about))
	}
	return append(tags, newObject().set("name", "service").set("description", "What the service has."))
}

func (b *builder) tagPath(r *plan.Route) string {
	if r.Resource != nil {
		return r.Resource.Path
	}
	return r.Pattern
}

// tagOf is the tag of the operations of a path.
func tagOf(r *plan.Route) string {
	path := r.Pattern
	if r.Resource != nil {
		path = r.Resource.Path
	}
	return strings.Join(names(path), " ")
}

// names are the segments of a pattern that are no parameters.
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
