// The reference page of the whole service: what each requester reads in it, and its headers.

package serve_test

import (
	"net/http"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// The setting of the document says who may read the page too. A service without pages has none.
func TestReferenceAccess(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		access               permission.Rule
		nobody, alice, admin int
	}{
		{"everyone", nil, 200, 200, 200},
		{"accounts", permission.SignedIn, 403, 200, 200},
		{"admins", permission.Admin, 403, 403, 200},
		{"nobody", permission.Nobody, 404, 404, 404},
	} {
		s := server.New(t, server.Config{Set: sets.Snippets, Pages: server.PlainPages, Options: serve.Options{DocumentAccess: tt.access}}, ":memory:")
		for user, want := range map[string]int{"": tt.nobody, "alice": tt.alice, "admin": tt.admin} {
			if got := server.SendAs(s, user, "GET", "/-/api", "").Code; got != want {
				t.Errorf("%s: as %q: got %d, want %d", tt.name, user, got, want)
			}
		}
	}
	bare := server.New(t, server.Config{Set: sets.Snippets}, ":memory:")
	if got := server.SendAs(bare, "", "GET", "/-/api", "").Code; got != http.StatusNotFound {
		t.Errorf("without pages: got %d, want 404", got)
	}
}
