// Tokens and sessions are their accounts' own.

package resttest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
)

// askTokens requests the token of each account at the paths of rest.Tokens, as everybody, and the session
// of each at those of rest.Sessions. A list has only those of the requester, and for others they do not exist.
func (m *matrix) askTokens() {
	m.Helper()
	for _, route := range m.c.plan.Routes {
		if route.Resource != nil || len(plan.Params(route.Pattern)) != 1 {
			continue // only tokens and sessions have paths of their own without a resource
		}
		store := func(of rules.Person) []rules.Person { return m.tokens(of, nil) }
		what := "token"
		if slices.ContainsFunc(route.Find(http.MethodGet).Output.Reads, func(f *schema.Field) bool { return f.Wire == "current" }) {
			what, store = "session", m.session
		}
		list, _, _ := strings.Cut(route.Pattern, "{")
		var tokens []rules.Person
		for _, owner := range m.people {
			if owner.Name != "" && !owner.Refused && owner.Token == nil {
				tokens = append(tokens, store(owner)...)
			}
		}
		kept := m.server.Snapshot(m)
		for _, who := range m.people {
			m.askOwnList(who, list, tokens)
			for _, of := range tokens {
				for _, o := range route.Operations {
					if what == "session" && who.Token != nil && !o.Safe() {
						continue // a token ends none, see TestSessions
					}
					m.askToken(who, o, list+of.Token.ID+"/", what, of)
					kept.Restore()
				}
			}
		}
	}
	m.kept.Restore()
	m.kept.Changed()
}

// session stores a session of an account, and returns a person whose "token" has its ID.
func (m *matrix) session(of rules.Person) []rules.Person {
	m.Helper()
	hash := fmt.Sprintf("%016d-hash-of-a-session", of.ID)
	s := auth.Session{Account: of.ID, Expires: time.Now().Add(time.Hour)}
	if err := accounts.NewSessions(m.server.DB).Save(m.Context(), hash, s); err != nil {
		m.Fatalf("store a session of %s: %v", of.Name, err)
	}
	of.Token = &rules.SentToken{ID: auth.SessionID(hash)}
	return []rules.Person{of}
}

// askToken requests a token or a session of an account.
func (m *matrix) askToken(who rules.Person, o *plan.Operation, path, what string, of rules.Person) {
	m.asked++
	a := sendBy(m.server, who, o.Method, path, "")
	want := m.c.formed(m.denied(who, m.refusal(who, o)))
	if want == 0 && who.ID != of.ID {
		want = m.c.formed(http.StatusNotFound)
	}
	if want != 0 && a.Code != want || want == 0 && a.Code >= http.StatusMultipleChoices {
		text := statusText(want)
		if want == 0 {
			text = "a status below 300: it is the requester's own"
		}
		server.Failure{Fault: "a " + what + " of " + of.Name + " is not as private as it has to be", Asked: a, Want: text, Rule: permission.String(o.Access) + ", each its own"}.Report(m)
	}
}

// askOwnList requests the list of an account's tokens or sessions.
func (m *matrix) askOwnList(who rules.Person, path string, tokens []rules.Person) {
	m.asked++
	a := sendBy(m.server, who, http.MethodGet, path, "")
	if a.Code != http.StatusOK {
		return // the table has its status
	}
	for _, of := range tokens {
		if listed := strings.Contains(a.Body.String(), of.Token.ID); listed != (of.ID == who.ID) {
			fault, want := "what is of "+of.Name+" is in the list of another account", "only what is of the account"
			if !listed {
				fault, want = "what is the account's own is not in the list", "it"
			}
			server.Failure{Fault: fault, Asked: a, Want: want, Rule: "each its own"}.Report(m)
		}
	}
}
