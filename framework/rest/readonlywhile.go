// Fields that are read-only while their row meets a condition.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// ReadOnlyWhile makes fields read-only while the stored row meets a condition, which is checked under the
// lock of the write. A client that sends another value gets a 400; one that sends the current value, or
// none, changes nothing. OPTIONS of the record and the forms of its page show the fields as read-only. Code
// of the team can still write them.
type ReadOnlyWhile struct {
	// Fields are the wire names of the fields, such as "title"; not those by which clients send rows with nested=.
	Fields []string
	// Holds is the condition, on fields of the row itself: predicate.Eq("status", "closed").
	Holds predicate.Expr
	// Message is the message for each of the fields; "This field is read-only." by default.
	Message string
}
