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

// Facts are the known facts about a request and its response so far.
type Facts struct {
	Context context.Context
	Request *http.Request // as received
	Method  string        // the effective method: the value of _method, or OPTIONS for a link that asks for it
	Base    string        // "http://host"
	// Language is the language of the page; nil for English.
	Language *problem.Language
	// Zone is the time zone of moments on the page; nil for UTC.
	Zone  *time.Location
	Route Route
	// Operation is the operation of the request, nil before it is permitted.
	Operation *plan.Operation
	User      *auth.User // nil for nobody
	Known     bool       // the request was authenticated, also as anonymous
	Form      *Form
	Sent      media.Body     // the parsed body
	Record    *schema.Record // the record of the request; nil for none
	Address   schema.Key     // its key in addresses, zero for none
	Response  Response
}

// Route is the address of a page.
type Route struct {
	Found    bool           // the address is the root or an endpoint
	View     bool           // the address is a View
	Name     string         // "Snippet List"
	Endpoint *plan.Resource // nil for none and for the root
	Record   bool           // the address of one record
	Key      string         // the record's key, as in the path
	Parent   string         // the key of the parent record, as in the path; "" for none
	// About is the declared description, and Own are the team's operations at this address. Apart is true
	// for a path that has only these.
	About  string
	Own    []*plan.Operation
	Apart  bool
	Suffix string // such as "json"; "" for none
	// WriteOnly are the names of all write-only fields in the input of the address.
	WriteOnly []string
	// Version holds the version and zone for the page's addresses.
	Version VersionAddress
}

// Response is the response to a request.
type Response struct {
	Status   int
	Header   http.Header
	Body     []byte     // the representation, compact JSON; empty for none
	Record   []byte     // the record in it, without its envelope; empty for none
	Rows     []byte     // the rows of a team's operation that returns a list
	Members  []string   // the members of a record or of a row, in order; nil where the operation tells them
	Links    *plan.Page // the pages of a list; nil for none
	Degraded bool       // the response to a fault: its page must not use the database
	Replayed bool       // the response is stored from an earlier request
	Keyed    bool       // the request is a form with a key, which is applied once
	Stored   string     // the path that the earlier request with this key led to; "" for none
}
