// Representations of rows.

package plan

import (
	"fmt"
	"slices"
	"strings"

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

// writeShapes lists the members of the representations that a resource declares beside its rows.
func (r *Resource) writeShapes(b *strings.Builder) {
	var names []string
	operations := map[*Shape][]string{}
	for _, o := range []struct {
		name  string
		shape *Shape
	}{{"list", r.Shapes.List}, {"retrieve", r.Shapes.Retrieve}, {"create", r.Shapes.Create}, {"update", r.Shapes.Update}} {
		if o.shape != nil && o.shape.Type != r.Type {
			operations[o.shape] = append(operations[o.shape], o.name)
		}
	}
	for _, shape := range r.Shapes.All() {
		if names = operations[shape]; names == nil {
			continue
		}
		fmt.Fprintf(b, "  %s as %s\n", strings.Join(names, ", "), shape.Type.Go)
		writeFields(b, shape.Type)
	}
}

// derivedWords is what a field is read from that is no column of its row.
func derivedWords(f *schema.Field) string {
	d := f.Derived
	switch d.Form {
	case schema.FormPath:
		return "at " + d.Name
	case schema.FormCount:
		return "number of rows of " + alongWords(d)
	case schema.FormHas:
		return "whether the requester is among rows of " + alongWords(d)
	case schema.FormAddress:
		if d.Name != "" {
			return "address of the content of " + d.Name
		}
		return "address of the record"
	case schema.FormNested:
		return "nests " + d.Shape.Go.String() + " of " + d.Along.Go
	default:
		return "computed"
	}
}

// alongWords names the relation that rows are counted by.
func alongWords(d *schema.Derived) string {
	r := d.Along.Relation
	if r.By != nil {
		return fmt.Sprintf("%s by their %s", r.Type.Go, r.By.Go)
	}
	return fmt.Sprintf("%s through %s", r.Type.Go, r.Through)
}
