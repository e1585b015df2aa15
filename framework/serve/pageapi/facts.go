// The facts of a request and its response that a page shows.

package pageapi

import (
	"context"
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Facts is what is known of a request and its answer by now.
type Facts struct {
	Context context.Context
	Request *http.Request // as it came
	Method  string        // that the request is understood as: after _method, or as a link asks for OPTIONS
	Base    string        // "http://host"
	// Language is what the page tells people in; nil for English.
	Language *problem.Language
	// Zone is that of moments on the page; nil for UTC.
	Zone  *time.Location
	Route Route
	// Operation is what is being done, nil before it is permitted.
	Operation *plan.Operation
	User      *auth.User // nil for nobody
	Known     bool       // it was found out who asks
	Form      *Form
	Sent      media.Body     // as it was parsed
	Record    *schema.Record // of a record's request; nil for none
	Address   schema.Key     // what addresses name it by, zero for none
	Response  Response
}

// Route is the address that a page is of.
type Route struct {
	Found    bool           // of the root or an endpoint
	View     bool           // of a page of its own
	Name     string         // "Snippet List"
	Endpoint *plan.Resource // nil for none and for the root
	Record   bool           // of one record
	Key      string         // of the record, as it stands in the path
	Parent   string         // key of the record that the rows are below, as it stands in the path; "" for none
	// About is a sentence or two of the declaration, and Own are the operations of the team at this
	// address: of a path that has no others where Apart is true.
	About  string
	Own    []*plan.Operation
	Apart  bool
	Suffix string // such as "json", "" for none
	// WriteOnly are the names of the write-only fields of all that the address takes.
	WriteOnly []string
	// Version is how the addresses of the page ask for the version of the request.
	Version VersionAddress
}

// Response is what becomes of a request.
type Response struct {
	Status   int
	Header   http.Header
	Body     []byte     // the representation, compact JSON; empty for none
	Record   []byte     // the record in it, without its envelope; empty for none
	Rows     []byte     // the rows of a list that an operation of a team has answered, as a list
	Links    *plan.Page // of a list in pages; nil for none
	Degraded bool       // the answer is about a fault of ours: its page must ask nothing of the database
	Replayed bool       // the answer is the stored one of an earlier request
	Keyed    bool       // the request is a form that is done once
	Stored   string     // the path of what that form had done when it was sent before; "" for none
}
