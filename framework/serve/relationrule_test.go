package serve_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A configuration whose rules look at rows along relations: tickets are read by whoever sees their
// project, and written by its members.

// newTracker serves a public project 1 of alice, private ones 2 of alice and 3 of bob, and a ticket of
// the same number in each; alice watches memo 1 of two.
func newTracker(t *testing.T, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Tracker, Pages: server.PlainPages}, address)
	must(t, s, "POST", "/projects/", "admin", `{"name":"open","visibility":"public"}`)
	must(t, s, "POST", "/projects/", "admin", `{"name":"hers"}`)
	must(t, s, "POST", "/projects/", "admin", `{"name":"his"}`)
	for i, user := range []string{"alice", "alice", "bob"} {
		must(t, s, "POST", "/members/", "admin", fmt.Sprintf(`{"project":%d,"user":%d}`, i+1, userID(t, s, user)))
		must(t, s, "POST", "/tickets/", user, fmt.Sprintf(`{"title":"ticket %d","project":%d}`, i+1, i+1))
	}
	must(t, s, "POST", "/watched/", "alice", fmt.Sprintf(`{"title":"memo 1","watchers":[%d]}`, userID(t, s, "alice")))
	must(t, s, "POST", "/unwatched/", "alice", `{"title":"memo 2"}`)
	return s
}

func userID(t *testing.T, s *server.Server, name string) int64 {
	t.Helper()
	u, found, err := accounts.NewUsers(s.DB).UserByName(t.Context(), name)
	if err != nil || !found {
		t.Fatalf("account %s: %v", name, err)
	}
	return u.ID
}

// ids are the keys of a list.
func ids(s *server.Server, path, user string) string {
	_, list := call(s, "GET", path, user, "")
	var keys []string
	for _, part := range strings.Split(list, `{"id":`)[1:] {
		key, _, _ := strings.Cut(part, ",")
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}

// storedTracker is every row that requests try to write.
func storedTracker(t *testing.T, address string) (text string) {
	t.Helper()
	db := direct(t, address)
	for _, query := range []string{
		"SELECT id, title, coalesce(project_id, 0) FROM tickets ORDER BY id", "SELECT id, title, 0 FROM memos ORDER BY id",
		"SELECT memo_id, '', user_id FROM memos_watchers ORDER BY memo_id, user_id", "SELECT project_id, '', user_id FROM memberships ORDER BY id",
	} {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var id, other int64
			var title string
			if err := rows.Scan(&id, &title, &other); err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintln(id, title, other)
		}
		text += "\n"
	}
	return text
}

