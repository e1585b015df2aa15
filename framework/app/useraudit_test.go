package app

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// What commands do with accounts, their passwords, sessions and tokens, groups and permissions is in the audit of a set that has one.
func TestUserAudit(t *testing.T) {
	t.Chdir(t.TempDir())
	run := func(password string, args ...string) {
		t.Helper()
		var out, errs output
		list := []*rest.Set{sets.Snippets().Include(
			rest.Audit{Path: "/audit/"}, rest.ViewSet[sealedTask]{Path: "/sealed/", Access: permission.RowPermission("see")},
		).Schemes(session.Scheme{}, token.Scheme{})}
		p := newProgram(context.Background(), ours(), list, strings.NewReader(password), &out, &errs, env())
		command, err := p.parse(args)
		if err == nil {
			err = command.Run()
		}
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	run("a-password", "user", "add", "alice")
	run("", "user", "token", "alice", "--name", "laptop")
	run("", "user", "token", "alice", "--name", "desktop")
	run("", "user", "tokens", "alice")
	run("", "user", "tokens", "alice", "--revoke", "laptop")
	run("", "user", "tokens", "alice", "--revoke-all")
	run("b-password", "user", "password", "alice")
	run("", "user", "sessions", "alice", "--end")
	run("", "user", "deactivate", "alice")
	run("", "user", "activate", "alice")
	run("", "group", "add", "writers")
	run("", "group", "join", "writers", "alice", "alice")
	run("", "group", "leave", "writers", "alice")
	run("", "group", "grant", "writers", "see", "change")
	run("", "group", "revoke", "writers", "see")
	run("", "user", "grant", "alice", "see")
	db, err := database.Open(t.Context(), "snippets.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Write(t.Context(), func(tx database.Session) error {
		_, err := tx.Exec(t.Context(), db.Raw(`INSERT INTO sealed_tasks (id) VALUES ('seven')`))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	run("", "user", "grant", "alice", "see", "--on", "/sealed/seven/")
	run("", "group", "grant", "writers", "see", "--on", "/sealed/seven/")
	got := databasetest.Texts(t, db, "SELECT scheme || ' ' || username || ' ' || operation || ' ' || row_change || ' ' || resource || ' ' || length(row_key) FROM audit ORDER BY id")
	want := []string{
		"command  user add create User 1",
		"command  user token create Token 16",
		"command  user token create Token 16",
		"command  user tokens delete Token 16",
		"command  user tokens delete Token 16",
		"command  user password update User 1",
		"command  user deactivate update User 1",
		"command  user activate update User 1",
		"command  group add create Group 1",
		"command  group join update User 1",
		"command  group leave update User 1",
		"command  group grant update Group 1",
		"command  group revoke update Group 1",
		"command  user grant update User 1",
		"command  user grant update User 1",
		"command  group grant update Group 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
