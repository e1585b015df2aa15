package served_test

import (
	"crypto/tls"
	"net/http/httptest"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Responses other than pages may load and run nothing; a page has another policy.
func TestContentSecurityPolicy(t *testing.T) {
	s, _ := newCards(t, ":memory:")
	const nothing = "default-src 'none'; frame-ancestors 'none'"
	for path, own := range map[string]bool{
		"/cards/": false, "/cards/?format=yaml": false, "/cards": false, "/nowhere/": false, "/-/static/style.css": false, "/-/static/script.js": false,
		"/cards/?format=api": true, "/cards/9/?format=api": true, "/api-auth/login/": true,
	} {
		w := server.SendAs(s, "alice", "GET", path, "")
		if got := w.Header().Get("Content-Security-Policy"); (got != nothing) != own || got == "" {
			t.Errorf("GET %s: got policy %q", path, got)
		}
	}
}

func TestStrictTransportSecurity(t *testing.T) {
	for _, tt := range []struct {
		name, base string
		tls        bool
		want       string
	}{
		{"in clear", "", false, ""},
		{"in clear with a base URL", "http://api.example.com", false, ""},
		{"over TLS", "", true, "max-age=63072000"},
		{"behind a proxy that speaks TLS", "https://api.example.com", false, "max-age=63072000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := server.New(t, server.Config{Set: sets.Cards, Pages: pages(t), Options: serve.Options{BaseURL: tt.base}}, ":memory:")
			for _, path := range []string{"/cards/", "/cards", "/nowhere/", "/cards/?format=api", "/api-auth/login/", "/-/static/style.css"} {
				r := httptest.NewRequest("GET", path, nil)
				if tt.tls {
					r.TLS = &tls.ConnectionState{}
				}
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				if got := w.Header().Get("Strict-Transport-Security"); got != tt.want {
					t.Errorf("GET %s: got %q, want %q", path, got, tt.want)
				}
			}
		})
	}
}
