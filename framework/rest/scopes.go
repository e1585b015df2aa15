// Scopes: words that limit the operations of credentials, such as tokens.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Scope is a team's word that limits credentials, for Set.Scopes:
//
//	rest.Scope{Name: "triage", About: "Close tickets.", Allows: []string{"tickets:read", "tickets:close"}}
//
// These words always exist. "read" permits a GET, and "write" everything else. "tickets:read" and
// "tickets:write" permit the same for the resource whose path ends in that name, or for such an endpoint.
// "tickets:close" permits only the operation or action of that name. Scopes only restrict: they permit
// nothing that a rule does not permit. They are about operations; the rules determine which related rows a
// response shows.
type Scope = plan.Scope

// Scopes adds words that limit tokens. It returns the set.
func (s *Set) Scopes(scopes ...Scope) *Set {
	s.set.Scopes = append(s.set.Scopes, declaration.Listing[Scope]{Values: scopes, At: source.CallerOf(1)})
	return s
}
