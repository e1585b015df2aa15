// Soft-deleted rows, which are marked and stay in their table.

package schema

import (
	"cmp"

	"example.com/resourceful/framework/predicate"
)

// Dependant is a reference to rows of a type, with the type of the referring rows.
type Dependant struct {
	Type  *Type
	Field *Field
}

// Living returns the condition that a row of the type is not deleted: see Type.Deleted.
func (t *Type) Living() predicate.Expr {
	f := t.Deleted
	return predicate.CompareAt(predicate.OpIsNull, cmp.Or(f.Wire, f.Column), f.Index, nil)
}
