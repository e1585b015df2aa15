// Words that credentials may be limited to.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Scope is a word of a team's own that credentials may be limited to, for Set.Scopes:
//
//	rest.Scope{Name: "triage", About: "Close tickets.", Allows: []string{"tickets:read", "tickets:close"}}
//
// Without any there are these words. "read" allows what a GET does, and "write" all else. "tickets:read" and
// "tickets:write" allow that of the resource whose path ends in that name, or of such an endpoint.
// "tickets:close" allows only the operation or action of that name. Scopes take away and never give: what a
// rule does not allow, no scope does. They are about operations; which related rows an answer shows is up to
// the rules.
type Scope = plan.Scope

// Scopes adds words that tokens may be limited to. It returns the set.
func (s *Set) Scopes(scopes ...Scope) *Set {
	s.set.Scopes = append(s.set.Scopes, declaration.Listing[Scope]{Values: scopes, At: source.CallerOf(1)})
	return s
}
