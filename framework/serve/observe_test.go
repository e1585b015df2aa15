package serve_test

import (
	"context"
	"net/http/httptest"
	"testing"

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
		w := send(s, tt.method, tt.path, "")
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
	s := snippetServer(t, serve.Options{AllowedHosts: []string{"api.example.com", ".example.org", "[::1]"}}, 0, 0)
	tests := map[string]int{
		"api.example.com": 200, "API.example.com:8000": 200, "api.example.com.": 200, "a.b.example.org": 200,
		"example.org": 200, "[::1]": 200, "[::1]:80": 200, "example.com": 400, "evil.example": 400, "notexample.org": 400,
		"api.example.com@evil.example": 400, "": 400,
	}
	for host, want := range tests {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: got %d, want %d", host, w.Code, want)
		}
	}
}
