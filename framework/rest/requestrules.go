// Rules for unknown and repeated parts of requests, as an option of a set.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// RequestRules determine which meaningless parts of a request are tolerated: see Set.Requests.
type RequestRules = plan.RequestRules

// Lenient returns the rules of Django REST framework, which tolerates all of them.
func Lenient() RequestRules {
	return RequestRules{IgnoreUnknown: true, LastOfRepeated: true, LastOfEqualKeys: true, IgnoreSizes: true}
}

// Requests sets which meaningless parts of requests are tolerated. By default an unknown parameter of a
// list and an unknown field of a body are refused, with the nearest known one, and so are a second value of
// a single parameter, a size of a page that is no positive number, and a repeated key in a body. It returns
// the set.
func (s *Set) Requests(rules RequestRules) *Set {
	s.set.Requests = rules
	return s
}
