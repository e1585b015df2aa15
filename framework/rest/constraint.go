// The declared constraints of a view set.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// Constraint is a condition that every row of a view set must meet. It is checked before each write that
// changes one of its fields, and again after the hooks. A client whose values break it gets a 400, and
// nothing is stored. Rules of validate tags, such as "gtefield=Begins" and "required_if=Status closed", are
// constraints too.
type Constraint struct {
	// Holds is the condition, on fields of the row itself:
	// predicate.Or(predicate.IsNull("ends"), predicate.Gte("ends", predicate.F("begins"))). A comparison with
	// a field that has no value does not hold.
	Holds predicate.Expr
	// Field is the wire name of the field of the message; "" for the row as a whole, "non_field_errors".
	Field string
	// Message is the message for clients, such as "A booking ends after it begins."
	Message string
}
