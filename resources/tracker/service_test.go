// Tests of the tracker: its service, and its statistics.

package tracker_test

import (
	"database/sql"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

// service is the tracker on a database, which the test reads and fills beside it.
type service struct {
	*server.Server
	db       *sql.DB
	postgres bool
	seen     server.Traced
}

// databases runs a test on both databases.
func databases(t *testing.T, test func(t *testing.T, s *service)) {
	t.Run("sqlite", func(t *testing.T) { test(t, newService(t, "sqlite", t.TempDir()+"/test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { test(t, newService(t, "postgres", pg.Postgres(t))) })
}

func newService(t *testing.T, driver, address string) *service {
	t.Helper()
	s := &service{postgres: driver == "postgres"}
	s.Server = server.New(t, server.Config{Set: config.Tracker, Store: database.Options{Trace: s.seen.Trace}}, address)
	var err error
	if s.db, err = sql.Open(driver, address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.db.Close() })
	return s
}

func (s *service) call(method, path, user, body string) (status int, answer string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// want fails unless an answer begins with a status and a text.
func (s *service) want(t *testing.T, method, path, user, body, want string) {
	t.Helper()
	status, answer := s.call(method, path, user, body)
	if got := fmt.Sprint(status, " ", answer); !strings.HasPrefix(got, want) {
		t.Errorf("%s %s %s as %s:\n got %s\nwant %s", method, path, body, user, got, want)
	}
}

// fill makes n tickets in 200 projects, half of them public; alice and bob are members of each fourth of them. Each ticket
// has a comment, an attachment, a label and a time entry.
func (s *service) fill(t *testing.T, n int) {
	t.Helper()
	numbers := func(n int) string {
		return fmt.Sprintf("(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) SELECT i FROM n) AS n", n)
	}
	day, moment, no, end := "date('2030-01-01', '+' || (i % 100) || ' days')", "strftime('%Y-%m-%dT%H:%M:%S.000000Z', '2030-01-01', '+' || i || ' minutes')", "0", "ANALYZE"
	uuid := "printf('00000000-0000-4000-8000-%012d', i)"
	if s.postgres {
		day, moment, no, end = "date '2030-01-01' + (i % 100)", "timestamptz '2030-01-01Z' + i * interval '1 minute'", "false", "VACUUM ANALYZE"
		uuid = "('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid"
	}
	user := "(SELECT id FROM users WHERE username = CASE i % 2 WHEN 0 THEN 'alice' ELSE 'bob' END)"
	text := strings.Repeat("b", 400)
	for _, insert := range []string{
		"projects (slug, name, description, visibility, archived, created, last_number) SELECT 'p' || i, 'p' || i, '', " +
			"CASE i % 2 WHEN 0 THEN 'public' ELSE 'private' END, " + no + ", " + moment + ", 100000 FROM " + numbers(200),
		"members (user_id, role, project_id) SELECT " + user + ", CASE i % 3 WHEN 0 THEN 'viewer' ELSE 'editor' END, i FROM " + numbers(200) + " WHERE i % 4 < 2 OR i = 3",
		"labels (project_id, name, colour) SELECT 1 + i % 200, 'l' || i, '#000000' FROM " + numbers(2000),
		"tickets (project_id, number, title, body, status, priority, due, watchers, details, assignee_id, reporter_id, created, updated) SELECT 1 + i % 200, i, 't' || i, '" + text + "', " +
			"CASE i % 3 WHEN 0 THEN 'open' WHEN 1 THEN 'doing' ELSE 'closed' END, 1 + i % 5, CASE i % 4 WHEN 0 THEN NULL ELSE " + day + " END, '[]', '{}', " +
			"CASE i % 7 WHEN 0 THEN NULL ELSE " + user + " END, 1, " + moment + ", " + moment + " FROM " + numbers(n),
		"tickets_labels (ticket_id, label_id) SELECT i, 1 + i % 2000 FROM " + numbers(n),
		"comments (id, ticket_id, author_id, body, edited, created) SELECT " + uuid + ", i, 1, '" + text + "', " + no + ", " + moment + " FROM " + numbers(n),
		"attachments (id, ticket_id, file, name, size, content_type, created) SELECT " + uuid + ", i, '', 'a', 1, 'text/plain', " + moment + " FROM " + numbers(n),
		"time_entries (ticket_id, user_id, minutes, day) SELECT i, 1, 5, " + day + " FROM " + numbers(n),
		end,
	} {
		if insert != end {
			insert = "INSERT INTO " + insert
		}
		if _, err := s.db.ExecContext(t.Context(), insert); err != nil {
			t.Fatalf("%s: %v", insert, err)
		}
	}
}

// Stats are about the tickets that the requester may see and the query leaves, in one statement that reads no rows.
func TestStats(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		s.want(t, "POST", "/projects/", "alice", `{"slug":"a","name":"A","visibility":"public"}`, "201")
		s.want(t, "POST", "/projects/", "alice", `{"slug":"b","name":"B"}`, "201")
		for _, body := range []string{
			`{"project":"a","title":"x","cost":"999999.99"}`, `{"project":"a","title":"y","cost":"0.01"}`,
			`{"project":"a","title":"x","status":"closed"}`, `{"project":"b","title":"x","status":"doing","cost":"7.5"}`,
		} {
			s.want(t, "POST", "/tickets/", "alice", body, "201")
		}
		for _, tt := range []struct{ user, query, want string }{
			{"alice", "", `200 {"open":2,"doing":1,"closed":1,"cost":"1000007.50"}`},
			{"bob", "", `200 {"open":2,"doing":0,"closed":1,"cost":"1000000.00"}`},
			{"", "?search=x", `200 {"open":1,"doing":0,"closed":1,"cost":"999999.99"}`},
			{"alice", "?status=closed", `200 {"open":0,"doing":0,"closed":1,"cost":"0.00"}`},
			{"alice", "?priority=1", `200 {"open":0,"doing":0,"closed":0,"cost":"0.00"}`},
		} {
			s.seen.Reset()
			s.want(t, "GET", "/tickets/stats/"+tt.query, tt.user, "", tt.want)
			asked := 0
			for _, text := range s.seen.Reset() {
				if !strings.Contains(text, "tickets") {
					continue
				}
				if asked++; !strings.Contains(text, "GROUP BY") {
					t.Errorf("stats%s reads rows: %s", tt.query, text)
				}
			}
			if asked != 1 {
				t.Errorf("stats%s: %d statements about tickets, want 1", tt.query, asked)
			}
		}
	})
}
