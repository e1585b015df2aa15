// How many statements the operations of the tracker take.

package tracker_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// Each operation takes as many statements for a hundred related rows, or a page of as many, as for one.
func TestStatementsAreConstant(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		var first map[string]int
		for _, n := range []int{1, 10, 100} {
			took := s.countStatements(t, n)
			if first == nil {
				first = took
				for name, count := range took {
					if count == 0 {
						t.Errorf("%s: no statements were seen", name)
					}
				}
			}
			if !maps.Equal(took, first) {
				t.Errorf("statements of each operation:\n with 1 row %v\nwith %d rows %v", first, n, took)
			}
		}
	})
}

// countStatements asks everything of a project with n members more than its owner, n labels, and n tickets, of which one
// has all labels, n comments and n attachments.
func (s *service) countStatements(t *testing.T, n int) map[string]int {
	t.Helper()
	slug := fmt.Sprintf("s%d", n)
	s.want(t, "POST", "/projects/", "alice", `{"slug":"`+slug+`","name":"S"}`, "201")
	project := s.number(t, "SELECT id FROM projects WHERE slug = '"+slug+"'")
	var labels []string
	for i := range n {
		s.want(t, "POST", "/labels/", "alice", fmt.Sprintf(`{"project":%q,"name":"l%d","colour":"#000000"}`, slug, i), "201")
		labels = append(labels, fmt.Sprint(s.number(t, "SELECT max(id) FROM labels")))
	}
	all := "[" + strings.Join(labels, ",") + "]"
	for range n {
		s.want(t, "POST", "/tickets/", "alice", fmt.Sprintf(`{"project":%q,"title":"t","assignee":"alice"}`, slug), "201")
	}
	ticket := s.number(t, fmt.Sprintf("SELECT max(id) FROM tickets WHERE project_id = %d", project))
	at := fmt.Sprintf("/tickets/%d/", ticket)
	for range n {
		s.want(t, "POST", at+"comments/", "alice", `{"body":"x"}`, "201")
	}
	took := map[string]int{}
	for _, tt := range []struct{ name, method, path, body string }{
		{"create ticket", "POST", "/tickets/", fmt.Sprintf(`{"project":%q,"title":"t","labels":%s}`, slug, all)},
		{"retrieve ticket", "GET", at, ""},
		{"replace labels", "PATCH", at, `{"labels":` + all + `}`},
		{"update ticket", "PUT", at, `{"title":"u","labels":` + all + `}`},
		{"close", "POST", at + "close/", `{"reason":"done"}`},
		{"reopen", "POST", at + "reopen/", ""},
		{"tickets", "GET", "/tickets/?limit=100&project=" + slug, ""},
		{"filtered tickets", "GET", "/tickets/?limit=100&status=open&priority__gte=2&labels=" + labels[0] + "&ordering=-due&search=t&project=" + slug, ""},
		{"mine", "GET", "/tickets/mine/?limit=100&project=" + slug, ""},
		{"stats", "GET", "/tickets/stats/?project=" + slug, ""},
		{"comments", "GET", at + "comments/", ""},
		{"labels", "GET", "/labels/?project=" + slug, ""},
		{"project", "GET", "/projects/" + slug + "/", ""},
		{"projects", "GET", "/projects/?search=S", ""},
		{"move label", "PATCH", "/labels/" + labels[0] + "/", `{"name":"moved"}`},
		{"delete label", "DELETE", "/labels/" + labels[0] + "/", ""},
		{"delete ticket", "DELETE", at, ""},
		{"delete project", "DELETE", "/projects/" + slug + "/", ""},
	} {
		s.seen.Reset()
		if status, body := s.call(tt.method, tt.path, "alice", tt.body); status >= 300 {
			t.Errorf("%s %s: got %d %s", tt.method, tt.path, status, body)
		}
		took[tt.name] = len(s.seen.Reset())
	}
	return took
}

// A filtered page takes two statements, for the account and for the page with its count, and allocates little beside
// what the driver needs for its rows.
func TestFilteredPage(t *testing.T) {
	const path = "/tickets/?status=open&priority__gte=3&ordering=-created"
	databases(t, func(t *testing.T, s *service) {
		s.fill(t, 600)
		s.want(t, "GET", path, "alice", "", `200 {"count":`)
		s.seen.Reset()
		s.want(t, "GET", path, "alice", "", `200 {"count":`)
		if got := s.seen.Reset(); len(got) != 2 {
			t.Errorf("got %d statements, want 2:\n%s", len(got), strings.Join(got, "\n"))
		}
		maxObjects, maxSize := uint64(425), uint64(32_500) // one more for each row is too many
		if s.postgres {
			maxObjects = 390
		}
		objects, size := stopwatch.Allocated(func() { s.call("GET", path, "alice", "") })
		if !stopwatch.Race && (objects > maxObjects || size > maxSize) {
			t.Errorf("got %d allocations of %d bytes, want at most %d of %d", objects, size, maxObjects, maxSize)
		}
	})
}

// number is what a statement finds.
func (s *service) number(t *testing.T, query string) (n int64) {
	t.Helper()
	if err := s.db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// A new ticket asks once for its project before the transaction, whether it is archived with it, and not again in it: the
// statement that reads the ticket back does.
func TestStatementsOfNewTicket(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		s.want(t, "POST", "/projects/", "alice", `{"slug":"p","name":"P"}`, "201")
		s.want(t, "POST", "/tickets/", "alice", `{"project":"p","title":"t"}`, "201")
		s.seen.Reset()
		s.want(t, "POST", "/tickets/", "alice", `{"project":"p","title":"t"}`, "201")
		// account, project, BEGIN, lock, number, insert, read, COMMIT
		if got := s.seen.Reset(); len(got) != 8 {
			t.Errorf("got %d statements, want 8:\n%s", len(got), strings.Join(got, "\n"))
		}
		s.want(t, "PATCH", "/projects/p/", "alice", `{"archived":true}`, "200")
		s.want(t, "POST", "/tickets/", "alice", `{"project":"p","title":"t"}`, `400 {"project":["This project is archived."]}`)
	})
}

// A page of the list reads what it shows: what it is sorted by stays in the database.
func TestListReadsWhatItShows(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		s.want(t, "POST", "/projects/", "alice", `{"slug":"p","name":"P"}`, "201")
		s.want(t, "POST", "/tickets/", "alice", `{"project":"p","title":"t"}`, "201")
		for _, query := range []string{"", "?ordering=due"} {
			s.seen.Reset()
			s.want(t, "GET", "/tickets/"+query, "alice", "", "200")
			lists := 0
			for _, text := range s.seen.Reset() {
				read, _, paged := strings.Cut(text, " ORDER BY ")
				if !paged {
					continue
				}
				lists++
				for _, column := range []string{"created", "due", "body"} {
					if strings.Contains(read, column) {
						t.Errorf("/tickets/%s: got the column %s in %s, want it in the order alone", query, column, text)
					}
				}
			}
			if lists != 1 {
				t.Errorf("/tickets/%s: got %d statements of the list, want 1", query, lists)
			}
		}
	})
}
