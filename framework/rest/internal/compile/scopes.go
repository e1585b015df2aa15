// The scopes of a set: words that limit credentials.

package compile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
)

// scopeMistake returns the mistake in a scope of the team, and its correction.
func scopeMistake(s *plan.Scope, words map[string]bool, builtin []string) string {
	switch {
	case s.Name == "" || strings.Trim(s.Name, sets.PathLetters+".:/") != "":
		return fmt.Sprintf("the scope %q; write lower-case letters, digits and - _ . : /", s.Name)
	case words[s.Name]:
		return fmt.Sprintf("the scope %q is there already; write another name", s.Name)
	case len(s.Allows) == 0:
		return fmt.Sprintf("the scope %q allows nothing; write Allows: []string{%q}", s.Name, "read")
	}
	for _, word := range s.Allows {
		if !slices.Contains(builtin, word) {
			return fmt.Sprintf("the scope %q allows %q, which is not an operation; write some of %s", s.Name, word, strings.Join(builtin, ", "))
		}
	}
	return ""
}

// compileScopes sets the words that permit each operation, and returns all words, sorted, and those of the
// team.
func compileScopes(c *compiler, p *plan.Plan) {
	words := map[string]bool{}
	for _, r := range p.Routes {
		for _, o := range r.Operations {
			o.Scopes = o.ScopeWords()
			for _, word := range o.Scopes {
				words[word] = true
			}
		}
	}
	known := slices.Sorted(maps.Keys(words))
	for _, list := range c.Set.Scopes {
		for _, s := range list.Values {
			if msg := scopeMistake(&s, words, known); msg != "" {
				c.Report("", "", list.At, msg)
				continue
			}
			words[s.Name], p.OwnScopes = true, append(p.OwnScopes, s)
		}
	}
	for _, r := range p.Routes {
		for _, o := range r.Operations {
			builtin := o.Scopes
			for _, s := range p.OwnScopes {
				if slices.ContainsFunc(s.Allows, func(word string) bool { return slices.Contains(builtin, word) }) {
					o.Scopes = append(o.Scopes, s.Name)
				}
			}
		}
	}
	p.Scopes = slices.Sorted(maps.Keys(words))
	checkScoped(c, p.Scopes)
}
