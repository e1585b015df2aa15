// Scopes: the words that credentials may be limited to.

package plan

import (
	"slices"
	"strings"
)

// Scope is a word of a team's own that credentials may be limited to, and what it allows: other words, such as
// "read", "tickets:write" or "tickets:close".
type Scope struct {
	Name   string
	About  string // for people who make tokens
	Allows []string
}

// ScopeWords are the built-in words that allow the operation, from the widest on: "read" or "write" by its method,
// the same of its resource, as in "tickets:write", and the operation, as in "tickets:close". A resource is called
// as the last name in its path, and so is an operation without rows.
func (o *Operation) ScopeWords() []string {
	word, path := "write", o.Pattern
	if o.Safe() {
		word = "read"
	}
	if o.Resource != nil {
		path = o.Resource.Path
	}
	segments := slices.DeleteFunc(strings.Split(strings.Trim(path, "/"), "/"), isParam)
	name := segments[len(segments)-1]
	words := []string{word, name + ":" + word}
	if o.Resource != nil {
		words = append(words, name+":"+o.Name)
	}
	return words
}

// scopeWords are the scopes of the team in words, "" for none.
func (p *Plan) scopeWords() string {
	var list []string
	for _, s := range p.OwnScopes {
		list = append(list, s.Name+" allows "+strings.Join(s.Allows, " and "))
	}
	return strings.Join(list, ", ")
}
