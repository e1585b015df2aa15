// The option LimitChoices: the rows that relations may lead to.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// LimitChoices limits the rows of a relation, in addition to the requester's visible rows, as in Django: a
// parent of the same project that is not closed. It is checked when a client makes or changes the
// reference, or a field that it is compared with, and again in the transaction, which locks the rows until
// its end. An unchanged reference is not checked. Forms offer only these rows.
type LimitChoices struct {
	// Field is the wire name of the relation, such as "parent"; not one by which clients send rows with
	// nested=.
	Field string
	// To is the condition on the rows, in which predicate.OuterRef stands for a field of the referring row:
	// predicate.Eq("project", predicate.OuterRef("project")).
	To predicate.Expr
	// Message is the message for a client that refers to another row; by default that it does not exist.
	Message string
}
