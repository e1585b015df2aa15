// Tests of rules about rows and along relations, and of what writes may then do.

package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
)

// A configuration whose rules look at rows along relations: tickets are read by whoever sees their
// project, and written by its members.

// Of rows that are joined to many at once, those that the requester does not see stay joined.
func TestRelationRuleJoins(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := worlds.Tracker(t, address, server.PlainPages)
		db := server.Direct(t, address)
		if _, err := db.Exec("INSERT INTO tickets_related VALUES (1, 1), (1, 3), (2, 2), (2, 3), (3, 1)"); err != nil {
			t.Fatal(err)
		}
		if status, got := server.Call(s, "PATCH", "/tickets/", "alice", `[{"id":2,"related":[1,2]},{"id":1,"related":[2]}]`); status != 200 ||
			!strings.Contains(got, `"related":[1,2]`) || !strings.Contains(got, `"related":[2]`) {
			t.Errorf("got %d %s, want what she sees", status, got)
		}
		for _, body := range []string{`[{"id":1,"related":[]},{"id":2,"related":[3]}]`, `[{"id":1,"related":[]},{"id":2,"related":[9]}]`} {
			if status, got := server.Call(s, "PATCH", "/tickets/", "alice", body); status != 400 {
				t.Errorf("%s: got %d %s, want 400", body, status, got)
			}
		}
		var pairs string
		rows, err := db.Query("SELECT ticket_id, to_ticket_id FROM tickets_related ORDER BY 1, 2")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var here, there int64
			if err := rows.Scan(&here, &there); err != nil {
				t.Fatal(err)
			}
			pairs += fmt.Sprintf("%d-%d ", here, there)
		}
		if want := "1-2 1-3 2-1 2-2 2-3 3-1 "; pairs != want || rows.Err() != nil {
			t.Errorf("got pairs %s, %v, want %s", pairs, rows.Err(), want)
		}
	})
}

// A rule along relations takes no statement more to read, also what was written, one for each time that it is asked of a
// row before it is written, and as many for one row as for a hundred.
func TestRelationRuleStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		again := 1
		if strings.HasSuffix(address, ".sqlite") {
			again = 0 // nobody else writes, and the rule says of the project what would be asked
		}
		for _, rows := range []int{1, 10, 100} {
			s := worlds.Tracker(t, server.Another(t, address), server.PlainPages)
			for i := range rows {
				server.Must(t, s, "POST", "/tickets/", "alice", fmt.Sprintf(`{"title":"%d","project":1,"related":[1]}`, i))
			}
			for _, tt := range []struct {
				line, body string
				want       int
			}{
				{"GET /tickets/", "", 2},   // account, list
				{"GET /tickets/1/", "", 2}, // account, row
				{"GET /tickets/3/", "", 2},
				{"OPTIONS /tickets/1/", "", 4},                             // account, row, may she change it, may she read it
				{"POST /tickets/", `{"title":"x","project":1}`, 4 + again}, // account, project, project again, insert, read under the rule
				{"PATCH /tickets/1/", `{"title":"y"}`, 7},                  // account, row, rule, lock, rule, update, read under the rule
				{"PATCH /tickets/1/", `{"related":[2],"title":"z"}`, 11},   // and related, related again, clear, join
				{"PATCH /tickets/3/", `{"title":"y"}`, 4},                  // account, row, may she change it, may she read it
				{"DELETE /tickets/2/", "", 6},                              // account, row, rule, lock, rule, delete
			} {
				method, path, _ := strings.Cut(tt.line, " ")
				if got := server.StatementsAs(t, s, "alice", method, path, tt.body, "Content-Type", "application/json"); len(got) != tt.want {
					t.Errorf("%d rows, %s %s: got %d statements, want %d:\n%s", rows, tt.line, tt.body, len(got), tt.want, strings.Join(got, "\n"))
				}
			}
		}
	})
}

// The root has no rows: it is open to whoever may see some.
func TestRootUnderRowRule(t *testing.T) {
	for _, rule := range []permission.Rule{permission.Owner, permission.Me("owner"), permission.All(permission.SignedIn, permission.Is("name", "x"))} {
		set := func() *rest.Set {
			return rest.NewSet("rooted", rest.ViewSet[sets.Studio]{Path: "/studios/", Owner: rest.Field(func(r *sets.Studio) *rest.BelongsTo[auth.User] { return &r.Owner })}).Access(rule)
		}
		s := server.New(t, server.Config{Set: set}, ":memory:")
		for user, want := range map[string]int{"": 403, "alice": 200} {
			if status, got := server.Call(s, "GET", "/", user, ""); status != want {
				t.Errorf("root under %s for %q: got %d %s, want %d", rule, user, status, got, want)
			}
		}
	}
}
