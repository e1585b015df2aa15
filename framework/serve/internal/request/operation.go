// Operations as values, and their results.

package request

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Operation is the action of a method on a route, after admission. Perform runs the operation's own steps,
// in the order of Django REST framework; the first error ends it. It writes no response, unless its result
// is Written: respond does.
type Operation struct {
	*plan.Operation
	Perform      func(x *Exchange, a *Admission) (Result, error) // chosen in serve/compile.go, or by the room that adds a route
	Names        *Names                                          // names in its output; nil for none
	Metadata     []byte                                          // its input fields for OPTIONS, as a JSON object; nil for none
	RowResource  *Resource                                       // resource of the rows in its output; nil for none
	Query        *QueryTable                                     // parameters of its query; nil if the query is ignored
	Takes        *schema.Names                                   // members of its body; nil if others are ignored
	NestedWrites []*NestedWrite
	Creates      *Operation // the create that a PUT becomes where there is no record; nil for none
	KeepsOrder   bool       // its input has JSON that keeps the order of members
	Unscoped     bool       // allowed with any scopes
	// Fresh are the values of Cache-Control for an anonymous and for another requester; nil for the usual ones.
	Fresh *[2][]string
}

// InScope reports whether the scopes of credentials allow the operation.
func (o *Operation) InScope(c *auth.Credentials) bool { return o.Unscoped || c.Allows(o.Scopes) }

// Result is the result of an operation, for respond: a record, an encoded document, rows to stream, a
// redirect, or nothing.
type Result struct {
	Status   int           // 0 for 200
	Content  media.Content // 0 for a response without a body
	Record   Record        // the record that was read or written
	Encoded  []byte        // the representation, compact JSON without an envelope; nil to represent Record
	Rows     []byte        // rows of a list, as a list without its envelope
	Names    *Names        // names in a client's choice of members; nil for the operation's names
	Links    *plan.Page    // pages of a list
	File     string        // the file name of a response to download; "" for none
	Frame    media.Frame   // frame of rows to stream
	Stream   *RowStream
	Location string // address of a created record
	SeeOther SeeOther
	Page     Page // the HTML page, if it has begun
	Replayed bool // it is the stored response of an earlier request
	Written  bool // the operation has written the response
}

// RowStream reads the rows of a list one by one.
type RowStream struct {
	Each func(do func(rec *schema.Record) error) error
	Mark func(row []byte, rec *schema.Record) []byte // appends the tag and the actions of a row; nil for none
}

// SeeOther is the page that follows a successful form, and its flash.
type SeeOther struct{ Location, Flash string }

// NestedWrite is the plan's nested write, compiled for requests.
type NestedWrite struct {
	*plan.NestedWrite
	Res                     *Resource
	Route                   *Route        // the route with the rule of the rows
	Names                   *schema.Names // members of a row; nil if others are ignored
	Create, Modify, Destroy *Operation    // operations on the rows
	Below                   []*NestedWrite
}

// Builtin returns the built-in actions among operations.
func Builtin(operations []*Operation) (may plan.Actions) {
	for _, o := range operations {
		may |= o.Builtin
	}
	return may
}
