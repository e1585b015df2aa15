// Tests of defects in schemes.

package resttest

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
)

// everybody is a scheme that takes everybody for one account, or for none that there is.
type everybody struct{ id int64 }

func (everybody) Name() string                                { return "everybody" }
func (everybody) Challenge() string                           { return `Door realm="chests"` }
func (everybody) Vary() string                                { return "X-Door" }
func (e everybody) Bind(auth.Services) (auth.Verifier, error) { return e, nil }
func (e everybody) Authenticate(context.Context, *http.Request) (*auth.Credentials, error) {
	if e.id == 0 {
		return nil, nil
	}
	return &auth.Credentials{User: auth.User{ID: e.id, Username: "alice", Active: true}}, nil
}

// The schemes that a set lists are asked, and the first of them challenges whom nobody knows.
func TestSchemesAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(schemes ...auth.Scheme) *conformance {
		return compiledSet(t, rest.NewSet("chests", rest.ViewSet[chest]{Path: "/chests/", Access: permission.SignedIn}).Schemes(schemes...))
	}
	silent(t, "one that knows nobody", set(everybody{}).fillTable)
	silent(t, "behind a session", set(session.Scheme{}, everybody{}).fillTable)
	if table := set(everybody{}).accessTable(t, server.SQLite.Address(t)); !strings.Contains(table, "  GET                    401 200 200 200 401\n") {
		t.Errorf("got %s", table)
	}
	reports(t, "one that takes everybody for alice", "GET /chests/ as nobody: the status is not that of the rule\n got: 200", set(everybody{id: 2}).fillTable)
	reports(t, "one that is asked after Basic", "GET /chests/ as nobody: the status is not that of the rule\n got: 200", set(session.Scheme{}, everybody{id: 2}).fillTable)
}
