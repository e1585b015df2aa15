// Rules that imply others, so that the database checks only one.

package request

import (
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// implication describes how a condition on rows may imply the filter of one of their relations, in either
// direction. The zero value implies nothing.
type implication struct {
	leadsTo *schema.Type // type of the filtered rows
	index   int          // index of the reference
	below   bool         // the reference belongs to leadsTo and leads back to the rows
}

// implications returns the implications for the relations of a representation, by their index in Related.
// There is none for a relation that nested rows also show, or that is a step of a path.
func implications(s *plan.Shape, order []plan.Order) []implication {
	row := s.Type
	if row.Row != nil {
		row = row.Row
	}
	var near, far []*schema.Field
	for _, f := range s.Reads {
		near, far = append(near, f), append(far, fieldsBehind(f)...)
		if f.Derived != nil && len(f.Derived.Steps) > 0 {
			near = append(near, f.Derived.Steps[0])
		}
	}
	for _, o := range order {
		far = append(far, fieldsBehind(o.Field)...)
	}
	list := make([]implication, len(s.Related))
	for i, related := range s.Related {
		if f := related.Field; slices.Contains(near, f) && !slices.Contains(far, f) {
			list[i] = implicationOf(row, f)
		}
	}
	return list
}

// fieldsBehind returns the fields of other rows that a field derives from.
func fieldsBehind(f *schema.Field) (list []*schema.Field) {
	d := f.Derived
	if d == nil {
		return nil
	}
	if len(d.Steps) > 1 {
		list = append(list, d.Steps[1:]...)
	}
	if d.OrderBy != nil {
		list = append(list, d.OrderBy)
	}
	if d.Shape != nil {
		for _, nested := range d.Shape.NestedReads() {
			list = append(append(list, nested), fieldsBehind(nested)...)
			if nested.Derived != nil && len(nested.Derived.Steps) > 0 {
				list = append(list, nested.Derived.Steps[0])
			}
		}
	}
	return list
}

// implicationOf returns the implication for a field of a representation.
func implicationOf(row *schema.Type, f *schema.Field) implication {
	along := f
	if f.Derived != nil {
		along = f.Derived.Along
	}
	switch {
	case along == nil || along.Relation == nil || along.Relation.Type == nil:
	case along.IsHasMany():
		if along.Relation.By.Relation.Type != row { // another struct for the same table has other fields
			return implication{}
		}
		return implication{along.Relation.Type, along.Relation.By.Index, true}
	case along.IsToOne():
		i := slices.IndexFunc(row.Fields, func(g *schema.Field) bool {
			return g.IsToOne() && g.Column == along.Column && g.Relation.Type == along.Relation.Type
		})
		if i >= 0 {
			return implication{along.Relation.Type, i, false}
		}
	}
	return implication{}
}

// Holds reports whether a condition on the rows implies one of the filter's conditions.
func (i implication) Holds(cond predicate.Expr, visible []store.Visibility) bool {
	return i.leadsTo != nil && slices.ContainsFunc(visible, func(v store.Visibility) bool {
		switch {
		case v.Type != i.leadsTo:
			return false
		case i.below:
			return cond.ImpliesBelow(i.index, v.Where)
		default:
			return cond.ImpliesAt(i.index, v.Where)
		}
	})
}
