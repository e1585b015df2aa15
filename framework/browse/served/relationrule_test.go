package served_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// A configuration whose rules look at rows along relations: tickets are read by whoever sees their
// project, and written by its members.

type project struct {
	ID         int64                    `rest:"id,readonly"`
	Name       string                   `rest:"name,unique" validate:"max=100"`
	Visibility string                   `rest:"visibility" default:"private" validate:"oneof=public private"`
	Members    rest.HasMany[membership] `rest:"members,readonly"`
	Tickets    rest.HasMany[ticket]     `rest:"tickets,readonly"`
}

type membership struct {
	ID      int64                     `rest:"id,readonly"`
	Project rest.BelongsTo[project]   `rest:"project,ondelete=cascade"`
	User    rest.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
}

type ticket struct {
	ID      int64                   `rest:"id,readonly"`
	Title   string                  `rest:"title"`
	Project rest.BelongsTo[project] `rest:"project,optional,ondelete=cascade"`
	Related rest.ManyToMany[ticket] `rest:"related,optional"`
}

// brief is another view of tickets.
type brief struct {
	ID      int64                   `rest:"id,readonly"`
	Project rest.BelongsTo[project] `rest:"project,readonly,optional,ondelete=cascade"`
}

type memo struct {
	ID       int64                      `rest:"id,readonly"`
	Title    string                     `rest:"title"`
	Watchers rest.ManyToMany[auth.User] `rest:"watchers,optional"`
}

func tracker() *rest.Set {
	sees := permission.Any(permission.Is("project.visibility", "public"), permission.Me("project.members.user"))
	edits := permission.Me("project.members.user")
	watches := permission.Me("watchers")
	return rest.NewSet("tracker",
		rest.ViewSet[project]{Path: "/projects/", Access: permission.Any(
			permission.Admin, permission.Me("members.user"),
			permission.All(permission.ReadOnly, permission.Is("visibility", "public")),
		)},
		rest.ViewSet[membership]{Path: "/members/", Access: permission.Any(permission.Admin, edits)},
		rest.ViewSet[ticket]{Path: "/tickets/", Access: permission.By{Read: sees, Write: edits}, Pages: rest.PageNumber{Size: 100}, Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[memo]{Path: "/watched/", Access: watches},
		rest.ViewSet[memo]{Path: "/unwatched/", Access: permission.Not(watches)},
		rest.ViewSet[memo]{
			Path: "/short/", Actions: rest.Everything &^ rest.List,
			Access: permission.All(watches, permission.RowFunc("short", func(_ permission.Request, row any) bool { return len(row.(*memo).Title) < 9 })),
		},
		rest.ViewSet[brief]{Path: "/quiet/", Table: "tickets", Actions: rest.List, Access: permission.Where("quiet", predicate.And(
			predicate.Not(predicate.Exists("project", predicate.Regex("name", "^open"))), predicate.Exists("project.members", predicate.Constant(true)),
		))},
	)
}

// newTracker serves a public project 1 of alice, private ones 2 of alice and 3 of bob, and a ticket of
// the same number in each; alice watches memo 1 of two.
func newTracker(t *testing.T, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: tracker, Pages: pages(t)}, address)
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

// A rule along relations filters lists and counts, records, relations, choices and titles alike.
func TestRelationRuleReads(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newTracker(t, address)
		if _, err := direct(t, address).Exec("INSERT INTO tickets_related VALUES (1, 2), (1, 3)"); err != nil {
			t.Fatal(err)
		}
		for user, want := range map[string]string{"alice": "1 2", "bob": "1 3", "": "1", "admin": "1"} {
			if got := ids(s, "/tickets/", user); got != want {
				t.Errorf("tickets of %q: got %s, want %s", user, got, want)
			}
			n := len(strings.Fields(want))
			if _, got := call(s, "GET", "/tickets/", user, ""); !strings.HasPrefix(got, fmt.Sprintf(`{"count":%d,`, n)) {
				t.Errorf("count of tickets of %q: got %s, want %d", user, got, n)
			}
			for id := 1; id <= 3; id++ {
				status, got := call(s, "GET", fmt.Sprintf("/tickets/%d/", id), user, "")
				if seen := strings.Contains(want, fmt.Sprint(id)); seen != (status == 200) || !seen && status != 404 {
					t.Errorf("ticket %d of %q: got %d %s", id, user, status, got)
				}
			}
			var related []string
			for _, id := range []string{"2", "3"} {
				if strings.Contains(want, id) {
					related = append(related, id)
				}
			}
			if _, got := call(s, "GET", "/tickets/1/", user, ""); !strings.Contains(got, `"related":[`+strings.Join(related, ",")+`]`) {
				t.Errorf("ticket 1 of %q: got %s, want related %v", user, got, related)
			}
		}
		page := sendAs(s, "alice", "GET", "/tickets/1/", "", "Accept", "text/html").Body.String()
		if !strings.Contains(page, "ticket 2") || strings.Contains(page, "ticket 3") || strings.Contains(page, `>his<`) {
			t.Errorf("page of alice: got\n%s\nwant choices of the projects and tickets that she sees", page)
		}
		if !strings.Contains(page, `value="PUT"`) || !strings.Contains(page, `value="DELETE"`) {
			t.Errorf("page of alice has no forms:\n%s", page)
		}
		if page := sendAs(s, "bob", "GET", "/tickets/1/", "", "Accept", "text/html").Body.String(); strings.Contains(page, `value="PUT"`) {
			t.Errorf("page of bob has a form for what he may not change:\n%s", page)
		}
		if got, want := ids(s, "/watched/", "alice")+";"+ids(s, "/unwatched/", "alice")+";"+ids(s, "/watched/", ""), "1;2;"; got != want {
			t.Errorf("watched: got %s, want %s", got, want)
		}
		if got := ids(s, "/quiet/", ""); got != "2 3" {
			t.Errorf("quiet: got %s, want 2 3", got)
		}
	})
}
