// What every page prints about a response.

package layout

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// Answer is the request and the response, as every page of a response shows them.
type Answer struct {
	Method string // of the request: "GET"
	Path   string // of the request, as it was sent
	Query  string // of the request, without the question mark
	Base   string // "http://host"
	// Language is the language of the requester; nil for English.
	Language *problem.Language
	Zone     string // time zone that the request names; "" for none
	// Version builds the addresses for the version of the request.
	Version pageapi.VersionAddress
	User    *auth.User
	// NoLogin reports that no scheme has a login form.
	NoLogin bool
	// NoBasic reports that no scheme is Basic.
	NoBasic bool

	Find      *FindForm // in the header; nil for none
	Reference string    // address of the API reference; "" for none

	Name        string // of the page, for people: "Snippets"
	View        string // of the view, for programs: "Snippet Instance"; "" for none
	ListView    string // of the view of the record's list: "Snippet List"; "" for none
	Description string
	Crumbs      []Crumb
	Status      int
	Headers     []Header     // of the plain representation: Allow, Content-Type, Vary, Location
	Body        []byte       // the plain representation, JSON indented by 4; empty for none
	Shown       media.Format // the format in which the person reads the representation
	Text        []byte       // the representation in that format; empty for JSON, which is Body
	Formats     []media.Format
	Tag         string               // entity tag of the representation; "" for none
	Measures    []string             // its time and size
	Explanation *pageapi.Explanation // for an administrator who asks for it; nil for others

	Endpoint *plan.Resource // nil at the root and where there is no route
	Options  bool           // the response is that of OPTIONS
	Failed   bool           // the response is an error
	Card     bool           // the page has only its form and the form's result
	Detail   string         // of the error, for people

	// Response are the headers of the page, to which the renderer may add.
	Response http.Header
}

// Header is one header of the plain representation.
type Header struct{ Name, Value string }

// Crumb is a page on the path from the root.
type Crumb struct {
	Name, Path string
	Current    bool
}

// BodyParam is the query parameter that chooses the format of the representation on a page: JSON, or
// another that can hold it. It does not change the format of the response.
const BodyParam = "_body"

// FromParam and ToParam select the entries of a history after which two versions of its record are
// compared.
const (
	FromParam = "_from"
	ToParam   = "_to"
)

// PartParam selects a part of a list without pages; other formats ignore it.
const PartParam = "_page"
