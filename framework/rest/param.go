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

// params lists what the query of each list may have.
func (c *compiler) params() {
	for i, d := range c.declared {
		r := resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		r.params()
	}
}

// params lists what the query of the resource's list may have, in the order of plan.Resource.
func (r *resource) params() {
	if r.clientOrders(); r.Resource.Ordering != nil {
		r.Resource.Params = append(r.Resource.Params, r.Resource.Ordering.Param())
	}
	if r.members(); r.Resource.Members != nil {
		m := r.Resource.Members
		r.Resource.Params = append(r.Resource.Params, m.Params(m.List)...)
		r.Resource.RecordParams = m.Params(m.Retrieve)
	}
	if r.Resource.Pages == nil {
		return
	}
	for _, p := range r.Resource.Pages.Params() {
		p.Role = plan.PagingRole
		r.Resource.Params = append(r.Resource.Params, &p)
	}
}
