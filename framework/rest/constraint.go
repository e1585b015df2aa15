// The constraints that a view set declares.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// Constraint is a condition that every row of a view set has to meet. It is asked before each write, and again
// about what hooks have made of the row, of those writes that change a field that it is about. A client
// whose values break it gets a 400, and nothing is stored. Words of validate tags, such as
// "gtefield=Begins" and "required_if=Status closed", are constraints too.
type Constraint struct {
	// Holds is the condition, on fields of the row itself:
	// predicate.Or(predicate.IsNull("ends"), predicate.Gte("ends", predicate.F("begins"))). A comparison with
	// a field that has no value does not hold.
	Holds predicate.Expr
	// Field is the wire name of the field that the message is about; "" for the row as a whole,
	// "non_field_errors".
	Field string
	// Message is what a client reads, such as "A booking ends after it begins."
	Message string
}
