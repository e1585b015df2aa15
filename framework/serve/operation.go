// Operations as values, and what they give.

package serve

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// operation is what a method of a route does once the request is admitted. Each has steps of its own,
// in the order of Django REST framework: perform takes those that it needs, and the first error ends
// it. It writes nothing: what it gives is for respond.
type operation struct {
	*plan.Operation
	perform  func(x *exchange, a *admission) (result, error)
	names    *names        // of what it answers; nil for nothing
	metadata []byte        // of OPTIONS: the fields that it takes, as a JSON object; nil for none
	rows     *resource     // whose rows it answers; nil for none
	query    *queryTable   // of what its query may have; nil where nobody looks at that
	takes    *schema.Names // what its body may have; nil where the rest is ignored
	nested   []*nestedWrite
	unscoped bool // whatever the scopes of the credentials are
}

// inScope reports whether the scopes of credentials allow the operation.
func (o *operation) inScope(c *auth.Credentials) bool { return o.unscoped || c.Allows(o.Scopes) }

// result is what an operation has done, for respond: one of a record, a document that is encoded,
// rows to stream, another place to go, or nothing at all.
type result struct {
	status   int           // 0 for 200
	content  media.Content // 0 for a response without a body
	record   record        // that was read or written
	encoded  []byte        // the representation, compact JSON, a record's without its envelope; nil for that of the record
	rows     []byte        // those of a list, as a list without its envelope
	names    *names        // of what a client chose of the representation; nil for those of the operation
	links    *plan.Page    // of a list in pages
	file     string        // the name of a file that the response is; "" for none
	frame    media.Frame   // of rows to stream
	stream   *rowStream
	location string // of a record that was created
	seeOther seeOther
	page     page // the page for people, where one was begun
	replayed bool // it is the stored response of an earlier request
	written  bool // a view has written it
}

// rowStream reads the rows of a list one by one.
type rowStream struct {
	each func(do func(rec *schema.Record) error) error
	mark func(row []byte, rec *schema.Record) []byte // appends the tag and the actions of a row; nil for none
}

// seeOther is where a form leads that was done, and what is told there.
type seeOther struct{ location, flash string }

// nestedWrite is one of the plan as requests use it.
type nestedWrite struct {
	*plan.NestedWrite
	res                     *resource
	route                   *route        // by which the rule of the rows is asked
	names                   *schema.Names // that a row may have; nil where the rest is ignored
	create, modify, destroy *operation    // of the rows
	below                   []*nestedWrite
}

// builtin are the built-in ones of some operations.
func builtin(operations []*operation) (may plan.Actions) {
	for _, o := range operations {
		may |= o.Builtin
	}
	return may
}
