// What a page says of its request and of the response.

package frame

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// Answer is what a page says of its request and of the response, whatever it is of.
type Answer struct {
	Method string // of the request: "GET"
	Path   string // of the request, as it was sent
	Query  string // of the request, without the question mark
	Base   string // "http://host"
	// Language is what people are told in; nil for English.
	Language *problem.Language
	// Version is how addresses ask for the version of the request.
	Version pageapi.VersionAddress
	User    *auth.User
	// NoLogin says that people cannot log in: none of the schemes has a form for that.
	NoLogin bool
	// NoBasic says that none of the schemes is Basic.
	NoBasic bool

	Find *FindForm // in the header; nil for none

	Name        string // of the view: "Snippet List"
	Description string
	Crumbs      []Crumb
	Status      int
	Headers     []Header     // of the plain representation: Allow, Content-Type, Vary, Location
	Body        []byte       // the plain representation, JSON indented by 4; empty for none
	Shown       media.Format // that the person asked to see the representation in
	Text        []byte       // the representation in that format; empty for JSON, which is Body
	Formats     []media.Format

	Endpoint *plan.Resource // nil at the root and where there is no route
	Options  bool           // the answer is the metadata of the view
	Failed   bool           // the answer is an error
	Card     bool           // the page has its form and what came of it, and nothing else
	Detail   string         // of the error, for people

	// Response are the headers of the page itself, for the renderer to add to.
	Response http.Header
}

// Header is one header of the plain representation.
type Header struct{ Name, Value string }

// Crumb is a page on the way from the root.
type Crumb struct {
	Name, Path string
	Current    bool
}

// BodyParam is the parameter of the query that says in which format a page shows the
// representation: JSON, unless it names another that can hold it. Which format the answer itself
// has is another question.
const BodyParam = "_body"

// FromParam and ToParam name the entries of a history after which two versions of its record are compared.
const (
	FromParam = "_from"
	ToParam   = "_to"
)

// PartParam selects a part of such a list; in other formats it means nothing.
const PartParam = "_page"
