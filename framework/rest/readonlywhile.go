// Fields that are read-only while something holds for their row.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// ReadOnlyWhile makes fields read-only while a condition holds for the row as it is stored, which is decided under
// the lock of the write. A client that sends another value gets a 400; one that sends the value that is there, or
// none, changes nothing. OPTIONS of the record and the forms of its page have the fields as read-only ones. Code of
// the team writes them all the same.
type ReadOnlyWhile struct {
	// Fields are the wire names of the fields, such as "title"; not those by which clients send rows with nested=.
	Fields []string
	// Holds is the condition, on fields of the row itself: predicate.Eq("status", "closed").
	Holds predicate.Expr
	// Message is what a client reads beside each of the fields; "This field is read-only." by default.
	Message string
}
