// How refusals are told.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem/forms"
	"example.com/resourceful/framework/rest/internal/source"
)

// PlainErrors tells of refusals as Django REST framework does.
type PlainErrors = forms.Plain

// ProblemDetails tells of refusals as RFC 9457 has it.
type ProblemDetails = forms.Details

// NestedErrors tells of refusals in one member, as the RealWorld API does.
type NestedErrors = forms.Nested

// Errors sets how the set tells of refusals: [ProblemDetails], [NestedErrors] or a team's own form.
// Without it they are [PlainErrors]. It returns the set.
func (s *Set) Errors(form plan.ErrorForm) *Set {
	s.set.Errors = s.set.Errors.With([]plan.ErrorForm{form}, source.CallerOf(1))
	return s
}

// Problems sets how the set tells of refusals to a request whose Accept header names application/problem+json. Without
// it they are [ProblemDetails] whose types are pages of the service. It returns the set.
func (s *Set) Problems(form ProblemDetails) *Set {
	s.set.Problems = &form
	return s
}
