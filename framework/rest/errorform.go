// The format of refusal bodies, as an option of a set.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem/forms"
	"example.com/resourceful/framework/rest/internal/source"
)

// PlainErrors is the form of Django REST framework.
type PlainErrors = forms.Plain

// ProblemDetails is the form of RFC 9457.
type ProblemDetails = forms.Details

// NestedErrors is the form of the RealWorld API, in one member.
type NestedErrors = forms.Nested

// Errors sets the form of the set's refusals: [ProblemDetails], [NestedErrors] or a form of the team.
// Without it they are [PlainErrors]. It returns the set.
func (s *Set) Errors(form plan.ErrorForm) *Set {
	s.set.Errors = s.set.Errors.With([]plan.ErrorForm{form}, source.CallerOf(1))
	return s
}

// Problems sets the form of refusals for a request whose Accept header names application/problem+json.
// Without it they are [ProblemDetails] whose types are pages of the service. It returns the set.
func (s *Set) Problems(form ProblemDetails) *Set {
	s.set.Problems = &form
	return s
}
