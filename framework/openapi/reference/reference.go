// Package reference puts an OpenAPI document into words: the reference of a service as people read it, without a layout.
package reference

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/openapi"
)

// Reference is a document in words, in the order in which people read it. Nothing in it is escaped.
type Reference struct {
	Title, Version, About string
	// Limits are those of a request.
	Limits openapi.Limits
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
	Usual []openapi.Refusal
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
	Refusals   []openapi.Refusal
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

// StatusText returns the text of the status.
func (a Answer) StatusText() string { return http.StatusText(a.Status) }

// Sample is a request, of values that the document takes.
type Sample struct {
	Path string // "/snippets/1/"
	Body []byte // JSON; nil for none
}

// New puts a document into words. They are the same for the same document.
func New(d *openapi.Document) *Reference {
	r := &reader{d: d, home: map[string]string{}, params: map[string]string{}, samples: map[string]bool{}}
	ref := &Reference{Title: d.Info.Title, Version: d.Info.Version, About: strings.ReplaceAll(d.Info.Description, "`", ""), Limits: d.Limits}
	for name, s := range d.Components.SecuritySchemes.All() {
		ref.Schemes = append(ref.Schemes, newScheme(name, s, d.Words[name]))
	}
	ref.Shared = r.sharedParameters()
	for component, h := range d.Components.Headers.All() {
		ref.Headers = append(ref.Headers, Header{openapi.HeaderName(component), h.Description})
	}
	r.sections(ref)
	ref.Messages = r.messages()
	r.shapes(ref)
	ref.Usual = r.usual(ref)
	return ref
}

// newScheme returns a scheme for people.
func newScheme(name string, s *openapi.SecurityScheme, word string) Scheme {
	w := Scheme{Name: name, Kind: s.Type, About: s.Description, Word: word}
	switch s.Type {
	case "http":
		w.Kind, w.Header = "HTTP "+s.Scheme, "Authorization"
	case "apiKey":
		w.Kind = s.In + " " + s.Name
		if s.In == "header" {
			w.Header = s.Name
		}
	}
	return w
}
