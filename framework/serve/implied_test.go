package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// jaunt is shown by two view sets: one whose rule implies that its project and its quips may be seen, and one for
// everybody.
type jaunt struct {
	ID      int64                        `rest:"id,readonly"`
	Project rest.BelongsTo[sets.Project] `rest:"project,optional,show=name"`
	Parent  rest.BelongsTo[jaunt]        `rest:"parent,optional"`
	Above   *string                      `rest:"above,readonly,path=parent.project.name"`
	Quips   rest.Count[quip]             `rest:"quip_count"`
}

type quip struct {
	ID    int64                 `rest:"id,readonly"`
	Jaunt rest.BelongsTo[jaunt] `rest:"jaunt,ondelete=cascade"`
}

func jaunts() *rest.Set {
	sees := func(project string) permission.Rule {
		return permission.Any(permission.Is(project+"visibility", "public"), permission.Me(project+"members.user"))
	}
	pages := rest.LimitOffset{Default: 10}
	return rest.NewSet("jaunts",
		rest.ViewSet[sets.Project]{Path: "/projects/", Access: permission.By{Read: permission.Any(permission.Is("visibility", "public"), permission.Me("members.user")), Write: permission.Anyone}},
		rest.ViewSet[sets.Membership]{Path: "/members/"},
		rest.ViewSet[sets.Ticket]{Path: "/tickets/"},
		rest.ViewSet[jaunt]{Path: "/jaunts/", Actions: rest.List | rest.Retrieve | rest.Create, Access: sees("project."), Ordering: []string{"above"}, Pages: pages},
		rest.ViewSet[jaunt]{Path: "/open/", Actions: rest.List | rest.Retrieve, Pages: pages},
		rest.ViewSet[quip]{Path: "/quips/", Access: sees("jaunt.project.")},
	).Access(permission.Anyone)
}

// What the rule of rows implies is not asked again, and everything else is: of rows under another rule, and of rows
// that these lead to.
func TestImpliedFilters(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: jaunts, Pages: server.PlainPages}, address)
		alice := server.UserID(t, s, "alice")
		db := server.Direct(t, address)
		for _, line := range []string{
			"INSERT INTO projects (name, visibility) VALUES ('open', 'public'), ('hers', 'private'), ('his', 'private')",
			fmt.Sprintf("INSERT INTO memberships (project_id, user_id) VALUES (2, %d)", alice),
			"INSERT INTO jaunts (project_id, parent_id) VALUES (3, NULL), (1, 1), (2, 2), (NULL, 3)",
			"INSERT INTO quips (jaunt_id) VALUES (1), (2), (2), (3)",
		} {
			if _, err := db.Exec(line); err != nil {
				t.Fatal(err)
			}
		}
		const (
			hidden  = `{"id":1,"project":null,"parent":null,"above":null,"quip_count":0}`
			second  = `{"id":2,"project":"open","parent":1,"above":null,"quip_count":2}`
			third   = `{"id":3,"project":"hers","parent":2,"above":"open","quip_count":1}`
			nowhere = `{"id":4,"project":null,"parent":3,"above":"hers","quip_count":0}`
		)
		list := func(rows ...string) string {
			return fmt.Sprintf(`{"count":%d,"next":null,"previous":null,"results":[%s]}`, len(rows), strings.Join(rows, ","))
		}
		for _, tt := range []struct{ path, user, want string }{
			{"/jaunts/", "alice", list(second, third)},
			{"/jaunts/", "", list(second)},
			{"/jaunts/?ordering=-above", "alice", list(third, second)},
			{"/jaunts/3/", "alice", third},
			{"/jaunts/1/", "alice", `{"detail":"Not found."}`},
			{"/open/", "alice", list(hidden, second, third, nowhere)},
			{"/open/1/", "alice", hidden},
			{"/open/4/", "", `{"id":4,"project":null,"parent":3,"above":null,"quip_count":0}`},
		} {
			if _, got := server.Call(s, "GET", tt.path, tt.user, ""); got != tt.want {
				t.Errorf("%s as %q:\n got %s\nwant %s", tt.path, tt.user, got, tt.want)
			}
		}
		if status, got := server.Call(s, "POST", "/jaunts/", "alice", `{"project":"hers","parent":1}`); status != 201 || !strings.Contains(got, `"project":"hers","parent":1,"above":null`) {
			t.Errorf("create: got %d %s", status, got)
		}
		for _, body := range []string{`{}`, `{"parent":1}`} {
			if status, got := server.Call(s, "POST", "/jaunts/", "alice", body); status != 403 {
				t.Errorf("create %s: got %d %s, want 403", body, status, got)
			}
		}
	})
}
