package served_test

import (
	"testing"
)

// What is no page may load and run nothing; a page has a policy of its own.
func TestContentSecurityPolicy(t *testing.T) {
	s, _ := newCards(t, ":memory:")
	const nothing = "default-src 'none'; frame-ancestors 'none'"
	for path, own := range map[string]bool{
		"/cards/": false, "/cards/?format=yaml": false, "/cards": false, "/nowhere/": false, "/-/static/style.css": false, "/-/static/script.js": false,
		"/cards/?format=api": true, "/cards/9/?format=api": true, "/api-auth/login/": true,
	} {
		w := send(s, "GET", path, "")
		if got := w.Header().Get("Content-Security-Policy"); (got != nothing) != own || got == "" {
			t.Errorf("GET %s: got policy %q", path, got)
		}
	}
}
