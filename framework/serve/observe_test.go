package serve_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// What operators see of a request: enough to count and to time, nothing that clients said.
func TestObserve(t *testing.T) {
	var seen []serve.Observation
	s := snippetServer(t, serve.Options{Observe: func(_ context.Context, o serve.Observation) { seen = append(seen, o) }}, 1, 10)
	tests := []struct {
		method, path, route string
		status, statements  int
	}{
		{"GET", "/snippets/1/", "/snippets/:key/", 200, 2},
		{"HEAD", "/snippets/1.json", "/snippets/:key/", 200, 2},
		{"GET", "/snippets/", "/snippets/", 200, 2},
		{"GET", "/snippets", "", 301, 0},
		{"GET", "/secret-path/", "", 404, 0},
		{"PATCH", "/snippets/1/", "/snippets/:key/", 405, 1},
	}
	for _, tt := range tests {
		seen = nil
		w := server.SendAs(s, "alice", tt.method, tt.path, "")
		if len(seen) != 1 {
			t.Fatalf("%s %s: got %d observations, want 1", tt.method, tt.path, len(seen))
		}
		o := seen[0]
		if o.Method != tt.method || o.Route != tt.route || o.Status != tt.status || o.Statements != tt.statements || o.Bytes != int64(w.Body.Len()) || o.Duration <= 0 {
			t.Errorf("%s %s: got %+v, want %+v", tt.method, tt.path, o, tt)
		}
	}
}

func TestAllowedHosts(t *testing.T) {
	tests := []struct {
		options serve.Options
		want    map[string]int
	}{
		{serve.Options{AllowedHosts: []string{"api.example.com", ".example.org", "[::1]"}}, map[string]int{
			"api.example.com": 200, "API.example.com:8000": 200, "api.example.com.": 200, "a.b.example.org": 200,
			"example.org": 200, "[::1]": 200, "[::1]:80": 200, "example.com": 400, "evil.example": 400, "notexample.org": 400,
			"api.example.com@evil.example": 400, "": 400,
		}},
		{serve.Options{}, map[string]int{"api.example.com": 200, "evil.example": 200, "": 400}},
		{serve.Options{BaseURL: "https://API.example.com:8443"}, map[string]int{
			"api.example.com": 200, "api.example.com:80": 200, "x.api.example.com": 400, "evil.example": 400, "127.0.0.1": 400,
		}},
		{serve.Options{BaseURL: "http://[::1]:8000"}, map[string]int{"[::1]": 200, "[::1]:80": 200, "[::2]": 400}},
		{serve.Options{BaseURL: "https://api.example.com", AllowedHosts: []string{"10.0.0.1"}}, map[string]int{
			"api.example.com": 200, "10.0.0.1:8000": 200, "10.0.0.2": 400,
		}},
		{serve.Options{BaseURL: "https://api.example.com", AllowedHosts: []string{"*"}}, map[string]int{"evil.example": 200, "a@b": 400}},
	}
	for _, tt := range tests {
		s := snippetServer(t, tt.options, 0, 0)
		for host, want := range tt.want {
			r := httptest.NewRequest("GET", "/", nil)
			r.Host = host
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("base %q, allowed %q: Host %q: got %d, want %d", tt.options.BaseURL, tt.options.AllowedHosts, host, w.Code, want)
			}
		}
	}
}

// An escaped slash is a character of a segment: what it stands in is no path of the service, and
// nothing is redirected there.
func TestEscapedSlash(t *testing.T) {
	s := snippetServer(t, serve.Options{}, 1, 1)
	for path, want := range map[string]int{
		"/snippets/1/": 200, "/snippets%2f1/": 404, "/snippets%2F1/": 404, "/snippets/1%2f": 404, "/snippets%2f": 404, "/%2f": 404,
		"/snippets%2f1": 404, "/snippets/1%2Fjson": 404, "/api-auth%2Flogin/": 404, "/%73nippets/1/": 200, "/snippets%252f1/": 404,
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != want {
			t.Errorf("GET %s: got %d, want %d", path, w.Code, want)
		}
	}
}
