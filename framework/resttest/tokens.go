// Requesters who send tokens, which may be limited to scopes.

package resttest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// tokens returns tokens of an account, an unlimited one and one for each scope, if the set has a scheme of
// tokens.
func (m *matrix) tokens(of rules.Person, scopes []string) (list []rules.Person) {
	m.Helper()
	i := slices.IndexFunc(m.c.plan.Schemes, func(s auth.Scheme) bool { return s.Name() == token.Scheme{}.Name() })
	if i < 0 {
		return nil
	}
	keyword, _, _ := strings.Cut(m.c.plan.Schemes[i].Challenge(), " ")
	store := accounts.NewTokens(m.server.DB)
	for _, scope := range append([]string{""}, scopes...) {
		secret, t := token.New()
		t.Account, t.Name, t.Created = of.ID, "scope "+scope+" "+t.ID(), Clock()
		t.LastUsed = time.Now().Add(time.Hour) // nothing is stored of its uses
		if scope != "" {
			t.Scopes = []string{scope}
		}
		if err := store.Create(m.Context(), t); err != nil {
			m.Fatalf("store a token of %s: %v", of.Name, err)
		}
		by := of
		by.Token = &rules.SentToken{ID: t.ID(), Scope: scope, Header: keyword + " " + secret}
		list = append(list, by)
	}
	return list
}

// scoped returns tokens of an account for the operations of GET, for each scope of the team, and for all; none
// where the set lists no scopes.
func (m *matrix) scoped(of rules.Person) []rules.Person {
	m.Helper()
	if len(m.c.plan.OwnScopes) == 0 {
		return nil
	}
	return m.tokens(of, append([]string{"read"}, m.c.ownScopes()...))
}

// ownScopes returns the scopes of the team.
func (c *conformance) ownScopes() (scopes []string) {
	for _, s := range c.plan.OwnScopes {
		scopes = append(scopes, s.Name)
	}
	return scopes
}

// tokenTitles returns the titles of columns.
func tokenTitles(people []rules.Person) (titles []string) {
	for _, who := range people {
		title := who.Name + " by a token"
		if who.Token.Scope != "" {
			title += " for " + who.Token.Scope
		}
		titles = append(titles, title)
	}
	return titles
}

// inScope reports whether the scope of a requester's token allows an operation, as Set.Scopes and the package comment of
// rest say.
func (c *conformance) inScope(who rules.Person, o *plan.Operation) bool {
	if who.Token == nil || who.Token.Scope == "" {
		return true
	}
	words := []string{who.Token.Scope}
	for _, s := range c.plan.OwnScopes {
		if s.Name == who.Token.Scope {
			words = s.Allows
		}
	}
	kind := "write"
	if safe(o.Method) {
		kind = "read"
	}
	path := o.Pattern
	if o.Resource != nil {
		path = o.Resource.Path
	}
	name := ""
	for part := range strings.SplitSeq(path, "/") {
		if part != "" && !strings.HasPrefix(part, "{") {
			name = part
		}
	}
	return slices.ContainsFunc(words, func(word string) bool {
		of, what, specific := strings.Cut(word, ":")
		return !specific && word == kind || specific && of == name && (what == kind || o.Resource != nil && what == o.Name)
	})
}

// outOfScope reports whether the scope of a requester's token keeps a built-in operation from him.
func (m *matrix) outOfScope(who rules.Person, method string, r *plan.Resource, row map[string]any) bool {
	if r == nil || method == http.MethodOptions {
		return false
	}
	if method == http.MethodHead {
		method = http.MethodGet
	}
	record := row != nil || r.Singleton && method != http.MethodPost
	i := slices.IndexFunc(r.Operations, func(o *plan.Operation) bool {
		return o.Method == method && !o.OfTeam() && !o.Deleted && !o.History && o.File == nil && o.Record == record && plan.Actions(0) != o.Builtin
	})
	return i >= 0 && !m.c.inScope(who, r.Operations[i])
}

// isAbout reports whether a scope is of the team, of everything, or of what an operation is about. n chooses one of all others.
func (c *conformance) isAbout(scope string, o *plan.Operation, i, n int) bool {
	of, _, specific := strings.Cut(scope, ":")
	return !specific || slices.Contains(c.ownScopes(), scope) || strings.HasPrefix(o.ScopeWords()[1], of+":") || i == n%len(c.plan.Scopes)
}

// askScopes requests every operation with a token for each of its scopes, and with another one. If the
// scope permits the operation the status is that of a password, and otherwise it is refused. Nothing is
// written.
func (m *matrix) askScopes() {
	m.Helper()
	admin := m.people[3]
	tokens := m.tokens(admin, m.c.plan.Scopes)
	if tokens == nil {
		return
	}
	for n, route := range m.c.plan.Routes {
		for _, o := range route.Operations {
			path, body := m.reading.OperationAt(o), ""
			if !o.Safe() {
				body = "{}"
			}
			want := sendBy(m.server, admin, o.Method, path, body, "Prefer", "dry-run").Code
			for i, who := range tokens {
				if !m.c.isAbout(who.Token.Scope, o, i-1, n) {
					continue
				}
				m.asked++
				a := sendBy(m.server, who, o.Method, path, body, "Prefer", "dry-run")
				got, rule := a.Code, fmt.Sprintf("the scopes of %s are %s; the token of %q has %q", o.Name, strings.Join(o.ScopeWords(), ", "), who.Name, who.Token.Scope)
				allowed := m.c.inScope(who, o)
				switch refused := got == m.c.formed(http.StatusForbidden) || got == m.c.formed(http.StatusNotFound); {
				case allowed && got != want:
					server.Failure{Fault: "a token whose scope allows it gets another status than a password", Asked: a, Want: statusText(want), Rule: rule}.Report(m)
				case !allowed && !refused:
					server.Failure{Fault: "the scope does not allow it", Asked: a, Want: statusText(http.StatusForbidden), Rule: rule}.Report(m)
				}
			}
		}
	}
	m.kept.Restore()
	m.kept.Changed()
}
