// Tests of orders and counts of lists.

package serve_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A page says what it knows of the number of records, and links to pages that exist.
func TestCounting(t *testing.T) {
	tests := []struct {
		name        string
		pages       rest.PageNumber
		path        string
		status      int
		count, next string
	}{
		{"exact", rest.PageNumber{Size: 2}, "/notes/?page=2", 200, "5", `"http://example.com/notes/?page=3"`},
		{"exact, last", rest.PageNumber{Size: 2}, "/notes/?page=last", 200, "5", "null"},
		{"within the limit", rest.PageNumber{Size: 2, Count: rest.CountUpTo(5)}, "/notes/", 200, "5", `"http://example.com/notes/?page=2"`},
		{"past the limit", rest.PageNumber{Size: 2, Count: rest.CountUpTo(4)}, "/notes/", 200, "null", `"http://example.com/notes/?page=2"`},
		{"past the limit, last", rest.PageNumber{Size: 2, Count: rest.CountUpTo(4)}, "/notes/?page=last", 404, "", ""},
		{"uncounted", rest.PageNumber{Size: 2, Count: rest.CountNone}, "/notes/?page=2", 200, "null", `"http://example.com/notes/?page=3"`},
		{"uncounted, the last page", rest.PageNumber{Size: 2, Count: rest.CountNone}, "/notes/?page=3", 200, "null", "null"},
		{"uncounted, beyond", rest.PageNumber{Size: 2, Count: rest.CountNone}, "/notes/?page=4", 404, "", ""},
		{"uncounted, far beyond", rest.PageNumber{Size: 2, Count: rest.CountNone}, "/notes/?page=9223372036854775807", 404, "", ""},
		{"uncounted, a full last page", rest.PageNumber{Size: 5, Count: rest.CountNone}, "/notes/", 200, "null", "null"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := server.New(t, server.Config{Set: sets.Notes(tt.pages)}, ":memory:")
			for i := range 5 {
				w := server.SendAs(s, "alice", "POST", "/notes/", fmt.Sprintf(`{"text":"%d"}`, i), "Content-Type", "application/json")
				if w.Code != http.StatusCreated {
					t.Fatalf("create: got %d %s", w.Code, w.Body)
				}
			}
			w := server.SendAs(s, "alice", "GET", tt.path, "")
			want := `{"detail":"Invalid page."}`
			if tt.status == 200 {
				want = `{"count":` + tt.count + `,"next":` + tt.next + `,"previous":`
			}
			if got := w.Body.String(); w.Code != tt.status || !strings.HasPrefix(got, want) {
				t.Errorf("GET %s: got %d %s, want %d %s…", tt.path, w.Code, got, tt.status, want)
			}
		})
	}
}

// A last page whose records go between the count and the page is an empty page, as it was counted.
func TestLastPageGoes(t *testing.T) {
	var s *server.Server
	armed := false
	trace := func(_ context.Context, text string) func(error) {
		if armed && strings.Contains(text, "ORDER BY") {
			armed = false
			for id := 3; id <= 5; id++ {
				server.SendAs(s, "alice", "DELETE", fmt.Sprintf("/notes/%d/", id), "")
			}
		}
		return func(error) {}
	}
	s = server.New(t, server.Config{Set: sets.Notes(rest.PageNumber{Size: 2}), Store: database.Options{Trace: trace}}, ":memory:")
	for i := range 5 {
		server.SendAs(s, "alice", "POST", "/notes/", fmt.Sprintf(`{"text":"%d"}`, i), "Content-Type", "application/json")
	}
	armed = true
	w := server.SendAs(s, "alice", "GET", "/notes/?page=last", "")
	want := `{"count":5,"next":null,"previous":"http://example.com/notes/?page=2","results":[]}`
	if got := w.Body.String(); armed || w.Code != 200 || got != want {
		t.Errorf("got %d %s, want 200 %s", w.Code, got, want)
	}
}

// The statements of a page are counted and traced under the request's own context.
func TestObservePage(t *testing.T) {
	var seen serve.Observation
	for _, pages := range []rest.PageNumber{{Size: 2}, {Size: 2, Count: rest.CountUpTo(4)}, {Size: 2, Count: rest.CountNone}} {
		s := server.New(t, server.Config{Set: sets.Notes(pages), Options: serve.Options{Observe: func(_ context.Context, o serve.Observation) { seen = o }}}, ":memory:")
		for path, want := range map[string]int{"/notes/": 2, "/notes/?page=2": 2} {
			if server.SendAs(s, "alice", "GET", path, ""); seen.Statements != want {
				t.Errorf("%+v, GET %s: got %d statements, want %d", pages, path, seen.Statements, want)
			}
		}
	}
}

// The number of a long list is an estimate of PostgreSQL, and not known to SQLite; that of a short one is
// exact.
func TestEstimate(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Notes(rest.PageNumber{Size: 2, Count: rest.CountEstimate})}, address)
		db, fill := server.Direct(t, address), "INSERT INTO notes (text) SELECT '' FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) SELECT i FROM n) AS n"
		for _, tt := range []struct {
			rows                      int
			path, postgres, otherwise string
		}{
			{10_000, "/notes/", `{"count":10000,"next":"http://example.com/notes/?page=2"`, ""},
			{0, "/notes/?page=last", `{"count":10000,"next":null`, ""},
			{2_000, "/notes/", `{"count":12000,"next":"http://example.com/notes/?page=2"`, `{"count":null,"next":"http://example.com/notes/?page=2"`},
			{0, "/notes/?page=6000", `{"count":12000,"next":null`, `{"count":null,"next":null`},
			{0, "/notes/?page=last", `{"detail":"Invalid page."}`, ""},
		} {
			if tt.rows > 0 {
				if _, err := db.ExecContext(t.Context(), fmt.Sprintf(fill, tt.rows)); err != nil {
					t.Fatal(err)
				}
				if _, err := db.ExecContext(t.Context(), "ANALYZE notes"); err != nil {
					t.Fatal(err)
				}
			}
			want := tt.postgres
			if strings.HasSuffix(address, ".sqlite") {
				want = cmp.Or(tt.otherwise, want)
			}
			if w := server.SendAs(s, "alice", "GET", tt.path, ""); !strings.HasPrefix(w.Body.String(), want) {
				t.Errorf("GET %s: got %d %s, want %s…", tt.path, w.Code, w.Body, want)
			}
		}
	})
}
