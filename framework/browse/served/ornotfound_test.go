// Rules that say how they refuse, as pages show it.

package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A page says why it has no button for what the rules refuse, and nothing of what they hide.
func TestRefusedOnPages(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Manuscripts, Pages: pages(t)}, address)
		server.Must(t, s, "POST", "/drafts/", "alice", `{"title":"a"}`)
		for user, want := range map[string][2]string{
			"":      {"Log in to change or delete this.", "Log in to do this."},
			"bob":   {"", "Only administrators may do this."},
			"admin": {"", ""},
		} {
			w := server.SendAs(s, user, "GET", "/drafts/1/", "", "Accept", "text/html")
			for _, text := range want {
				if text != "" && !strings.Contains(w.Body.String(), text) {
					t.Errorf("the page of %q lacks %q:\n%s", user, text, w.Body)
				}
			}
			if user != "" && (strings.Contains(w.Body.String(), "change this") || strings.Contains(w.Body.String(), "Only the owner")) {
				t.Errorf("the page of %q shows a hidden record", user)
			}
		}
	})
}
