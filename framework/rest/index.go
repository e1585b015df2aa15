// The indexes that a view set declares.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// Index is an index of the table of a view set, beside those that the migration makes by itself: of
// unique fields and of those tagged index, of references, and of what rules, orders and filters look at.
type Index struct {
	// Fields are the names of fields in the order of the index, "-" before one for descending: on the wire or,
	// where they are not shown, as in rules.
	Fields []string
	// Unique says that no two rows have the same values in all of the fields; a row that has no value in
	// one of them is like no other. A client that sends such values gets a 400: "The fields project, name
	// must make a unique set."
	Unique bool
	// Where says which rows the index has: a condition on their own columns, such as
	// predicate.Eq("status", "open"). The zero value is all rows.
	Where predicate.Expr
}
