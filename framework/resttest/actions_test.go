// Tests of actions, nested paths and singletons.

package resttest_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets/laws"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// newIssues serves a room of alice, and a hidden one of hers, with tickets 1 and 3 in the first and 2 in
// the second.
func newIssues(t *testing.T, address string, options serve.Options, pages func(*auth.Authenticator) pageapi.Pages) *resttest.Server {
	t.Helper()
	s := resttest.NewServer(t, resttest.Config{Set: laws.IssueSet, Options: options, Pages: pages}, address)
	for _, r := range []struct{ path, body string }{
		{"/rooms/", `{"name":"hall"}`},
		{"/rooms/", `{"name":"cellar","hidden":true}`},
		{"/api/v1/tickets/", `{"title":"one","room":1,"assignee":"bob"}`},
		{"/api/v1/tickets/", `{"title":"two","room":2,"assignee":"bob"}`},
		{"/api/v1/tickets/", `{"title":"three","room":1,"assignee":"alice"}`},
	} {
		if w := ask(s, "alice", "POST", r.path, r.body); w.Code != 201 {
			t.Fatalf("POST %s: %d %s", r.path, w.Code, w.Body)
		}
	}
	return s
}

func ask(s *resttest.Server, user, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func onIssueDatabases(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}

// Actions, endpoints, nested collections and singletons that a team declares in one file answer like the
// built-in operations: formats, suffixes, permission, 405, validation.
func TestActions(t *testing.T) {
	const forbidden = `{"detail":"You do not have permission to perform this action."}`
	const anonymous = `{"detail":"Authentication credentials were not provided."}`
	const missing = `{"detail":"Not found."}`
	const one = `{"url":"http://example.com/api/v1/tickets/1/","room":1,"title":"one","status":"closed","votes":2,"assignee":"bob"}`
	onIssueDatabases(t, func(t *testing.T, address string) {
		s := newIssues(t, address, serve.Options{Logger: slog.New(slog.DiscardHandler)}, nil)
		for _, tt := range []struct {
			user, method, path, body string
			status                   int
			want                     string
		}{
			// An action on a record changes it, in the order of checks of a PUT.
			{"", "POST", "/api/v1/tickets/1/close/", `{}`, 403, anonymous},
			{"bob", "POST", "/api/v1/tickets/2/close/", `{"times":0}`, 404, missing},
			{"bob", "POST", "/api/v1/tickets/9/close/", `{`, 404, missing},
			{"bob", "POST", "/api/v1/tickets/1/close/", `{"times":0,"reason":"far too long"}`, 400, `{"reason":["Ensure this field has no more than 10 characters."],"times":["Ensure this value is greater than or equal to 1."]}`},
			{"bob", "POST", "/api/v1/tickets/1/close/", `{"times":3}`, 200, one},
			{"bob", "POST", "/api/v1/tickets/1/close/", ``, 409, `{"detail":"The ticket is already closed."}`},
			{"bob", "GET", "/api/v1/tickets/1/", ``, 200, one},
			{"bob", "GET", "/api/v1/tickets/1/close/", ``, 405, `{"detail":"Method \"GET\" not allowed."}`},
			{"bob", "POST", "/api/v1/tickets/3/close.yaml", ``, 200, "url: http://example.com/api/v1/tickets/3/\nroom: 1\ntitle: three\nstatus: closed\nvotes: 0\nassignee: alice\n"},
			// A separate rule takes the place of the resource's.
			{"", "PUT", "/api/v1/tickets/1/vote/", `{"points":2}`, 403, anonymous},
			{"bob", "PUT", "/api/v1/tickets/1/vote/", `{"points":"x"}`, 400, `{"points":["A valid integer is required."]}`},
			{"bob", "PUT", "/api/v1/tickets/1/vote/", `{"points":2}`, 204, ``},
			{"bob", "PUT", "/api/v1/tickets/2/vote/", `{"points":2}`, 404, missing},
			// Nobody moves a row out of his sight: the rule is asked about it as written.
			{"bob", "POST", "/api/v1/tickets/1/move/", `{"points":2}`, 403, forbidden},
			// What fails changes nothing.
			{"bob", "POST", "/api/v1/tickets/1/fail/", `{"points":0}`, 500, `{"detail":"A server error occurred."}`},
			{"bob", "POST", "/api/v1/tickets/1/fail/", `{"points":1}`, 500, `{"detail":"A server error occurred."}`},
			{"bob", "GET", "/api/v1/tickets/1/", ``, 200, strings.Replace(one, `"votes":2`, `"votes":4`, 1)},
			// Reading ones.
			{"bob", "GET", "/api/v1/tickets/3/history/", ``, 200, `[{"name":"created","who":"three"},{"name":"read","who":"bob"}]`},
			{"", "GET", "/api/v1/tickets/3/history.yaml", ``, 200, "- name: created\n  who: three\n- name: read\n  who: nobody\n"},
			{"", "GET", "/api/v1/tickets/2/history/", ``, 404, missing},
			{"", "GET", "/api/v1/tickets/stats/", ``, 200, `{"open":1,"closed":2}`},
			{"", "GET", "/api/v1/tickets/stats.yaml", ``, 200, "open: 1\nclosed: 2\n"},
			{"", "POST", "/api/v1/tickets/stats/", `{}`, 403, anonymous},
			{"bob", "POST", "/api/v1/tickets/stats/", `{}`, 405, `{"detail":"Method \"POST\" not allowed."}`},
			// Rows are read again: in the order of the action, without those that one may not see.
			{"bob", "GET", "/api/v1/tickets/pick/", ``, 200, `[{"url":"http://example.com/api/v1/tickets/3/","room":1,"title":"three","status":"closed","votes":0,"assignee":"alice"},` + strings.Replace(one, `"votes":2`, `"votes":4`, 1) + `]`},
			{"bob", "POST", "/api/v1/tickets/batch/", `{"points":7}`, 202, `{"open":7,"closed":0}`},
			{"bob", "POST", "/api/v1/tickets/batch/", `{"points":-7}`, 204, ``},
			// A part of the list, for whom it is about.
			{"", "GET", "/api/v1/tickets/mine/", ``, 403, anonymous},
			{"alice", "GET", "/api/v1/tickets/mine/", ``, 200, `[{"url":"http://example.com/api/v1/tickets/3/","room":1,"title":"three","status":"closed","votes":0,"assignee":"alice"}]`},
			{"bob", "GET", "/api/v1/tickets/mine.json", ``, 200, `[` + strings.Replace(one, `"votes":2`, `"votes":4`, 1) + `]`},
			// Endpoints.
			{"", "GET", "/ping/", ``, 200, `{"name":"pong","who":"2026"}`},
			{"", "POST", "/ping/", `{"points":5}`, 403, anonymous},
			{"bob", "POST", "/ping.yaml", `{"points":5}`, 200, "name: pong\nwho: '5'\n"},
			{"bob", "DELETE", "/ping/", ``, 405, `{"detail":"Method \"DELETE\" not allowed."}`},
			// The root lists what needs no key.
			{"", "GET", "/", ``, 200, `{"rooms":"http://example.com/rooms/","api/v1/tickets":"http://example.com/api/v1/tickets/","me":"http://example.com/me/","ping":"http://example.com/ping/"}`},
			{"", "GET", "/api/", ``, 404, missing},
		} {
			w := ask(s, tt.user, tt.method, tt.path, tt.body)
			if w.Code != tt.status || w.Body.String() != tt.want {
				t.Errorf("%s %s %s as %q:\n got %d %s\nwant %d %s", tt.method, tt.path, tt.body, tt.user, w.Code, w.Body, tt.status, tt.want)
			}
		}
	})
}

// A collection below a record is there for who may read that; a create takes the reference from the path.
func TestNested(t *testing.T) {
	const missing = `{"detail":"Not found."}`
	const first = `{"url":"http://example.com/remarks/1/","ticket":"http://example.com/api/v1/tickets/1/","author":"bob","text":"a"}`
	onIssueDatabases(t, func(t *testing.T, address string) {
		s := newIssues(t, address, serve.Options{}, nil)
		for _, tt := range []struct {
			user, method, path, body string
			status                   int
			want                     string
		}{
			{"", "POST", "/api/v1/tickets/2/remarks/", `{"text":"a"}`, 403, `{"detail":"Authentication credentials were not provided."}`},
			{"bob", "POST", "/api/v1/tickets/2/remarks/", `{`, 404, missing},
			{"bob", "POST", "/api/v1/tickets/9/remarks/", `{`, 404, missing},
			{"bob", "POST", "/api/v1/tickets/x/remarks/", `{`, 404, missing},
			{"bob", "POST", "/api/v1/tickets/1/remarks/", `{"text":"a","ticket":3}`, 201, first},
			{"bob", "POST", "/api/v1/tickets/3/remarks/", `{"text":"b"}`, 201, `{"url":"http://example.com/remarks/2/","ticket":"http://example.com/api/v1/tickets/3/","author":"bob","text":"b"}`},
			{"", "GET", "/api/v1/tickets/1/remarks/", ``, 200, `{"count":1,"next":null,"previous":null,"results":[` + first + `]}`},
			{"", "GET", "/api/v1/tickets/2/remarks/", ``, 404, missing},
			{"", "OPTIONS", "/api/v1/tickets/2/remarks/", ``, 404, missing},
			{"", "GET", "/api/v1/tickets/9/remarks/", ``, 404, missing},
			{"", "GET", "/remarks/1/", ``, 200, first},
			{"", "GET", "/remarks/", ``, 404, missing},
			{"", "GET", "/api/v1/tickets/1/remarks/1/", ``, 404, missing},
			{"alice", "POST", "/api/v1/tickets/2/remarks/", `{"text":"a"}`, 403, `{"detail":"You do not have permission to perform this action."}`},
			// Records below the parent.
			{"alice", "POST", "/rooms/2/shelves/", `{"name":"low"}`, 201, `{"id":1,"name":"low"}`},
			{"alice", "POST", "/rooms/1/shelves/", `{"name":"high"}`, 201, `{"id":2,"name":"high"}`},
			{"alice", "GET", "/rooms/2/shelves/", ``, 200, `[{"id":1,"name":"low"}]`},
			{"alice", "GET", "/rooms/2/shelves/1/", ``, 200, `{"id":1,"name":"low"}`},
			{"alice", "GET", "/rooms/1/shelves/1/", ``, 404, missing},
			{"alice", "PUT", "/rooms/1/shelves/1/", `{"name":"x"}`, 404, missing},
			{"bob", "GET", "/rooms/2/shelves/1/", ``, 404, missing},
			{"bob", "DELETE", "/rooms/2/shelves/1/", ``, 404, missing},
			{"alice", "PATCH", "/rooms/2/shelves/1/", `{"name":"x"}`, 200, `{"id":1,"name":"x"}`},
			{"alice", "DELETE", "/rooms/2/shelves/1/", ``, 204, ``},
		} {
			w := ask(s, tt.user, tt.method, tt.path, tt.body)
			if w.Code != tt.status || w.Body.String() != tt.want {
				t.Errorf("%s %s %s as %q:\n got %d %s\nwant %d %s", tt.method, tt.path, tt.body, tt.user, w.Code, w.Body, tt.status, tt.want)
			}
		}
	})
}

// A singleton is the one row of who asks.
func TestSingleton(t *testing.T) {
	onIssueDatabases(t, func(t *testing.T, address string) {
		s := newIssues(t, address, serve.Options{}, nil)
		for _, tt := range []struct {
			user, method, body string
			status             int
			want               string
		}{
			{"", "GET", ``, 403, `{"detail":"Authentication credentials were not provided."}`},
			{"bob", "GET", ``, 404, `{"detail":"Not found."}`},
			{"bob", "PATCH", `{"bio":"x"}`, 404, `{"detail":"Not found."}`},
			{"alice", "POST", `{"bio":"a"}`, 201, `{"id":1,"user":"alice","bio":"a"}`},
			{"bob", "POST", `{"bio":"b"}`, 201, `{"id":2,"user":"bob","bio":"b"}`},
			{"bob", "POST", `{"bio":"b"}`, 400, `{"user":["profile with this user already exists."]}`},
			{"bob", "GET", ``, 200, `{"id":2,"user":"bob","bio":"b"}`},
			{"bob", "PATCH", `{"bio":"c"}`, 200, `{"id":2,"user":"bob","bio":"c"}`},
			{"alice", "GET", ``, 200, `{"id":1,"user":"alice","bio":"a"}`},
			{"bob", "PUT", `{"bio":"c"}`, 405, `{"detail":"Method \"PUT\" not allowed."}`},
		} {
			w := ask(s, tt.user, tt.method, "/me/", tt.body)
			if w.Code != tt.status || w.Body.String() != tt.want {
				t.Errorf("%s %s as %q:\n got %d %s\nwant %d %s", tt.method, tt.body, tt.user, w.Code, w.Body, tt.status, tt.want)
			}
		}
		if got, want := ask(s, "bob", "OPTIONS", "/me/", "").Header().Get("Allow"), "GET, POST, PATCH, HEAD, OPTIONS"; got != want {
			t.Errorf("Allow: got %s, want %s", got, want)
		}
	})
}

// What goes for built-in operations goes for actions: OPTIONS, HEAD, Allow, one answer to a repeated
// request, conditions, limits, and what operators are told.
func TestActionsAreOperations(t *testing.T) {
	onIssueDatabases(t, func(t *testing.T, address string) {
		var routes []string
		s := newIssues(t, address, serve.Options{
			Logger: slog.New(slog.DiscardHandler), Now: time.Now, // responses are stored for a day
			Observe: func(_ context.Context, o serve.Observation) { routes = append(routes, o.Route) },
		}, nil)
		const input = `"actions":{"POST":{"reason":{"type":"string","required":false,"read_only":false,"label":"Reason","max_length":10},"times":{"type":"integer","required":false,"read_only":false,"label":"Times","min_value":1}}}`
		w := ask(s, "bob", "OPTIONS", "/api/v1/tickets/1/close/", "")
		if !strings.HasPrefix(w.Body.String(), `{"name":"Close","description":"Ends the work.",`) || !strings.HasSuffix(w.Body.String(), input+"}") || w.Header().Get("Allow") != "POST, OPTIONS" {
			t.Errorf("OPTIONS: %s %s", w.Header().Get("Allow"), w.Body)
		}
		if w := ask(s, "", "OPTIONS", "/api/v1/tickets/1/close/", ""); w.Code != 200 || strings.Contains(w.Body.String(), "actions") {
			t.Errorf("OPTIONS of nobody: %d %s", w.Code, w.Body)
		}
		if w := ask(s, "bob", "HEAD", "/api/v1/tickets/stats/", ""); w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("Allow") != "GET, HEAD, OPTIONS" {
			t.Errorf("HEAD: %d %q, Allow %s", w.Code, w.Body, w.Header().Get("Allow"))
		}
		if w := ask(s, "bob", "OPTIONS", "/ping/", ""); w.Header().Get("Allow") != "GET, POST, HEAD, OPTIONS" {
			t.Errorf("Allow of an endpoint: %s", w.Header().Get("Allow"))
		}

		tag := ask(s, "bob", "GET", "/api/v1/tickets/1/", "").Header().Get("ETag")
		if w := ask(s, "bob", "POST", "/api/v1/tickets/1/close/", "{}", "If-Match", `W/"x"`); w.Code != 412 {
			t.Errorf("If-Match of another tag: %d", w.Code)
		}
		first := ask(s, "bob", "POST", "/api/v1/tickets/1/close/", `{"times":2}`, "If-Match", tag, "Idempotency-Key", "one")
		again := ask(s, "bob", "POST", "/api/v1/tickets/1/close/", `{"times":2}`, "If-Match", tag, "Idempotency-Key", "one")
		if first.Code != 200 || again.Code != 200 || again.Body.String() != first.Body.String() || again.Header().Get("Idempotency-Replayed") != "true" {
			t.Errorf("a repeated request: %d %s, then %d %s", first.Code, first.Body, again.Code, again.Body)
		}
		for range 2 {
			if w := ask(s, "bob", "POST", "/api/v1/tickets/batch/", `{"points":3}`, "Idempotency-Key", "two"); w.Code != 202 || w.Body.String() != `{"open":3,"closed":0}` {
				t.Errorf("a repeated request: %d %s", w.Code, w.Body)
			}
			if w := ask(s, "bob", "POST", "/ping/", `{"points":3}`, "Idempotency-Key", "three"); w.Code != 200 || w.Body.String() != `{"name":"pong","who":"3"}` {
				t.Errorf("a repeated request: %d %s", w.Code, w.Body)
			}
			if w := ask(s, "bob", "PUT", "/api/v1/tickets/3/vote/", `{"points":3}`, "Idempotency-Key", "four"); w.Code != 204 {
				t.Errorf("a repeated request: %d %s", w.Code, w.Body)
			}
		}
		if w := ask(s, "bob", "GET", "/api/v1/tickets/3/", ""); !strings.Contains(w.Body.String(), `"votes":3`) {
			t.Errorf("a vote counts twice: %s", w.Body)
		}
		if w := ask(s, "bob", "POST", "/api/v1/tickets/3/close/", `<x/>`, "Content-Type", "text/xml"); w.Code != 415 {
			t.Errorf("a body that nobody reads: %d", w.Code)
		}
		if w := ask(s, "bob", "POST", "/api/v1/tickets/3/close/", `times=0`, "Content-Type", "application/x-www-form-urlencoded"); w.Code != 400 {
			t.Errorf("a form: %d %s", w.Code, w.Body)
		}
		if w := ask(s, "bob", "POST", "/api/v1/tickets/3/close", ``); w.Code != 308 || w.Header().Get("Location") != "/api/v1/tickets/3/close/" {
			t.Errorf("without the slash: %d %s", w.Code, w.Header().Get("Location"))
		}
		ask(s, "bob", "GET", "/api/v1/tickets/1/remarks/", "")
		for _, want := range []string{"/api/v1/tickets/:key/close/", "/api/v1/tickets/stats/", "/ping/", "/api/v1/tickets/:ticket/remarks/"} {
			if !slices.Contains(routes, want) {
				t.Errorf("no observation of %s", want)
			}
		}
	})
}
