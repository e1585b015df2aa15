// The reference, read out of the document: its sections, operations and representations.

package reference

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

// reader reads a document.
type reader struct {
	d *openapi.Document
	// home is where the page tells of a representation, by its name.
	home map[string]string
	// params is where the page tells of a parameter that many operations have, by the name of its component.
	params map[string]string
	// samples are the representations whose samples are being made.
	samples map[string]bool
}

// sections adds the sections, and finds where each representation is described before anything refers to one.
func (r *reader) sections(ref *Reference) {
	type found struct {
		*Section
		operations []operation
		in, out    []roled
	}
	var all []*found
	for _, tag := range r.d.Tags {
		f := &found{Section: &Section{ID: "tag-" + slug(tag.Name), Name: tag.Name, About: tag.Description}, operations: r.operationsOf(tag.Name)}
		for _, o := range f.operations {
			in, out := r.roles(o)
			f.in, f.out = append(f.in, in...), append(f.out, out...)
		}
		if len(f.operations) > 0 {
			all = append(all, f)
		}
		for _, s := range slices.Concat(f.out, f.in) {
			if r.home[s.name] == "" {
				r.home[s.name] = "#" + f.ID
			}
		}
	}
	for _, f := range all {
		s := f.Section
		own := slices.ContainsFunc(slices.Concat(f.out, f.in), func(s roled) bool { return r.home[s.name] == "#"+f.ID })
		if own {
			s.Members = r.merge(f.out, f.in)
		} else if len(f.out) > 0 {
			s.Same = Phrase{{f.out[0].name, r.home[f.out[0].name]}}
		}
		for _, o := range f.operations {
			c := r.call(o)
			if facts := r.d.Facts[c.ID]; facts != nil && facts.ResourceRule != "" {
				s.Rule = facts.ResourceRule
				if c.Rule == s.Rule {
					c.Rule = ""
				}
			}
			s.Calls = append(s.Calls, c)
		}
		ref.Sections = append(ref.Sections, s)
	}
}

// slug returns a text as a part of an id.
func slug(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '/' {
			return '-'
		}
		return r
	}, text)
}

// operation is one of the document.
type operation struct {
	*openapi.Operation
	path, method string
	item         *openapi.PathItem
	facts        *openapi.Facts
}

// body returns what the operation takes, no content for nothing.
func (o operation) body() (content openapi.Map[*openapi.MediaType]) {
	if o.RequestBody != nil {
		content = o.RequestBody.Content
	}
	return content
}

// operationsOf returns the operations of a tag, sorted by their paths, without OPTIONS, of which the page tells once.
func (r *reader) operationsOf(tag string) (all []operation) {
	for path, item := range r.d.Paths.All() {
		for method, o := range item.Operations.All() {
			if method != "options" && len(o.Tags) > 0 && o.Tags[0] == tag {
				facts := r.d.Facts[o.OperationID]
				if facts == nil {
					facts = &openapi.Facts{}
				}
				all = append(all, operation{o, path, method, item, facts})
			}
		}
	}
	return all
}

// roled is a representation with what it is used for.
type roled struct {
	name string
	as   plan.Actions
}

// roles returns the representations that a built-in operation takes and answers.
func (r *reader) roles(o operation) (in, out []roled) {
	as := o.facts.Builtin
	if as == 0 {
		return nil, nil
	}
	for _, name := range refsOf(openapi.BodySchema(o.body())) {
		in = append(in, roled{name, as})
	}
	if as&(plan.List|plan.Retrieve|plan.Create|plan.Replace|plan.Modify) == 0 {
		return in, nil
	}
	for _, status := range []string{"200", "201"} {
		if answer := o.Responses.Get(status); answer != nil {
			for _, name := range refsOf(openapi.BodySchema(answer.Content)) {
				out = append(out, roled{name, as})
			}
		}
	}
	return in, out
}

// refsOf returns the representations that a schema consists of, not those within these.
func refsOf(s *openapi.Schema) (names []string) {
	if s == nil {
		return nil
	}
	if name := s.Component(); name != "" {
		return []string{name}
	}
	for _, one := range s.AnyOf {
		names = append(names, refsOf(one)...)
	}
	names = append(names, refsOf(s.Items)...)
	for _, member := range s.Properties.All() {
		names = append(names, refsOf(member)...)
	}
	return names
}

