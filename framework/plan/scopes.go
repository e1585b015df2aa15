// Scopes: the words that credentials may be limited to.

package plan

import "strings"

// Scope is a word of a team's own that credentials may be limited to, and what it allows: other words, such as
// "read", "tickets:write" or "tickets:close".
type Scope struct {
	Name   string
	About  string // for people who make tokens
	Allows []string
}

// scopeWords are the scopes of a team in words, "" for none.
func scopeWords(scopes []Scope) string {
	var list []string
	for _, s := range scopes {
		list = append(list, s.Name+" allows "+strings.Join(s.Allows, " and "))
	}
	return strings.Join(list, ", ")
}
