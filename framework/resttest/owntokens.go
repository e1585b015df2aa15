// Tokens are their accounts' own.

package resttest

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// askTokens requests the token of each account at the paths of rest.Tokens, as everybody. A list has only
// those of the requester, and for others a token does not exist.
func (m *matrix) askTokens() {
	m.Helper()
	for _, route := range m.c.plan.Routes {
		if route.Resource != nil || len(plan.Params(route.Pattern)) != 1 {
			continue // only tokens have paths of their own without a resource
		}
		list, _, _ := strings.Cut(route.Pattern, "{")
		var tokens []rules.Person
		for _, owner := range m.people {
			if owner.Name != "" && !owner.Refused && owner.Token == nil {
				tokens = append(tokens, m.tokens(owner, nil)...)
			}
		}
		kept := m.server.Snapshot(m)
		for _, who := range m.people {
			m.askOwnList(who, list, tokens)
			for _, of := range tokens {
				for _, o := range route.Operations {
					m.askToken(who, o, list+of.Token.ID+"/", of)
					kept.Restore()
				}
			}
		}
	}
	m.kept.Restore()
	m.kept.Changed()
}

// askToken requests the token of an account.
func (m *matrix) askToken(who rules.Person, o *plan.Operation, path string, of rules.Person) {
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
		server.Failure{Fault: "a token of " + of.Name + " is not as private as it has to be", Asked: a, Want: text, Rule: permission.String(o.Access) + ", each its own tokens"}.Report(m)
	}
}

// askOwnList requests the list of an account's tokens.
func (m *matrix) askOwnList(who rules.Person, path string, tokens []rules.Person) {
	m.asked++
	a := sendBy(m.server, who, http.MethodGet, path, "")
	if a.Code != http.StatusOK {
		return // the table has its status
	}
	for _, of := range tokens {
		if listed := strings.Contains(a.Body.String(), of.Token.ID); listed != (of.ID == who.ID) {
			fault, want := "the token of "+of.Name+" is in the list of another account", "only tokens of the account"
			if !listed {
				fault, want = "the account's own token is not in the list", "it"
			}
			server.Failure{Fault: fault, Asked: a, Want: want, Rule: "each its own tokens"}.Report(m)
		}
	}
}
