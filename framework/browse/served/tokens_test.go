package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// People make, list and revoke their own tokens and nobody else's; the token itself is shown once.
func TestTokens(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Tokened, Pages: pages(t)}, address)
		made := server.MakeToken(t, s, "alice", `{"name":"laptop","expires":"2999-01-01T00:00:00Z"}`)
		with := []string{"Authorization", "Bearer " + made.Token}
		if w := server.SendAs(s, "", "GET", "/tokens/", "", with...); w.Code != 200 || strings.Contains(w.Body.String(), made.Token) ||
			!strings.Contains(w.Body.String(), `"name":"laptop","prefix":"`+made.Token[:10]+`","scopes":null`) {
			t.Errorf("list: got %d %s", w.Code, w.Body)
		}
		if w := server.SendAs(s, "bob", "GET", "/tokens/", ""); w.Body.String() != "[]" {
			t.Errorf("list of bob: got %d %s", w.Code, w.Body)
		}
		for _, tt := range []struct {
			user, method, path, body string
			status                   int
			want                     string
		}{
			{"", "GET", "/tokens/", "", 401, `{"detail":"Authentication credentials were not provided."}`},
			{"alice", "POST", "/tokens/", `{"name":"laptop"}`, 400, `{"name":["A token with this name already exists."]}`},
			{"alice", "POST", "/tokens/", `{"name":"obtained x"}`, 400, `{"name":["Names that begin with \"obtained \" are those of tokens obtained by a password."]}`},
			{"alice", "POST", "/tokens/", `{"name":"a","scopes":[]}`, 400, `{"scopes":["Ensure this field has at least 1 elements."]}`},
			{"alice", "POST", "/tokens/", `{"name":"a","scopes":["read","root"]}`, 400, `{"scopes":["There is no scope \"root\"."]}`},
			{"alice", "POST", "/tokens/", `{"name":"a","scopes":["Cards:read"]}`, 400, `{"scopes":["There is no scope \"Cards:read\"."]}`},
			{"alice", "POST", "/tokens/", `{"name":"a","expires":"2001-01-01T00:00:00Z"}`, 400, `{"expires":["Enter a time in the future."]}`},
			{"alice", "POST", "/tokens/", `{"name":"a\u0007"}`, 400, `{"name":["Enter up to 100 printable characters in one line."]}`},
			{"alice", "POST", "/tokens/", `{"name":"a","account":1}`, 400, ""},
			{"bob", "GET", "/tokens/" + made.ID + "/", "", 404, `{"detail":"Not found."}`},
			{"bob", "DELETE", "/tokens/" + made.ID + "/", "", 404, `{"detail":"Not found."}`},
			{"alice", "DELETE", "/tokens/x/", "", 404, `{"detail":"Not found."}`},
			{"alice", "PUT", "/tokens/" + made.ID + "/", "{}", 405, `{"detail":"Method \"PUT\" not allowed."}`},
			{"alice", "DELETE", "/tokens/" + made.ID + "/", "", 204, ""},
			{"alice", "DELETE", "/tokens/" + made.ID + "/", "", 404, `{"detail":"Not found."}`},
		} {
			w := server.SendAs(s, tt.user, tt.method, tt.path, tt.body, "Content-Type", "application/json")
			if w.Code != tt.status || tt.want != "" && w.Body.String() != tt.want {
				t.Errorf("%s %s %s %s: got %d %s, want %d %s", tt.user, tt.method, tt.path, tt.body, w.Code, w.Body, tt.status, tt.want)
			}
		}
		w := server.SendAs(s, "", "GET", "/cards/", "", with...)
		if got := w.Header().Get("WWW-Authenticate"); w.Code != 401 || w.Body.String() != `{"detail":"Invalid token."}` || got != `Bearer realm="api", error="invalid_token"` {
			t.Errorf("a revoked token: got %d %s %q", w.Code, w.Body, got)
		}
		for _, path := range []string{"/tokens/", "/tokens/" + server.MakeToken(t, s, "alice", `{"name":"page"}`).ID + "/"} {
			if w := server.SendAs(s, "alice", "GET", path, "", "Accept", "text/html"); w.Code != 200 || !strings.Contains(w.Body.String(), `id="do-tokens"`) {
				t.Errorf("the page %s: got %d %s", path, w.Code, w.Body)
			}
		}
		// The home page has the numbers of the lists that a token may read.
		server.Must(t, s, "POST", "/cards/", "alice", `{"front":"a"}`)
		for scope, counted := range map[string]bool{"tokens:read": false, "cards:read": true} {
			limited := server.MakeToken(t, s, "alice", `{"name":"`+scope+`","scopes":["`+scope+`"]}`)
			w := server.SendAs(s, "", "GET", "/", "", "Authorization", "Bearer "+limited.Token, "Accept", "text/html")
			if w.Code != 200 || strings.Contains(w.Body.String(), "<b>Cards</b> <i>1</i>") != counted {
				t.Errorf("the home page for the scope %s: got %d, and the number of cards: %t", scope, w.Code, !counted)
			}
		}
	})
}
