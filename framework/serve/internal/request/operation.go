// Operations as values, and what they give.

package request

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Operation is what a method of a route does once the request is admitted. Each has steps of its own,
// in the order of Django REST framework: Perform takes those that it needs, and the first error ends
// it. It writes nothing, unless its result is Written: respond does.
type Operation struct {
	*plan.Operation
	Perform      func(x *Exchange, a *Admission) (Result, error)
	Names        *Names        // of what it answers; nil for nothing
	Metadata     []byte        // of OPTIONS: the fields that it takes, as a JSON object; nil for none
	RowResource  *Resource     // whose rows it answers; nil for none
	Query        *QueryTable   // of what its query may have; nil where nobody looks at that
	Takes        *schema.Names // what its body may have; nil where the rest is ignored
	NestedWrites []*NestedWrite
	Unscoped     bool // whatever the scopes of the credentials are
}

// InScope reports whether the scopes of credentials allow the operation.
func (o *Operation) InScope(c *auth.Credentials) bool { return o.Unscoped || c.Allows(o.Scopes) }

// Result is what an operation has done, for respond: one of a record, a document that is encoded,
// rows to stream, another place to go, or nothing at all.
type Result struct {
	Status   int           // 0 for 200
	Content  media.Content // 0 for a response without a body
	Record   Record        // that was read or written
	Encoded  []byte        // the representation, compact JSON, a record's without its envelope; nil for that of the record
	Rows     []byte        // those of a list, as a list without its envelope
	Names    *Names        // of what a client chose of the representation; nil for those of the operation
	Links    *plan.Page    // of a list in pages
	File     string        // the name of a file that the response is; "" for none
	Frame    media.Frame   // of rows to stream
	Stream   *RowStream
	Location string // of a record that was created
	SeeOther SeeOther
	Page     Page // the page for people, where one was begun
	Replayed bool // it is the stored response of an earlier request
	Written  bool // the operation has written it
}

// RowStream reads the rows of a list one by one.
type RowStream struct {
	Each func(do func(rec *schema.Record) error) error
	Mark func(row []byte, rec *schema.Record) []byte // appends the tag and the actions of a row; nil for none
}

// SeeOther is where a form leads that was done, and what is told there.
type SeeOther struct{ Location, Flash string }

// NestedWrite is one of the plan as requests use it.
type NestedWrite struct {
	*plan.NestedWrite
	Res                     *Resource
	Route                   *Route        // by which the rule of the rows is asked
	Names                   *schema.Names // that a row may have; nil where the rest is ignored
	Create, Modify, Destroy *Operation    // of the rows
	Below                   []*NestedWrite
}

// Builtin are the built-in ones of some operations.
func Builtin(operations []*Operation) (may plan.Actions) {
	for _, o := range operations {
		may |= o.Builtin
	}
	return may
}