// Nobody writes a row out of or into what he may not touch, also by the rows that it is joined to.
func TestRelationRuleWrites(t *testing.T) {
	const nothing = `{"detail":"Not found."}`
	databases(t, func(t *testing.T, address string) {
		s := newTracker(t, address)
		alice, bob := userID(t, s, "alice"), userID(t, s, "bob")
		before := storedTracker(t, address)
		for line, body := range map[string]string{ // nobody lets himself in
			"POST /members/": fmt.Sprintf(`{"project":1,"user":%d}`, bob), "PATCH /members/3/": `{"project":1}`,
		} {
			method, path, _ := strings.Cut(line, " ")
			if status, got := call(s, method, path, "bob", body); status != 403 || storedTracker(t, address) != before {
				t.Errorf("%s as bob %s: got %d %s, want 403 and nothing stored", line, body, status, got)
			}
		}
		_, made := call(s, "POST", "/members/", "alice", fmt.Sprintf(`{"project":1,"user":%d}`, bob))
		of := fmt.Sprintf("/members/%s/", regexp.MustCompile(`[0-9]+`).FindString(made)) // his membership
		for _, tt := range []struct {
			line, user, body string
			status           int
			want             string
		}{
			{"POST /tickets/", "bob", `{"title":"x","project":2}`, 400, `object does not exist`}, // he does not see it
			{"POST /tickets/", "bob", `{"title":"x"}`, 403, denied},
			{"POST /tickets/", "", `{"title":"x","project":1}`, 403, `Authentication credentials were not provided.`},
			{"POST /tickets/", "admin", `{"title":"x","project":1}`, 403, denied}, // she sees it and is no member
			{"PATCH /tickets/1/", "admin", `{"title":"x"}`, 403, denied},
			{"PATCH /tickets/1/", "bob", `{"project":null}`, 403, denied},
			{"PUT /tickets/1/", "bob", `{"title":"x","project":null}`, 403, denied},
			{"PATCH /tickets/3/", "alice", `{"title":"x"}`, 404, nothing},
			{"DELETE /tickets/3/", "alice", ``, 404, nothing},
			{"DELETE /tickets/1/", "admin", ``, 403, denied},
			{"PATCH " + of, "bob", fmt.Sprintf(`{"project":2,"user":%d}`, bob), 400, `object does not exist`},
			{"PATCH /members/3/", "bob", fmt.Sprintf(`{"user":%d}`, alice), 403, denied}, // then he would be no member
			{"POST /watched/", "alice", `{"title":"x"}`, 403, denied},
			{"POST /watched/", "alice", fmt.Sprintf(`{"title":"x","watchers":[%d]}`, bob), 403, denied},
			{"PATCH /watched/1/", "alice", `{"watchers":[]}`, 403, denied},
			{"PATCH /watched/1/", "alice", fmt.Sprintf(`{"watchers":[%d]}`, bob), 403, denied},
			{"PATCH /unwatched/2/", "alice", fmt.Sprintf(`{"watchers":[%d]}`, alice), 403, denied},
			{"PATCH /short/1/", "alice", `{"title":"too long"}`, 200, `too long`},
			{"PATCH /short/1/", "alice", `{"title":"much too long"}`, 403, denied},
			{"PATCH /short/1/", "bob", `{"title":"x"}`, 404, nothing},
			{"GET /short/1/", "bob", ``, 404, nothing},
			{"GET /short/1/", "alice", ``, 200, `too long`},
			{"PATCH /short/1/", "alice", `{"title":"memo 1"}`, 200, `memo 1`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			before := storedTracker(t, address)
			status, got := call(s, method, path, tt.user, tt.body)
			if status != tt.status || !strings.Contains(got, tt.want) {
				t.Errorf("%s as %q %s: got %d %s, want %d %s", tt.line, tt.user, tt.body, status, got, tt.status, tt.want)
			}
			if after := storedTracker(t, address); status >= 400 && after != before {
				t.Errorf("%s as %q %s: stored %s, before %s", tt.line, tt.user, tt.body, after, before)
			}
		}
		must(t, s, "PATCH", "/tickets/1/", "bob", `{"title":"bob was here"}`)
		must(t, s, "PATCH", "/watched/1/", "alice", fmt.Sprintf(`{"watchers":[%d,%d]}`, alice, bob))
		must(t, s, "DELETE", of, "bob", "") // nobody is kept in a project
		if status, got := call(s, "PATCH", "/tickets/1/", "bob", `{"title":"x"}`); status != 403 {
			t.Errorf("who has left: got %d %s, want 403", status, got)
		}
		if status, _ := call(s, "PATCH", "/projects/1/", "alice", `{"visibility":"private"}`); status != 200 {
			t.Errorf("hide: got %d, want 200", status)
		}
		if got := ids(s, "/tickets/", "bob"); got != "3" {
			t.Errorf("tickets of bob: got %s, want 3", got)
		}
	})
}

// Of rows that are joined to many at once, those that the requester does not see stay joined.
func TestRelationRuleJoins(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newTracker(t, address)
		db := direct(t, address)
		if _, err := db.Exec("INSERT INTO tickets_related VALUES (1, 1), (1, 3), (2, 2), (2, 3), (3, 1)"); err != nil {
			t.Fatal(err)
		}
		if status, got := call(s, "PATCH", "/tickets/", "alice", `[{"id":2,"related":[1,2]},{"id":1,"related":[2]}]`); status != 200 ||
			!strings.Contains(got, `"related":[1,2]`) || !strings.Contains(got, `"related":[2]`) {
			t.Errorf("got %d %s, want what she sees", status, got)
		}
		for _, body := range []string{`[{"id":1,"related":[]},{"id":2,"related":[3]}]`, `[{"id":1,"related":[]},{"id":2,"related":[9]}]`} {
			if status, got := call(s, "PATCH", "/tickets/", "alice", body); status != 400 {
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
	databases(t, func(t *testing.T, address string) {
		again := 1
		if strings.HasSuffix(address, ".sqlite") {
			again = 0 // nobody else writes, and the rule says of the project what would be asked
		}
		for _, rows := range []int{1, 10, 100} {
			s := newTracker(t, another(t, address))
			for i := range rows {
				must(t, s, "POST", "/tickets/", "alice", fmt.Sprintf(`{"title":"%d","project":1,"related":[1]}`, i))
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
				r := httptest.NewRequest(method, path, strings.NewReader(tt.body))
				r.Header.Set("Content-Type", "application/json")
				r.SetBasicAuth("alice", "alice-password")
				if got := server.Statements(t, s, r); len(got) != tt.want {
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
			if status, got := call(s, "GET", "/", user, ""); status != want {
				t.Errorf("root under %s for %q: got %d %s, want %d", rule, user, status, got, want)
			}
		}
	}
}
