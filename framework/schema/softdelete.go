// Rows that are marked as deleted and stay in their table.

package schema

import (
	"cmp"

	"example.com/resourceful/framework/predicate"
)

// Dependant is a reference to rows of a type, as the type of the rows that refer has it.
type Dependant struct {
	Type  *Type
	Field *Field
}

// Living holds for the rows of the type that are not deleted: see Type.Deleted.
func (t *Type) Living() predicate.Expr {
	f := t.Deleted
	return predicate.CompareAt(predicate.OpIsNull, cmp.Or(f.Wire, f.Column), f.Index, nil)
}
