// Tests of permissions of each row.

package serve_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Rules ask the database for groups and permissions at each request, and so do those of members.
func TestGrants(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.AccountBooks, Pages: server.PlainPages}, address)
		db := server.Direct(t, address)
		exec := func(statement string) {
			t.Helper()
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		server.Must(t, s, "POST", "/ledgers/", "admin", `{"name":"first"}`)
		exec(`INSERT INTO groups (name) VALUES ('hr'), ('writers')`)
		ask := func(user, method, path, body string, status int, has string) {
			t.Helper()
			if got, answer := server.Call(s, method, path, user, body); got != status || !strings.Contains(answer, has) {
				t.Errorf("%s %s as %s: got %d %s, want %d with %s", method, path, user, got, answer, status, has)
			}
		}
		ask("", "GET", "/ledgers/", "", 403, "")
		ask("alice", "GET", "/ledgers/", "", 200, `[{"id":1,"name":"first"}]`)
		ask("alice", "GET", "/ledgers/?total=7", "", 400, `Unknown parameter`)
		ask("admin", "GET", "/ledgers/", "", 200, `[{"id":1,"name":"first"}]`)
		ask("alice", "POST", "/ledgers/", `{"name":"x"}`, 403, "")
		exec(`INSERT INTO users_groups (user_id, group_id) SELECT u.id, g.id FROM users u, groups g WHERE u.username = 'alice' AND g.name = 'hr'`)
		ask("alice", "GET", "/ledgers/?total=7", "", 200, `[{"id":1,"name":"first","total":7}]`)
		ask("bob", "GET", "/ledgers/", "", 200, `[{"id":1,"name":"first"}]`)
		exec(`INSERT INTO user_permissions (user_id, permission) SELECT id, 'add_ledger' FROM users WHERE username = 'alice'`)
		ask("alice", "POST", "/ledgers/", `{"name":"x","total":9}`, 201, `{"id":2,"name":"x","total":7}`)
		ask("alice", "PATCH", "/ledgers/2/", `{"name":"y"}`, 403, "")
		exec(`INSERT INTO users_groups (user_id, group_id) SELECT u.id, g.id FROM users u, groups g WHERE u.username = 'bob' AND g.name = 'writers'`)
		exec(`INSERT INTO group_permissions (group_id, permission) SELECT id, 'change_ledger' FROM groups WHERE name = 'writers'`)
		ask("bob", "PATCH", "/ledgers/2/", `{"name":"y"}`, 200, `{"id":2,"name":"y"}`)
		ask("bob", "POST", "/ledgers/", `{"name":"x"}`, 403, "")
		ask("bob", "DELETE", "/ledgers/2/", "", 403, "")
		ask("admin", "DELETE", "/ledgers/2/", "", 204, "")
		exec(`DELETE FROM users_groups`)
		ask("alice", "GET", "/ledgers/", "", 200, `[{"id":1,"name":"first"}]`)
		ask("bob", "PATCH", "/ledgers/1/", `{"name":"y"}`, 403, "")
	})
}

// Rules of the time go by the clock of the service, and rules of hours by the clocks of their place.
func TestRulesOfTime(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) // a Monday, and 11:00 at the place
	place := time.FixedZone("", 2*60*60)
	set := func() *rest.Set {
		return rest.NewSet("ledgers", rest.ViewSet[sets.AccountBook]{Path: "/ledgers/", Name: "ledger", Access: permission.All(
			permission.Between(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)),
			permission.Hours(place, 10*time.Hour, 19*time.Hour, time.Monday, time.Friday),
		)}).Access(permission.Anyone)
	}
	s := server.New(t, server.Config{Set: set, Options: serve.Options{Now: func() time.Time { return now }}}, ":memory:")
	for _, tt := range []struct {
		at     time.Time
		status int
	}{
		{now, 200}, {now.Add(-61 * time.Minute), 403}, {now.Add(8 * time.Hour), 403}, {now.Add(8*time.Hour - time.Second), 200}, {now.AddDate(0, 0, 1), 403}, {now.AddDate(0, 0, 4), 200}, {now.AddDate(0, 0, 28), 200}, {now.AddDate(0, 0, 35), 403}, {now.AddDate(0, 0, -7), 403},
	} {
		now = tt.at
		if status, answer := server.Call(s, "GET", "/ledgers/", "", ""); status != tt.status {
			t.Errorf("at %s: got %d %s, want %d", tt.at, status, answer, tt.status)
		}
	}
}

// Nobody makes a row that he may not read: a permission to make some lets its owner do so where the code grants the row within
// the same transaction.
func TestRowPermissionOfCreator(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		grant := func(c *rest.Call, p *sets.SharedPaper) error {
			g := rest.RowPermission[sets.SharedPaper]{Permission: "view_paper"}
			g.Row.ID, g.User.ID = p.ID, c.User().ID
			return rest.Rows[rest.RowPermission[sets.SharedPaper]](c).Create(&g)
		}
		views := func(path string, hook func(*rest.Call, *sets.SharedPaper) error) rest.Resource {
			return rest.ViewSet[sets.SharedPaper]{
				Path: path, Serializer: rest.Serializer[sets.SharedPaper]{AfterCreate: hook},
				Access: permission.By{Read: permission.RowPermission("view_paper"), Write: permission.Admin, Create: permission.Permission("add_paper")},
			}
		}
		set := func() *rest.Set { return rest.NewSet("papers", views("/granted/", grant), views("/papers/", nil)) }
		s := server.New(t, server.Config{Set: set}, address)
		if _, err := server.Direct(t, address).Exec(`INSERT INTO user_permissions (user_id, permission) SELECT id, 'add_paper' FROM users WHERE username = 'alice'`); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			user, path string
			status     int
		}{
			{"alice", "/papers/", 403}, {"alice", "/granted/", 201}, {"bob", "/granted/", 403}, {"admin", "/papers/", 201},
		} {
			if got, answer := server.Call(s, "POST", tt.path, tt.user, `{"title":"of `+tt.user+`"}`); got != tt.status {
				t.Errorf("POST %s as %s: got %d %s, want %d", tt.path, tt.user, got, answer, tt.status)
			}
		}
		if _, got := server.Call(s, "GET", "/papers/", "alice", ""); !strings.Contains(got, "of alice") || strings.Contains(got, "of admin") || strings.Count(got, `"id"`) != 1 {
			t.Errorf("alice reads %s, want the paper that she has made", got)
		}
		if _, got := server.Call(s, "GET", "/papers/", "admin", ""); strings.Count(got, `"id"`) != 2 {
			t.Errorf("there are %s, want those of alice and admin", got)
		}
	})
}
