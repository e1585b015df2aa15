// A test of the members of a group.

package accounts_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

type page struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// Several accounts join a group together or not at all, and whoever is a member stays one.
func TestSetMembers(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("pages", rest.ViewSet[page]{Path: "/pages/", Access: permission.Group("writers")}, rest.Audit{Path: "/audit/"})
	}
	for _, address := range []string{filepath.Join(t.TempDir(), "test.sqlite"), pg.Postgres(t)} {
		s := server.New(t, server.Config{Set: set}, address)
		g := accounts.NewGrants(s.DB).Audited(accounts.NewAudit(s.DB, s.Plan.Audit.Entries(), nil))
		ctx := auth.WithActor(t.Context(), auth.Actor{Operation: "test"})
		if _, err := g.CreateGroup(ctx, "writers"); err != nil {
			t.Fatal(err)
		}
		group, _, err := g.GroupByName(ctx, "writers")
		equal(t, "find", err, nil)
		users := accounts.NewUsers(s.DB)
		var ids []int64
		for _, name := range []string{"alice", "bob"} {
			u, _, err := users.UserByName(ctx, name)
			equal(t, "find", err, nil)
			ids = append(ids, u.ID)
		}
		members := func(want string) {
			t.Helper()
			equal(t, "list", g.Each(ctx, func(_ string, members, _ []string) error {
				equal(t, "members", strings.Join(members, " "), want)
				return nil
			}), nil)
		}
		equal(t, "join", g.SetMembers(ctx, group, ids[:1], true), nil)
		if g.SetMembers(ctx, group, []int64{ids[0], ids[1], 999}, true) == nil {
			t.Error("somebody who is not there: got no error")
		}
		members("alice")
		entries := databasetest.Texts(t, s.DB, `SELECT row_change || ' ' || resource || ' ' || row_key FROM audit ORDER BY id`)
		equal(t, "audit entries", strings.Join(entries, ", "), fmt.Sprintf("create Group %d, update User %d", group, ids[0]))
		for range 2 {
			equal(t, "join", g.SetMembers(ctx, group, ids, true), nil)
			members("alice bob")
		}
		equal(t, "leave", g.SetMembers(ctx, group, ids, false), nil)
		members("")
	}
}