// shapes adds the representations that no section tells of.
func (r *reader) shapes(ref *Reference) {
	for name, s := range r.d.Components.Schemas.All() {
		if r.home[name] != "" {
			continue
		}
		shape := &Shape{ID: "shape-" + name, Name: name, About: s.Description}
		if shape.Members = r.merge(nil, []roled{{name, 0}}); len(shape.Members) == 0 {
			shape.Kind = r.kind(s)
		}
		ref.Shapes = append(ref.Shapes, shape)
	}
}

// call returns an operation.
func (r *reader) call(o operation) *Call {
	c := &Call{
		ID: o.OperationID, Method: strings.ToUpper(o.method), Path: o.path, Title: o.Summary, About: o.Description, Deprecated: o.Deprecated,
		Rule: o.facts.Rule, Pages: o.facts.Pages, Refusals: o.facts.Refusals, Scopes: o.Scopes, Rates: rateWords(o.RateLimits), Sample: r.sample(o),
	}
	c.Credentials = !slices.ContainsFunc(o.Security, func(way openapi.Map[[]string]) bool { return way.Len() == 0 })
	for _, p := range slices.Concat(o.item.Parameters, o.Parameters) {
		if p.Ref == "" {
			c.Parameters = append(c.Parameters, r.parameter(p))
		} else {
			c.Shared = append(c.Shared, Piece{r.d.ParameterOf(p).Name, "#" + r.params[path.Base(p.Ref)]})
		}
	}
	if body := o.RequestBody; body != nil {
		c.Body = &Body{About: body.Description, Required: body.Required, Kind: r.kind(firstSchema(body.Content)), Types: body.Content.Names()}
	}
	for status, of := range o.Responses.All() {
		n, _ := strconv.Atoi(status)
		if of.Ref != "" || n >= http.StatusBadRequest {
			continue
		}
		a := Answer{Status: n, About: of.Description, Types: of.Content.Names(), Headers: of.Headers.Names()}
		if s := firstSchema(of.Content); s != nil {
			a.Kind = r.kind(s)
		}
		c.Answers = append(c.Answers, a)
	}
	return c
}

// firstSchema returns the schema of a body: in JSON where it can be that; nil for nothing.
func firstSchema(content openapi.Map[*openapi.MediaType]) *openapi.Schema {
	if s := openapi.BodySchema(content); s != nil {
		return s
	}
	for _, of := range content.All() {
		return of.Schema
	}
	return nil
}

// rateWords returns what the throttles of an operation let through.
func rateWords(rates []openapi.RateLimit) (words []string) {
	for _, t := range rates {
		text := fmt.Sprintf("%d requests in %d s by %s", t.Requests, t.Seconds, t.By)
		if t.Cost != 1 {
			text += fmt.Sprintf(", of which this operation uses %d", t.Cost)
		}
		words = append(words, text+", counted as "+t.Scope)
	}
	return words
}

// usual takes the refusals that all operations have out of theirs, and returns them.
func (r *reader) usual(ref *Reference) (usual []openapi.Refusal) {
	type one struct {
		status int
		code   string
	}
	var calls []*Call
	for _, s := range ref.Sections {
		calls = append(calls, s.Calls...)
	}
	count := map[one]int{}
	for _, c := range calls {
		for _, f := range c.Refusals {
			for _, code := range f.Codes {
				count[one{f.Status, code}]++
			}
		}
	}
	for i, c := range calls {
		var own, shared []openapi.Refusal
		for _, f := range c.Refusals {
			for _, code := range f.Codes {
				to := &own
				if count[one{f.Status, code}] >= len(calls) {
					to = &shared
				}
				*to = withCode(*to, f.Status, code)
			}
		}
		if c.Refusals = own; i == 0 {
			usual = shared
		}
	}
	return usual
}

// withCode adds a code to refusals that are sorted by their statuses.
func withCode(to []openapi.Refusal, status int, code string) []openapi.Refusal {
	if n := len(to); n == 0 || to[n-1].Status != status {
		to = append(to, openapi.Refusal{Status: status})
	}
	last := &to[len(to)-1]
	last.Codes = append(last.Codes, code)
	return to
}
