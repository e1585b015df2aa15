// Scopes: the words that limit credentials.

package plan

import "strings"

// Scope is a team's word that limits credentials, and the words that it permits, such as "read",
// "tickets:write" or "tickets:close".
type Scope struct {
	Name   string
	About  string // for people who make tokens
	Allows []string
}

// scopeWords describes the scopes of a team, "" for none.
func scopeWords(scopes []Scope) string {
	var list []string
	for _, s := range scopes {
		list = append(list, s.Name+" allows "+strings.Join(s.Allows, " and "))
	}
	return strings.Join(list, ", ")
}
