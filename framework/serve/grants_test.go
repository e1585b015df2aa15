// Rules about groups, permissions, the operation, the time and related rows.

package serve_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	// accountBook is written by those whom the database says so, and its total is for one group.
	accountBook struct {
		ID    int64  `rest:"id,readonly"`
		Name  string `rest:"name"`
		Total int64  `rest:"total,filter" default:"7"`
	}
	// editedDesk has seats, of which some write.
	editedDesk struct {
		ID    int64                  `rest:"id,readonly"`
		Name  string                 `rest:"name"`
		Seats rest.HasMany[deskSeat] `rest:"seats,readonly"`
	}
	deskSeat struct {
		ID   int64                      `rest:"id,readonly"`
		Desk rest.BelongsTo[editedDesk] `rest:"desk"`
		User rest.BelongsTo[auth.User]  `rest:"user,show=username"`
		Role string                     `rest:"role"`
	}
)

func accountBooks() *rest.Set {
	return rest.NewSet("ledgers",
		rest.ViewSet[accountBook]{
			Path: "/ledgers/", Name: "ledger", Access: permission.ModelPermissions("ledger"), Order: []string{"id"},
			Fields: rest.FieldRules{"total": permission.By{Read: permission.Group("hr", "audit"), Write: permission.Nobody}},
		},
		rest.ViewSet[editedDesk]{Path: "/desks/", Access: permission.By{
			Read: permission.Anyone, Write: permission.Along("seats", permission.Me("user"), permission.Is("role", "editor")), Create: permission.Admin,
		}},
		rest.ViewSet[deskSeat]{Path: "/seats/"},
	).Access(permission.By{Read: permission.Anyone, Write: permission.Admin})
}

// Rules ask the database for groups and permissions at each request, and so do those of members.
func TestGrants(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: accountBooks, Pages: server.PlainPages}, address)
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
		return rest.NewSet("ledgers", rest.ViewSet[accountBook]{Path: "/ledgers/", Name: "ledger", Access: permission.All(
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
