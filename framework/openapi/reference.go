// The document as people read it: the reference of a service, without a layout.

package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// Reference is a document in words, in the order in which people read it. Nothing in it is escaped.
type Reference struct {
	Title, Version, About string
	// Limits are those of a request.
	Limits Limits
	// Schemes are those by which requesters say who they are.
	Schemes []Scheme
	// Shared are the parameters that many operations have.
	Shared []Parameter
	// Headers are those of answers.
	Headers []Header
	// Sections are the resources, and the paths without rows.
	Sections []*Section
	// Shapes are the representations that no section tells of.
	Shapes []*Shape
	// Usual are the refusals of every operation.
	Usual []Refusal
}

// Scheme is how requesters say who they are.
type Scheme struct {
	Name, Kind, About string
	// Header is the header of the credentials, and Word what stands before them: "Token". Both are "" of a scheme whose
	// credentials a program cannot write, such as a cookie.
	Header, Word string
}

// Header is one of an answer.
type Header struct{ Name, About string }

// Phrase is a text some of which leads elsewhere on the page.
type Phrase []Piece

// Piece is a part of a phrase.
type Piece struct {
	Text string
	Href string // "#shape-Label"; "" for none
}

// Section is what the reference says of a resource.
type Section struct {
	ID, Name, About string
	// Rule says who may do what, in the words of package permission.
	Rule string
	// Members are those of its records, as they are read and as they are sent. Of a resource that shows the records of
	// another it is empty, and Same leads there.
	Members []Member
	Same    Phrase
	Calls   []*Call
}

// Shape is a representation.
type Shape struct {
	ID, Name, About string
	Kind            Phrase // of one without members
	Members         []Member
}

// Member is a field of a representation.
type Member struct {
	Name  string
	Kind  Phrase
	Input string // what clients may send of it
	About string
}

// Parameter is what the query, the path or a header may have.
type Parameter struct {
	ID       string // of one that many operations have
	Name, In string
	Required bool
	Kind     Phrase
	About    string
}

// Call is an operation.
type Call struct {
	ID, Method, Path, Title, About string
	Deprecated                     bool
	// Rule says who may do it, where that is another rule than that of the section.
	Rule string
	// Credentials says that it is refused without them.
	Credentials bool
	Scopes      []string
	Rates       []string
	// Pages are those of a list.
	Pages      string
	Parameters []Parameter
	Shared     Phrase
	Body       *Body
	Answers    []Answer
	Refusals   []Refusal
	// Sample is a request that it takes.
	Sample Sample
}

// Body is what an operation takes.
type Body struct {
	About    string
	Required bool
	Kind     Phrase
	Types    []string
}

// Answer is what an operation answers under a status.
type Answer struct {
	Status  int
	About   string
	Kind    Phrase
	Types   []string
	Headers []string
}

// Refusal is a status with the codes of the problems that have it.
type Refusal struct {
	Status int
	Codes  []string
}

// Sample is a request, of values that the document takes.
type Sample struct {
	Path string // "/snippets/1/"
	Body []byte // JSON; nil for none
}

// facts are what a plan says of an operation beside its document.
type facts struct {
	rule, resourceRule, pages string
	builtin                   plan.Actions
	refusals                  []Refusal
}

// note notes the facts of an operation; r and o are nil for the root.
func (b *builder) note(id string, r *plan.Route, o *plan.Operation, codes []code) {
	f := &facts{rule: permission.String(b.p.Access)}
	if o != nil {
		f.builtin = o.Builtin
		if o.Resource != nil {
			f.resourceRule = permission.String(o.Resource.Access)
			if o.Builtin == plan.List && o.Resource.Pages != nil {
				f.pages = o.Resource.Pages.String()
			}
		}
		switch {
		case o.Access != nil:
			f.rule = permission.String(o.Access)
		case o.Resource != nil:
			f.rule = f.resourceRule
		default:
			f.rule = permission.String(r.Access())
		}
	}
	for _, c := range codes {
		for _, status := range b.statusesOf(c) {
			i := slices.IndexFunc(f.refusals, func(r Refusal) bool { return r.Status == status })
			if i < 0 {
				i = len(f.refusals)
				f.refusals = append(f.refusals, Refusal{Status: status})
			}
			f.refusals[i].Codes = append(f.refusals[i].Codes, c.Name())
		}
	}
	slices.SortFunc(f.refusals, func(a, b Refusal) int { return a.Status - b.Status })
	b.facts[id] = f
}

// Reference is the document in words. It is the same for the same document.
func (d *Document) Reference() (*Reference, error) {
	root, err := decodeOrdered(d.json)
	if err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	r := &reader{root: root, facts: d.facts, home: map[string]string{}, samples: map[string]bool{}}
	ref := &Reference{
		Title: textAt(root, "info", "title"), Version: textAt(root, "info", "version"),
		About:  strings.ReplaceAll(textAt(root, "info", "description"), "`", ""),
		Limits: d.limits,
	}
	for _, s := range d.schemes {
		ref.Schemes = append(ref.Schemes, s.words())
	}
	shared := membersAt(root, "components", "parameters")
	for _, name := range shared.names {
		p := r.parameter(shared.values[name])
		p.ID = "param-" + name
		ref.Shared = append(ref.Shared, p)
	}
	headers := membersAt(root, "components", "headers")
	for _, name := range headers.names {
		ref.Headers = append(ref.Headers, Header{r.headerName(name), textAt(headers.values[name], "description")})
	}
	r.sections(ref)
	r.shapes(ref)
	ref.Usual = r.usual(ref)
	return ref, nil
}

// words are a scheme for people.
func (s security) words() Scheme {
	is := func(name string) string { text, _ := s.is[name].(string); return text }
	w := Scheme{Name: s.name, About: is("description"), Word: s.word}
	switch w.Kind = is("type"); w.Kind {
	case "http":
		w.Kind, w.Header = "HTTP "+is("scheme"), "Authorization"
	case "apiKey":
		w.Kind = is("in") + " " + is("name")
		if is("in") == "header" {
			w.Header = is("name")
		}
	}
	return w
}

// headerName is the header that a component is about.
func (*reader) headerName(component string) string {
	for name := range headers {
		if strings.ReplaceAll(name, "-", "") == component {
			return name
		}
	}
	return component
}

// reader reads a document.
type reader struct {
	root  any
	facts map[string]*facts
	// home is where the page tells of a representation, by its name.
	home map[string]string
	// samples are the representations whose samples are being made.
	samples map[string]bool
}

// sections adds the sections, and finds where each representation is told of before anything refers to one.
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

// operationsOf are the operations of a tag, sorted by their paths.
func (r *reader) operationsOf(tag string) (all []operationNode) {
	paths := membersAt(r.root, "paths")
	for _, path := range paths.names {
		item := membersAt(paths.values[path])
		for _, method := range item.names {
			o := item.values[method]
			if tags := list(at(o, "tags")); method != "parameters" && len(tags) > 0 && tags[0] == tag {
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
			c.Shared = append(c.Shared, Piece{textAt(r.root, "components", "parameters", name, "name"), "#param-" + name})
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
