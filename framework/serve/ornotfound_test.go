// Rules that say how they refuse: as 403 with a reason, or as 404.

package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// An operation beyond the scopes of a token is refused before a row is read, the same for each key: as a 404 where OrNotFound may
// hide the operation, even from who owns the row, and as a 403 where it hides nothing from the account.
func TestOrNotFoundBeyondScope(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return sets.Manuscripts().Include(rest.Tokens("/tokens/")).Schemes(token.Scheme{}, basic.Scheme{})
		}
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/drafts/", "alice", `{"title":"a"}`)
		server.Must(t, s, "POST", "/papers/", "admin", `{"name":"a"}`)
		for n, tt := range []struct {
			user, method, path, body string
			status                   int
		}{
			{"alice", "PATCH", "/drafts/%d/", `{"title":"x"}`, 404}, // hers, and she may
			{"bob", "PATCH", "/drafts/%d/", `{"title":"x"}`, 404},   // not his
			{"bob", "DELETE", "/drafts/%d/", ``, 404},
			{"bob", "POST", "/drafts/%d/sign/", `{}`, 404},
			{"bob", "POST", "/drafts/%d/seal/", `{}`, 403},
			{"bob", "GET", "/papers/%d/", ``, 404},
			{"bob", "DELETE", "/papers/%d/", ``, 404},
			{"admin", "DELETE", "/papers/%d/", ``, 403},
		} {
			made := server.MakeToken(t, s, tt.user, fmt.Sprintf(`{"name":"t%d","scopes":["read"]}`, n))
			var got [2]string
			for i, key := range []int{1, 99} {
				w := server.SendAs(s, "", tt.method, fmt.Sprintf(tt.path, key), tt.body, "Content-Type", "application/json", "Authorization", "Bearer "+made.Token)
				got[i] = fmt.Sprint(w.Code, " ", w.Header().Get("Allow"), " ", w.Body)
			}
			if got[0] != got[1] || !strings.HasPrefix(got[0], fmt.Sprint(tt.status)) {
				t.Errorf("%s %s as %s: got %s of a row and %s of none, want %d and the same", tt.method, tt.path, tt.user, got[0], got[1], tt.status)
			}
		}
	})
}
