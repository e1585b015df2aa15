package main

import (
	"context"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/store"
)

// find reads an account as the service would.
func find(t *testing.T, database, name string) auth.User {
	t.Helper()
	db, err := store.Open(t.Context(), database, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	u, found, err := db.Accounts().UserByName(t.Context(), name)
	if err != nil || !found {
		t.Fatalf("account %s: found %t, error %v", name, found, err)
	}
	return u
}

func hasPassword(t *testing.T, u auth.User, password string) bool {
	t.Helper()
	ok, err := new(auth.Passwords).Verify(context.Background(), u.Password, password)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func TestUserAdd(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "", env("PW", "secret one"), "user", "add", "alice", "--admin", "--email", "a@example.com", "--password-env", "PW")
	u := find(t, "snippets.sqlite", "alice")
	if !u.Admin || !u.Active || u.Email != "a@example.com" || u.Created.IsZero() || !hasPassword(t, u, "secret one") {
		t.Errorf("alice: got %+v", u)
	}
	// A line on standard input; its end does not belong to the password, other spaces do.
	call(t, 0, " secret two \r\n", env(), "user", "add", "Bob", "--inactive", "--config", "directory")
	u = find(t, "directory.sqlite", "Bob")
	if u.Admin || u.Active || u.Email != "" || !hasPassword(t, u, " secret two ") {
		t.Errorf("Bob: got %+v", u)
	}
	call(t, 0, "x", env(), "user", "add", "Алёна@x", "--database", "other.sqlite")
	find(t, "other.sqlite", "Алёна@x")
}

func TestUserPassword(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "old", env(), "user", "add", "alice", "--email", "a@example.com")
	stdout, _ := call(t, 0, "new\n", env(), "user", "password", "alice")
	if strings.Contains(stdout, "new") {
		t.Errorf("the password is shown: %q", stdout)
	}
	u := find(t, "snippets.sqlite", "alice")
	if hasPassword(t, u, "old") || !hasPassword(t, u, "new") {
		t.Error("the old password is valid, or the new one is not")
	}
	if u.Email != "a@example.com" || !u.Active {
		t.Errorf("more than the password changed: got %+v", u)
	}
}

func TestUserMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "x", env(), "user", "add", "alice")
	long := strings.Repeat("é", 151)
	tests := []struct {
		name, stdin string
		args        []string
		want        string
	}{
		{"taken", "x", []string{"add", "alice"}, `there is an account named "alice" already`},
		{"space in the name", "x", []string{"add", "a b"}, `name "a b": a name has only letters, digits and @ . + - _`},
		{"empty name", "x", []string{"add", ""}, `name "": a name has only letters, digits and @ . + - _`},
		{"long name", "x", []string{"add", long}, `name éééééééééééééééééééé…: a name has no more than 150 characters`},
		{"email", "x", []string{"add", "bob", "--email", "nobody"}, `email "nobody" is no email address`},
		{"no password", "", []string{"add", "bob"}, `password: standard input is empty`},
		{"empty line", "\n", []string{"add", "bob"}, `password: standard input is empty`},
		{"two lines", "a\nb\n", []string{"add", "bob"}, `password: standard input has more than one line`},
		{"not UTF-8", "\xff", []string{"add", "bob"}, `password: standard input is no UTF-8`},
		{"too long", strings.Repeat("x", 4097), []string{"add", "bob"}, `password: standard input has more than 4096 bytes`},
		{"unset variable", "x", []string{"add", "bob", "--password-env", "NOPE"}, `password: environment variable NOPE is empty`},
		{"nobody", "x", []string{"password", "carol"}, `there is no account named "carol"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, got := call(t, 1, tt.stdin, env(), append([]string{"user"}, tt.args...)...)
			if want := "resourceful: " + tt.want + "\n"; got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
	stdout, _ := call(t, 0, strings.Repeat("x", 4096)+"\n", env(), "user", "add", "longest")
	if stdout != "Added account \"longest\".\n" {
		t.Errorf("got %q", stdout)
	}
}

func TestNewPassword(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		password := newPassword()
		if seen[password] || len(password) < 16 || strings.ContainsAny(password, "0O1lI") {
			t.Fatalf("got %q, want a fresh password of 16 or more unmistakable letters", password)
		}
		seen[password] = true
	}
}
