// Tests of the headers of pages.

package served_test

import (
	"crypto/tls"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
)

// Responses other than pages may load and run nothing; a page has another policy.
func TestContentSecurityPolicy(t *testing.T) {
	s, _ := worlds.Cards(t, ":memory:", pages(t))
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
		{"/-/problems/", "text/html", 200, "Accept, Cookie, Origin"},
		{"/-/problems/invalid", "text/html", 200, "Accept, Cookie, Origin"},
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

// Every answer about a record has the Allow that OPTIONS then has for who asked, whatever became of the request: a write, with
// a body or without, a refusal, a method that the path does not have, a replayed answer, a form that leads elsewhere.
func TestAllowOfEveryAnswer(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set { return sets.Flyers().Requests(rest.RequestRules{AllowByRequester: true}) }
		s := server.New(t, server.Config{Set: set, Pages: pages(t)}, address)
		for _, line := range []string{`alice {}`, `alice {"done":true}`, `bob {}`, `alice {}`} {
			user, body, _ := strings.Cut(line, " ")
			server.Must(t, s, "POST", "/flyers/", user, body)
		}
		server.Must(t, s, "POST", "/marks/", "alice", `{"flyer":3,"user":"alice"}`)
		seen := map[string]bool{}
		for i, tt := range []struct {
			user, method, path, body, header string
			status                           int
		}{
			{"alice", "PATCH", "/flyers/1/", `{}`, "", 200},
			{"alice", "PATCH", "/flyers/1/", `{"done":true}`, "", 200}, // from now on it may be deleted
			{"alice", "PATCH", "/flyers/1/", `{"done":false}`, "", 200},
			{"alice", "PATCH", "/flyers/1/", `{"done":true}`, "Prefer: dry-run", 200},
			{"alice", "PUT", "/flyers/1/", `{"done":true}`, "Idempotency-Key: one", 200},
			{"alice", "PUT", "/flyers/1/", `{"done":true}`, "Idempotency-Key: one", 200},
			{"bob", "PATCH", "/flyers/1/", `{}`, "", 403},
			{"bob", "PATCH", "/flyers/3/", `{"done":"x"}`, "", 400},
			{"bob", "PATCH", "/flyers/3/", `{}`, "If-Match: \"x\"", 412},
			{"bob", "PATCH", "/flyers/3/", `<a/>`, "Content-Type: text/xml", 415},
			{"bob", "POST", "/flyers/3/", `{}`, "", 405},
			{"", "POST", "/flyers/3/", `{}`, "", 403},
			{"admin", "TRACE", "/flyers/3/", ``, "", 405},
			{"bob", "HEAD", "/flyers/3/", ``, "", 200},
			{"bob", "GET", "/flyers/3/?fields=id", ``, "", 200},
			{"bob", "GET", "/flyers/3/", ``, "Accept: text/html", 200},
			{"bob", "OPTIONS", "/flyers/99/", ``, "", 200},
			{"bob", "GET", "/flyers/99/", ``, "", 404},
			{"bob", "PATCH", "/flyers/99/", `{}`, "", 404},
			{"bob", "POST", "/flyers/99/", `{}`, "", 405},
			{"alice", "POST", "/flyers/4/close/", ``, "", 200}, // and not once more
			{"alice", "POST", "/flyers/4/close/", ``, "", 403},
			{"alice", "POST", "/flyers/3/sign/", ``, "", 200},
			{"bob", "POST", "/flyers/3/sign/", ``, "", 403},
			{"bob", "PATCH", "/flyers/3/", `{"done":true}`, "", 200},
			{"bob", "DELETE", "/flyers/3/", ``, "", 204},
			{"bob", "POST", "/flyers/", `{}`, "", 201},
			{"", "POST", "/flyers/", `{}`, "", 403},
		} {
			header := []string{"Content-Type", "application/json"}
			if name, value, ok := strings.Cut(tt.header, ": "); ok && name == header[0] {
				header[1] = value
			} else if ok {
				header = append(header, name, value)
			}
			w := server.SendAs(s, tt.user, tt.method, tt.path, tt.body, header...)
			got, has := w.Header()["Allow"]
			path, _, _ := strings.Cut(tt.path, "?")
			want := server.SendAs(s, tt.user, "OPTIONS", path, "").Header()["Allow"]
			if w.Code != tt.status || !has || !slices.Equal(got, want) {
				t.Errorf("%d: %s %s as %q: got %d with Allow %q, want %d with %q, as OPTIONS has afterwards: %s", i, tt.method, tt.path, tt.user, w.Code, got, tt.status, want, w.Body)
			}
			seen[strings.Join(got, "")] = true
		}
		// A form of a page leads elsewhere, with what the path then has.
		w := server.SendAs(s, "alice", "POST", "/flyers/1/", "_method=DELETE", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if got, want := w.Header().Get("Allow"), "OPTIONS"; w.Code != 303 || got != want {
			t.Errorf("a form: got %d with Allow %q, want 303 with %q", w.Code, got, want)
		}
		if len(seen) < 6 {
			t.Errorf("got %d different Allow, want more: %v", len(seen), seen)
		}
	})
}
