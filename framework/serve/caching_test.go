// Tests of how long caches may use responses.

package serve_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// Caches may use lists, records and what an action answers as declared: those of anonymous requesters by all, and others by
// the client's. Errors, writes and other operations stay as they are.
func TestCaching(t *testing.T) {
	hour := rest.Caching{MaxAge: time.Hour}
	failing := func(*rest.Call, rest.None) (sets.Card, error) { return sets.Card{}, errors.New("broken") }
	s := server.New(t, server.Config{Pages: server.PlainPages, Accounts: server.Accounts(), Set: func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{
			Path: "/cards/", Cache: rest.Caching{MaxAge: time.Minute, StaleWhileRevalidate: 5 * time.Minute}, Pages: pagination.PageNumber{Size: 5}, History: &rest.History{},
			Extra: []rest.Action{
				rest.OnList("first", func(c *rest.Call, _ rest.None) (*sets.Card, error) { return rest.Rows[sets.Card](c).First() }, rest.GET, rest.Cached(hour)),
				rest.OnList("broken", failing, rest.GET, rest.Cached(hour)),
				rest.OnList("last", func(c *rest.Call, _ rest.None) (*sets.Card, error) { return rest.Rows[sets.Card](c).First() }, rest.GET),
			},
		}, rest.ViewSet[sets.Tenant]{Path: "/tenants/"}, rest.ViewSet[sets.Card]{Path: "/pile/", Actions: rest.List, Cache: hour}).Access(permission.Anyone)
	}}, t.TempDir()+"/test.sqlite")
	w := server.SendAs(s, "", "POST", "/cards/", `{"front":"a"}`, "Content-Type", "application/json")
	if got := w.Header().Get("Cache-Control"); w.Code != 201 || got != "" {
		t.Errorf("a write: got %d, Cache-Control %q", w.Code, got)
	}
	const short, long = "max-age=60, stale-while-revalidate=300", "max-age=3600"
	tag := server.SendAs(s, "", "GET", "/cards/1/", "").Header().Get("ETag")
	for _, tt := range []struct {
		method, path string
		header       []string
		status       int
		want         string // of an anonymous requester without "public, "
	}{
		{"GET", "/cards/", nil, 200, short},
		{"HEAD", "/cards/", nil, 200, short},
		{"GET", "/cards/1/", nil, 200, short},
		{"GET", "/cards/1/", []string{"If-None-Match", tag}, 304, short},
		{"GET", "/cards/first/", nil, 200, long},
		{"GET", "/cards/last/", nil, 200, ""},
		{"GET", "/cards/broken/", nil, 500, ""},
		{"GET", "/cards/9/", nil, 404, ""},
		{"GET", "/cards/?page=9", nil, 404, ""},
		{"GET", "/cards/?x=9", nil, 400, ""},
		{"GET", "/cards/1/history/", nil, 200, ""},
		{"GET", "/tenants/", nil, 200, ""},
		{"OPTIONS", "/cards/", nil, 200, ""},
		{"GET", "/cards/", []string{"Accept", "text/html"}, 200, ""},
	} {
		for user, kind := range map[string]string{"": "public, ", "alice": "private, "} {
			want := kind + tt.want
			switch {
			case tt.want == "" && user != "":
				want = "private, no-cache"
			case tt.want == "":
				want = ""
			}
			w := server.SendAs(s, user, tt.method, tt.path, "", tt.header...)
			if got := w.Header().Get("Cache-Control"); w.Code != tt.status || got != want {
				t.Errorf("%s %s %v of %q: got %d, Cache-Control %q, want %d, %q", tt.method, tt.path, tt.header, user, w.Code, got, tt.status, want)
			}
			if vary := strings.Join(w.Header()["Vary"], ", "); tt.want != "" && !strings.Contains(vary, "Authorization") {
				t.Errorf("%s %s: varies by %q", tt.method, tt.path, vary)
			}
		}
	}
	for range 35 {
		server.Must(t, s, "POST", "/cards/", "", `{"front":"a card with some words on its front"}`)
	}
	w = server.SendAs(s, "", "GET", "/pile/", "", "Accept-Encoding", "gzip")
	if vary := strings.Join(w.Header()["Vary"], ", "); w.Header().Get("Content-Encoding") != "gzip" || vary != "Accept, Cookie, Authorization, Accept-Encoding" {
		t.Errorf("a compressed list: got the coding %q, Vary %q", w.Header().Get("Content-Encoding"), vary)
	}
}
