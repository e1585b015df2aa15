// Readers of representations, limited to the rows that a requester may see.

package access

import (
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// ReadView reads a representation as the requester may see it, with the call for its computed members; nil
// for a new call.
func ReadView(x *request.Exchange, a *request.Admission, s *request.Shape, c request.Call) (store.Scoped, error) {
	if s.Same != nil {
		return *s.Same, nil
	}
	return s.Rows.Scope(newReader(x, a, s, c))
}

// ReadViewGiven is ReadView for rows of which the same statement asks a condition, and which answers questions; nil for none.
func ReadViewGiven(x *request.Exchange, a *request.Admission, s *request.Shape, c request.Call, cond predicate.Expr, asked *Questions) (store.Scoped, error) {
	if s.Same != nil && asked.none() {
		return *s.Same, nil
	}
	r := newReader(x, a, s, c)
	asked.put(&r)
	dropImpliedFilters(s, &r, cond)
	return s.Rows.Scope(r)
}

// ReadListView reads the rows of a list under its rule, in the order that the client asks for, and answers questions of them;
// nil for none.
func ReadListView(x *request.Exchange, a *request.Admission, s *request.Shape, asked *plan.Listing, questions *Questions) (store.Scoped, error) {
	if asked.Order == nil && asked.Rank == "" {
		return ReadViewGiven(x, a, s, nil, a.Cond, questions)
	}
	r := newReader(x, a, s, nil)
	questions.put(&r)
	if asked.Order != nil {
		sortReader(a, &r, asked.Order)
	} else {
		r.Rank = asked.Rank
	}
	dropImpliedFilters(s, &r, a.Cond)
	return s.Rows.Scope(r)
}

// sortReader lets a reader sort, by what the requester may see.
func sortReader(a *request.Admission, r *store.Reader, by []plan.Order) {
	if declared := a.Route.Res.Ordering; declared != nil {
		for _, other := range declared.Related {
			if !slices.ContainsFunc(r.Filters, func(g store.RowFilter) bool { return g.Field == other.Field }) {
				r.Filters = append(r.Filters, rowFilter(a, other))
			}
		}
	}
	r.Order = make([]store.Order, len(by))
	for i, o := range by {
		r.Order[i] = store.Order(o)
	}
}

// newReader returns the reader of a representation, with the rows that rules let the requester see.
func newReader(x *request.Exchange, a *request.Admission, s *request.Shape, c request.Call) store.Reader {
	r := store.Reader{As: s.As}
	if len(s.Related) > 0 {
		r.Filters = make([]store.RowFilter, len(s.Related))
	}
	for i, related := range s.Related {
		r.Filters[i] = rowFilter(a, related)
	}
	if a.Requester.User != nil {
		r.Requester = a.Requester.User.ID
	}
	if s.Type.Computes() {
		if c == nil {
			c = x.Service.NewCall(x, a)
		}
		r.Compute = c.Compute
	}
	return r
}

func rowFilter(a *request.Admission, r plan.Related) store.RowFilter {
	return store.RowFilter{Field: r.Field, Visible: a.Requester.Visible(r.Visibility)}
}

// readsUnderRule reports whether a representation is read under the rule of the request: where that
// looks at rows along relations, or at columns that the representation may not have. The database cannot
// evaluate Go functions.
func readsUnderRule(a *request.Admission, s *request.Shape) bool {
	return request.Safe(a.Method) && !a.Cond.Has(predicate.OpFunc) && (a.Cond.Has(predicate.OpExists) || !a.Route.Res.IsRow(s))
}

// dropImpliedFilters takes away those filters of a reader that a condition implies, where the same statement asks the condition
// of the rows that it reads.
func dropImpliedFilters(s *request.Shape, r *store.Reader, cond predicate.Expr) {
	farther := func(o store.Order) bool { return o.Field.Derived != nil && len(o.Field.Derived.Steps) > 1 }
	if slices.ContainsFunc(r.Order, farther) {
		return
	}
	for i, follows := range s.Implied {
		if r.Filters[i].Visible != nil && follows.Holds(cond, r.Filters[i].Visible) {
			r.Filters[i].Visible = nil
		}
	}
}
