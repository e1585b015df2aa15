// The rows that relations may lead to.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// LimitChoices says which rows a relation may be made to lead to, beside those that the requester may see, as in
// Django: a parent of the same project that is not closed. It is asked where a client makes or changes the
// reference, or a field that it is compared with, and once more in the transaction, which keeps the rows as they are
// until its end. A reference that stays is not asked about. Forms offer these rows only.
type LimitChoices struct {
	// Field is the wire name of the relation, such as "parent"; not one by which clients send rows with nested=.
	Field string
	// To is the condition on the rows that it may lead to, in which predicate.OuterRef stands for a field of the row
	// that refers to them: predicate.Eq("project", predicate.OuterRef("project")).
	To predicate.Expr
	// Message is what a client reads who refers to another row; by default that it does not exist.
	Message string
}
