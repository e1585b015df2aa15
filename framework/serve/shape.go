// The representations of a resource, and what reads them as a requester may see them.

package serve

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// shape is a representation of a resource's rows, with what reads it.
type shape struct {
	*plan.Shape
	rows *store.Table
	as   *store.Representation // nil for that of the table
	// same reads it where it is the same for every requester; nil where it is not.
	same  *store.Scoped
	order []int // where it has the columns of the order, by Field.Index
}

// newShape makes the statements of a representation, from those of the rows.
func newShape(rows *store.Table, e *plan.Resource, of *plan.Shape) (s *shape, err error) {
	s = &shape{Shape: of, rows: rows}
	if of.Type != e.Type {
		s.as = &store.Representation{Type: of.Type, Reads: of.Reads}
	}
	if len(of.Related) == 0 && !of.Type.Derives() && !e.Type.Derives() {
		same, err := rows.Scope(store.Reader{As: s.as})
		if err != nil {
			return nil, err
		}
		s.same = &same
	}
	for _, o := range e.Order {
		if f := of.Type.FieldOf(o.Field); f != nil { // else no paginator begins after its values
			s.order = append(s.order, f.Index)
		}
	}
	return s, nil
}

// columnValues are those of the order's columns.
func (s *shape) columnValues(rec *schema.Record) []any {
	list := make([]any, len(s.order))
	for i, index := range s.order {
		list[i] = rec.Column(index)
	}
	return list
}

// isRow reports whether a representation has what rules look at: the row itself.
func (res *resource) isRow(s *shape) bool { return s.Type == res.Type }

// view reads a representation as the requester may see it, with the call for what is computed of it; nil
// is one of its own.
func (a *admission) view(x *exchange, s *shape, c *call) (store.Scoped, error) {
	if s.same != nil {
		return *s.same, nil
	}
	v := store.Reader{As: s.as}
	if len(s.Related) > 0 {
		v.Filters = make([]store.RowFilter, len(s.Related))
	}
	for i, r := range s.Related {
		v.Filters[i] = store.RowFilter{Field: r.Field, Visible: a.requester.visible(r.Visibility)}
	}
	if a.requester.user != nil {
		v.Requester = a.requester.user.ID
	}
	if s.Type.Computes() {
		if c == nil {
			c = newCall(x, a, nil)
		}
		v.Compute = c.compute
	}
	return s.rows.Scope(v)
}

// readsUnderRule reports whether a representation is read under the rule of the request: where that
// looks at rows along relations, or at columns that the representation may not have. The database cannot
// read what is written in Go.
func (a *admission) readsUnderRule(s *shape) bool {
	return reads(a.method) && !a.cond.Has(predicate.OpFunc) && (a.cond.Has(predicate.OpExists) || !a.route.resource.isRow(s))
}
