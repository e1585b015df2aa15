package serve_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// Pages of the origins that a set names read answers, and the headers of theirs; preflights are answered to anybody, before
// it is asked who asks.
func TestCORS(t *testing.T) {
	serverOf := func(c rest.CORS) *server.Server {
		set := func() *rest.Set {
			return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.SignedIn}).CORS(c).Schemes(token.Scheme{}, session.Scheme{})
		}
		return server.New(t, server.Config{Set: set}, ":memory:")
	}
	some := serverOf(rest.CORS{Origins: []string{"https://app.example.com", "https://*.example.org"}, Headers: []string{"X-Own"}, Credentials: true})
	all := serverOf(rest.CORS{Origins: []string{"*"}})
	for _, tt := range []struct {
		server                  *server.Server
		method, origin, headers string
		status                  int
		allowed, credentials    string
	}{
		{some, "OPTIONS", "https://app.example.com", "authorization,if-match", 204, "https://app.example.com", "true"},
		{some, "OPTIONS", "https://app.example.com", "x-own", 204, "https://app.example.com", "true"},
		{some, "OPTIONS", "https://app.example.com", "x-other", 204, "", ""},
		{some, "OPTIONS", "https://a.example.org", "", 204, "https://a.example.org", "true"},
		{some, "OPTIONS", "https://app.example.com.evil.example", "", 204, "", ""},
		{some, "OPTIONS", "http://app.example.com", "", 204, "", ""},
		{some, "OPTIONS", "null", "", 204, "", ""},
		{some, "GET", "https://app.example.com", "", 401, "https://app.example.com", "true"},
		{some, "GET", "https://evil.example", "", 401, "", ""},
		{some, "GET", "", "", 401, "", ""},
		{all, "OPTIONS", "https://evil.example", "authorization", 204, "*", ""},
		{all, "GET", "https://evil.example", "", 401, "*", ""},
	} {
		r := httptest.NewRequest(tt.method, "/cards/", nil)
		if tt.origin != "" {
			r.Header.Set("Origin", tt.origin)
		}
		if tt.method == "OPTIONS" {
			r.Header.Set("Access-Control-Request-Method", "PATCH")
			if tt.headers != "" {
				r.Header.Set("Access-Control-Request-Headers", tt.headers)
			}
		}
		w := httptest.NewRecorder()
		tt.server.ServeHTTP(w, r)
		h := w.Header()
		if w.Code != tt.status || h.Get("Access-Control-Allow-Origin") != tt.allowed || h.Get("Access-Control-Allow-Credentials") != tt.credentials {
			t.Errorf("%s of %q with %q: got %d %v", tt.method, tt.origin, tt.headers, w.Code, h)
		}
		if vary := strings.Join(h.Values("Vary"), ", "); !strings.Contains(vary, "Origin") {
			t.Errorf("%s of %q: got Vary %q", tt.method, tt.origin, vary)
		}
		if exposed := h.Get("Access-Control-Expose-Headers"); tt.method == "GET" && tt.allowed != "" && (!strings.Contains(exposed, "Etag") && !strings.Contains(exposed, "ETag") || !strings.Contains(exposed, "Location")) {
			t.Errorf("%s of %q: got the exposed headers %q", tt.method, tt.origin, exposed)
		}
	}
}

// Pages of other origins name the version that they want in its header, and read the response headers about it.
func TestCORSVersions(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone}).
			CORS(rest.CORS{Origins: []string{"https://app.example.com"}}).
			Versions(rest.InHeader("Api-Version"), rest.Version{Name: "2"}, rest.Version{Name: "1", Deprecated: time.Unix(1, 0), Sunset: time.Unix(2, 0)})
	}
	s := server.New(t, server.Config{Set: set}, ":memory:")
	w := server.SendAs(s, "alice", "OPTIONS", "/cards/", "", "Origin", "https://app.example.com", "Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "api-version")
	if got := w.Header().Get("Access-Control-Allow-Headers"); w.Code != 204 || got != "api-version" {
		t.Errorf("the preflight: got %d with the allowed headers %q", w.Code, got)
	}
	w = server.SendAs(s, "alice", "GET", "/cards/", "", "Origin", "https://app.example.com", "Api-Version", "1")
	exposed := strings.Split(w.Header().Get("Access-Control-Expose-Headers"), ", ")
	for _, name := range []string{"Deprecation", "Sunset", "Accept-Patch", "Idempotency-Replayed"} {
		if !slices.Contains(exposed, name) {
			t.Errorf("%s is not among the exposed headers %q", name, exposed)
		}
	}
	if w.Code != 200 || w.Header().Get("Deprecation") != "@1" {
		t.Errorf("got %d %v", w.Code, w.Header())
	}
}
