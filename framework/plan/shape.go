// Representations of rows.

package plan

import (
	"slices"

	"example.com/resourceful/framework/schema"
)

// Shape is a representation: the struct whose fields are its members, and what of it is read.
type Shape struct {
	Type  *schema.Type
	Reads []*schema.Field
	// Related are the relations whose rows it shows or counts and that rules have a say in, in whatever
	// depth: each of them once, always in this order.
	Related []Related
}

// Related are the resources whose rules say which rows of a relation a requester may see: to one of
// them is enough. The field is what shows or counts the rows, or a reference on the way of a path.
type Related struct {
	Field      *schema.Field
	Visibility []*Resource
}

// Shapes are the representations of a resource by operation; none of them is nil.
type Shapes struct {
	Own      *Shape // by the type of the rows
	List     *Shape // each row of the list
	Retrieve *Shape // a record, also after a create or change
	Create   *Shape // what a create is given
	Update   *Shape // what a replace or modify is given
}

// All are the representations, each once.
func (s *Shapes) All() []*Shape {
	var all []*Shape
	for _, shape := range []*Shape{s.Own, s.List, s.Retrieve, s.Create, s.Update} {
		if shape != nil && !slices.Contains(all, shape) {
			all = append(all, shape)
		}
	}
	return all
}

// Shows reports whether the representation of a record shows a field of its row, be it by the rows that a relation
// leads to.
func (s *Shapes) Shows(f *schema.Field) bool {
	return slices.ContainsFunc(s.Retrieve.Type.Shown, func(shown *schema.Field) bool {
		return shown == f || shown.Of == f || shown.IsMade() && f.IsMade() && shown.Wire == f.Wire || shown.IsNested() && shown.Derived.Along == f
	})
}

// Shown is the representation by which an answer shows a record, or those of a list.
func (r *Resource) Shown(many bool) *Shape {
	if many {
		return r.Shapes.List
	}
	return r.Shapes.Retrieve
}
