// What requests may have that means nothing.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// RequestRules say what a request may have that means nothing: see Set.Requests.
type RequestRules = plan.RequestRules

// Lenient are the rules of Django REST framework, which lets all of it pass.
func Lenient() RequestRules {
	return RequestRules{IgnoreUnknown: true, LastOfRepeated: true, LastOfEqualKeys: true}
}

// Requests sets what requests may have that means nothing. By default a parameter that a list does not have
// and a field that a body does not have are refused, with the nearest one that there is, and so are a second value
// of a parameter that takes one and a second value under one key of a body. It returns the set.
func (s *Set) Requests(rules RequestRules) *Set {
	s.set.Requests = rules
	return s
}
