package served_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// Answers that only pages of some origins may read depend on the origin, for caches.
func TestCORSVary(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone}).
			CORS(rest.CORS{Origins: []string{"https://app.example.com"}}).Schemes(session.Scheme{})
	}
	s := server.New(t, server.Config{Set: set, Pages: pages(t)}, ":memory:")
	login := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/api-auth/login/", strings.NewReader("username=alice&password=alice-password"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.ServeHTTP(login, r)
	cookie := strings.Split(login.Header().Get("Set-Cookie"), ";")[0]
	for _, tt := range []struct {
		path, accept string
		status       int
		vary         string
	}{
		{"/cards/", "application/json", 200, "Accept, Cookie, Origin"},
		{"/none/", "application/json", 404, "Accept, Origin"},
		{"/none/", "text/html", 404, "Accept, Cookie, Origin"},
		{"/cards", "application/json", 301, "Accept, Origin"},
		{"/-/problems/", "text/html", 200, "Origin"},
		{"/-/problems/invalid", "text/html", 200, "Origin"},
		{"/-/static/style.css", "text/css", 200, "Accept-Encoding, Origin"},
		{"/api-auth/login/", "text/html", 200, "Accept, Cookie, Origin"},
	} {
		w := server.SendAs(s, "alice", "GET", tt.path, "", "Origin", "https://app.example.com", "Accept", tt.accept, "Cookie", cookie)
		h := w.Header()
		if got := strings.Join(h.Values("Vary"), "; "); w.Code != tt.status || got != tt.vary || h.Get("Access-Control-Allow-Origin") != "https://app.example.com" {
			t.Errorf("%s as %s: got %d, Vary %q, want %d, %q; %v", tt.path, tt.accept, w.Code, got, tt.status, tt.vary, h)
		}
	}
}
