// Tests of logins by mail, and of grants.

package accounts_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

// Accounts of a login are found by indexes, not by reading all of them.
func TestLoginIndex(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a := users(t, db)
		if _, err := a.Create(t.Context(), auth.User{Username: "ann", Email: "Ann@example.com", Active: true}); err != nil {
			t.Fatal(err)
		}
		if u, found, err := a.UserByLogin(t.Context(), "ANN@example.com"); err != nil || !found || u.Username != "ann" {
			t.Errorf("got %+v, %v, %v, want ann", u, found, err)
		}
		var plan strings.Builder
		err := db.Write(t.Context(), func(tx database.Session) error {
			explain, line := "EXPLAIN ", ""
			dests := []any{&line}
			if db.Dialect().Name == "sqlite" {
				explain, dests = "EXPLAIN QUERY PLAN ", []any{new(int), new(int), new(int), &line}
			} else if _, err := tx.Exec(t.Context(), db.Raw("SET LOCAL enable_seqscan = off")); err != nil { // there are few rows
				return err
			}
			text, err := accounts.LoginStatement(a)
			if err != nil {
				return err
			}
			for _, mark := range []string{"$1", "$2", "$3", "$4", "$5", "$6", "?", "?", "?", "?", "?", "?"} {
				text = strings.Replace(text, mark, "'a'", 1)
			}
			text = strings.NewReplacer("$7", "10", "?", "10").Replace(text)
			return tx.Each(t.Context(), db.Raw(explain+text), dests, func() error {
				plan.WriteString(line + "\n")
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"users_email_lower", "users_username_lower"} {
			if !strings.Contains(plan.String(), want) {
				t.Errorf("the index %s is not used:\n%s", want, plan.String())
			}
		}
		if strings.Contains(plan.String(), "SCAN t") || strings.Contains(plan.String(), "Seq Scan") {
			t.Errorf("all accounts are read:\n%s", plan.String())
		}
	})
}

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
