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
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// What commands do with accounts, their passwords, sessions and tokens is in the audit of a set that has one.
func TestUserAudit(t *testing.T) {
	t.Chdir(t.TempDir())
	run := func(password string, args ...string) {
		t.Helper()
		var out, errs output
		list := []*rest.Set{sets.Snippets().Include(rest.Audit{Path: "/audit/"}).Schemes(session.Scheme{}, token.Scheme{})}
		p := newProgram(context.Background(), ours(), list, strings.NewReader(password), &out, &errs, env())
		command, err := p.parse(append([]string{"user"}, args...))
		if err == nil {
			err = command.Run()
		}
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	run("a-password", "add", "alice")
	run("", "token", "alice", "--name", "laptop")
	run("", "token", "alice", "--name", "desktop")
	run("", "tokens", "alice")
	run("", "tokens", "alice", "--revoke", "laptop")
	run("", "tokens", "alice", "--revoke-all")
	run("b-password", "password", "alice")
	run("", "sessions", "alice", "--end")
	run("", "deactivate", "alice")
	run("", "activate", "alice")
	db, err := database.Open(t.Context(), "snippets.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
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
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
