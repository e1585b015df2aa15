// The document as people read it: the reference of a service, without a layout.

package openapi

import (
	"fmt"
	"slices"
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
	// Messages are what webhooks are sent.
	Messages []*Message
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

// Message is what a webhook is sent.
type Message struct {
	ID, Name, About string
	// Parameters are its headers, and the members of its body.
	Parameters []Parameter
	Types      []string
	// Answers are what a receiver says by a status.
	Answers []Answer
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
	r := &reader{root: root, facts: d.facts, home: map[string]string{}, params: map[string]string{}, samples: map[string]bool{}}
	ref := &Reference{
		Title: textAt(root, "info", "title"), Version: textAt(root, "info", "version"),
		About:  strings.ReplaceAll(textAt(root, "info", "description"), "`", ""),
		Limits: d.limits,
	}
	for _, s := range d.schemes {
		ref.Schemes = append(ref.Schemes, s.words())
	}
	ref.Shared = r.sharedParameters()
	headers := membersAt(root, "components", "headers")
	for _, name := range headers.names {
		ref.Headers = append(ref.Headers, Header{r.headerName(name), textAt(headers.values[name], "description")})
	}
	r.sections(ref)
	ref.Messages = r.messages()
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
