// Representations of rows.

package plan

import (
	"slices"

	"example.com/resourceful/framework/schema"
)

// Shape is a representation: the struct whose fields are its members, and the fields that are read for it.
type Shape struct {
	Type  *schema.Type
	Reads []*schema.Field
	// Related are the relations with rules whose rows it shows or counts, at any depth: each of them once,
	// always in this order.
	Related []Related
}

// Related are the resources whose rules determine which rows of a relation a requester may see: one of them
// is enough. The field shows or counts the rows, or is a reference on a path.
type Related struct {
	Field      *schema.Field
	Visibility []*Resource
}

// Shapes are the representations of a resource by operation; none of them is nil.
type Shapes struct {
	Own      *Shape // by the type of the rows
	List     *Shape // each row of the list
	Retrieve *Shape // a record, also after a create or change
	Create   *Shape // input of a create
	Update   *Shape // input of a replace or modify
}

// All returns the representations, each once.
func (s *Shapes) All() []*Shape {
	var all []*Shape
	for _, shape := range []*Shape{s.Own, s.List, s.Retrieve, s.Create, s.Update} {
		if shape != nil && !slices.Contains(all, shape) {
			all = append(all, shape)
		}
	}
	return all
}

// Shows reports whether the representation of a record shows a field: see Shape.Shows.
func (s *Shapes) Shows(f *schema.Field) bool { return s.Retrieve.Shows(f) }

// Shows reports whether the representation shows a field of its row, or the rows that its relation leads to.
func (s *Shape) Shows(f *schema.Field) bool {
	return slices.ContainsFunc(s.Type.Shown, func(shown *schema.Field) bool {
		return shown == f || shown.Of == f || shown.IsMade() && f.IsMade() && shown.Wire == f.Wire || shown.IsNested() && shown.Derived.Along == f
	})
}

// Shown returns the representation of a record in a response, or of the records in a list.
func (r *Resource) Shown(many bool) *Shape {
	if many {
		return r.Shapes.List
	}
	return r.Shapes.Retrieve
}
