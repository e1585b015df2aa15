// Parameters of the queries of lists.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// QueryRules say what the query of a list may have that means nothing: see Set.Query.
type QueryRules = plan.QueryRules

// Lenient are the rules of Django REST framework, which lets all of it pass.
func Lenient() QueryRules { return QueryRules{IgnoreUnknown: true, LastOfRepeated: true} }

// Query sets what the query of a list may have that means nothing. By default a parameter that the list does
// not have is refused, with the nearest one that it has, and so is a second value of a parameter that takes
// one. It returns the set.
func (s *Set) Query(rules QueryRules) *Set {
	s.query = rules
	return s
}

// LinkHeader gives the addresses of the first page of a list, the next, the previous and the last in the
// header Link (RFC 8288), as far as they are known: in every format, and beside the envelope. Without it
// those formats have the header that hold rows alone. It returns the set.
func (s *Set) LinkHeader() *Set {
	s.links = true
	return s
}

// params lists what the query of each list may have.
func (c *compiler) params() {
	for i, d := range c.declared {
		r := resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		r.params()
	}
}

// params lists what the query of the resource's list may have, in the order of plan.Resource.
func (r *resource) params() {
	if p := r.searchParam(); p != nil {
		r.Resource.Params = append(r.Resource.Params, p)
	}
	if r.clientOrders(); r.Resource.Ordering != nil {
		r.Resource.Params = append(r.Resource.Params, r.Resource.Ordering.Param())
	}
	if r.Resource.Pages == nil {
		return
	}
	for _, p := range r.Resource.Pages.Params() {
		p.Role = plan.PagingRole
		r.Resource.Params = append(r.Resource.Params, &p)
	}
}
