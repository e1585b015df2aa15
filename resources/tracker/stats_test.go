// The figures of tickets.

package tracker_test

import (
	"strings"
	"testing"
)

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
			s.seen.reset()
			s.want(t, "GET", "/tickets/stats/"+tt.query, tt.user, "", tt.want)
			asked := 0
			for _, text := range s.seen.reset() {
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
