// The reference, read out of the document: its sections, operations and representations.

package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/plan"
)

// reader reads a document.
type reader struct {
	root  any
	facts map[string]*facts
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
		operations []operationNode
		in, out    []roled
	}
	var all []*found
	for _, tag := range list(at(r.root, "tags")) {
		name := textAt(tag, "name")
		f := &found{Section: &Section{ID: "tag-" + slug(name), Name: name, About: textAt(tag, "description")}, operations: r.operationsOf(name)}
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
			if facts := r.facts[c.ID]; facts != nil && facts.resourceRule != "" {
				s.Rule = facts.resourceRule
				if c.Rule == s.Rule {
					c.Rule = ""
				}
			}
			s.Calls = append(s.Calls, c)
		}
		ref.Sections = append(ref.Sections, s)
	}
}

// slug is a text as a part of an id.
func slug(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '/' {
			return '-'
		}
		return r
	}, text)
}

// operationNode is an operation of the document.
type operationNode struct {
	path, method, id string
	item, is         any
}

// operationsOf are the operations of a tag, sorted by their paths, without OPTIONS, of which the page tells once.
func (r *reader) operationsOf(tag string) (all []operationNode) {
	paths := membersAt(r.root, "paths")
	for _, path := range paths.names {
		item := membersAt(paths.values[path])
		for _, method := range item.names {
			o := item.values[method]
			if tags := list(at(o, "tags")); method != "parameters" && method != "options" && len(tags) > 0 && tags[0] == tag {
				all = append(all, operationNode{path, method, textAt(o, "operationId"), item, o})
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

// roles are the representations that a built-in operation takes and answers.
func (r *reader) roles(o operationNode) (in, out []roled) {
	f := r.facts[o.id]
	if f == nil || f.builtin == 0 {
		return nil, nil
	}
	for _, name := range refsOf(jsonSchema(at(o.is, "requestBody"))) {
		in = append(in, roled{name, f.builtin})
	}
	if f.builtin&(plan.List|plan.Retrieve|plan.Create|plan.Replace|plan.Modify) == 0 {
		return in, nil
	}
	for _, status := range []string{"200", "201"} {
		for _, name := range refsOf(jsonSchema(at(o.is, "responses", status))) {
			out = append(out, roled{name, f.builtin})
		}
	}
	return in, out
}

// refsOf are the representations that a schema consists of, not those within these.
func refsOf(s any) (names []string) {
	if name := refName(s); name != "" {
		return []string{name}
	}
	for _, one := range list(at(s, "anyOf")) {
		names = append(names, refsOf(one)...)
	}
	if items := at(s, "items"); items != nil {
		names = append(names, refsOf(items)...)
	}
	properties := membersAt(s, "properties")
	for _, name := range properties.names {
		names = append(names, refsOf(properties.values[name])...)
	}
	return names
}

// shapes adds the representations that no section tells of.
func (r *reader) shapes(ref *Reference) {
	schemas := membersAt(r.root, "components", "schemas")
	for _, name := range schemas.names {
		if r.home[name] != "" {
			continue
		}
		s := schemas.values[name]
		shape := &Shape{ID: "shape-" + name, Name: name, About: textAt(s, "description")}
		if shape.Members = r.merge(nil, []roled{{name, 0}}); len(shape.Members) == 0 {
			shape.Kind = r.kind(s)
		}
		ref.Shapes = append(ref.Shapes, shape)
	}
}

// call is an operation.
func (r *reader) call(o operationNode) *Call {
	c := &Call{
		ID: o.id, Method: strings.ToUpper(o.method), Path: o.path, Title: textAt(o.is, "summary"), About: textAt(o.is, "description"),
		Deprecated: at(o.is, "deprecated") == true, Credentials: true, Rates: rateWords(at(o.is, "x-rate-limits")),
	}
	if f := r.facts[o.id]; f != nil {
		c.Rule, c.Pages, c.Refusals = f.rule, f.pages, f.refusals
	}
	for _, s := range list(at(o.is, "security")) {
		c.Credentials = c.Credentials && !membersAt(s).empty()
	}
	for _, s := range list(at(o.is, "x-scopes")) {
		c.Scopes = append(c.Scopes, fmt.Sprint(s))
	}
	for _, p := range slices.Concat(list(at(o.item, "parameters")), list(at(o.is, "parameters"))) {
		if name, shared := strings.CutPrefix(textAt(p, "$ref"), "#/components/parameters/"); shared {
			c.Shared = append(c.Shared, Piece{textAt(r.root, "components", "parameters", name, "name"), "#" + r.params[name]})
			continue
		}
		c.Parameters = append(c.Parameters, r.parameter(p))
	}
	if body := at(o.is, "requestBody"); body != nil {
		c.Body = &Body{About: textAt(body, "description"), Required: at(body, "required") == true, Kind: r.kind(firstSchema(body)), Types: typesOf(body)}
	}
	responses := membersAt(o.is, "responses")
	for _, status := range responses.names {
		if response := responses.values[status]; textAt(response, "$ref") == "" {
			n, _ := strconv.Atoi(status)
			a := Answer{Status: n, About: textAt(response, "description"), Types: typesOf(response), Headers: membersAt(response, "headers").names}
			if s := firstSchema(response); s != nil {
				a.Kind = r.kind(s)
			}
			if n < http.StatusBadRequest {
				c.Answers = append(c.Answers, a)
			}
		}
	}
	c.Sample = r.sample(o)
	return c
}

func typesOf(body any) []string { return membersAt(body, "content").names }

// jsonSchema is the schema of a body in JSON; nil for none.
func jsonSchema(body any) any {
	content := membersAt(body, "content")
	for _, name := range content.names {
		if structured(name) {
			return at(content.values[name], "schema")
		}
	}
	return nil
}

// firstSchema is the schema of a body: in JSON where it can be that.
func firstSchema(body any) any {
	if s := jsonSchema(body); s != nil {
		return s
	}
	if content := membersAt(body, "content"); !content.empty() {
		return at(content.values[content.names[0]], "schema")
	}
	return nil
}

// rateWords are what the throttles of an operation let through.
func rateWords(rates any) (words []string) {
	for _, t := range list(rates) {
		text := fmt.Sprintf("%v requests in %v s by %s", at(t, "requests"), at(t, "seconds"), textAt(t, "by"))
		if cost := fmt.Sprint(at(t, "cost")); cost != "1" {
			text += ", of which it counts as " + cost
		}
		words = append(words, text+", counted as "+textAt(t, "scope"))
	}
	return words
}

// usual are the refusals that all operations have, which are taken out of theirs.
func (r *reader) usual(ref *Reference) (usual []Refusal) {
	count, operations := map[string]int{}, 0
	key := func(status int, code string) string { return strconv.Itoa(status) + code }
	each := func(do func(c *Call)) {
		for _, s := range ref.Sections {
			for _, c := range s.Calls {
				do(c)
			}
		}
	}
	add := func(to []Refusal, status int, code string) []Refusal {
		if n := len(to); n == 0 || to[n-1].Status != status {
			to = append(to, Refusal{Status: status})
		}
		last := &to[len(to)-1]
		last.Codes = append(last.Codes, code)
		return to
	}
	each(func(c *Call) {
		operations++
		for _, f := range c.Refusals {
			for _, code := range f.Codes {
				count[key(f.Status, code)]++
			}
		}
	})
	first := true
	each(func(c *Call) {
		var own []Refusal
		for _, f := range c.Refusals {
			for _, code := range f.Codes {
				if count[key(f.Status, code)] < operations {
					own = add(own, f.Status, code)
				} else if first {
					usual = add(usual, f.Status, code)
				}
			}
		}
		c.Refusals, first = own, false
	})
	return usual
}
