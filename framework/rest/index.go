// The declared indexes of a view set.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// Index is an index of the table of a view set, in addition to those that the migration makes by itself: of
// unique fields and of those tagged index, of references, and of fields in rules, orders and filters.
type Index struct {
	// Fields are the names of fields in the order of the index, "-" before one for descending: on the wire
	// or, if they are not shown, as in rules.
	Fields []string
	// Unique means that no two rows have the same values in all of the fields; a row without a value in one
	// of them equals no other. A client that sends such values gets a 400: "The fields project, name must
	// make a unique set."
	Unique bool
	// Where is the condition on the indexed rows: on their own columns, such as predicate.Eq("status",
	// "open"). The zero value is all rows.
	Where predicate.Expr
	// Message replaces the message of a Unique index for clients.
	Message string
}
