// Tests of the commands about accounts, and of their audit.

package app

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/auth/totp"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// find reads an account as the service would.
func find(t *testing.T, address, name string) auth.User {
	t.Helper()
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	u, found, err := accounts.NewUsers(db).UserByName(t.Context(), name)
	if err != nil || !found {
		t.Fatalf("account %s: found %t, error %v", name, found, err)
	}
	return u
}

func hasPassword(t *testing.T, u auth.User, password string) bool {
	t.Helper()
	ok, err := new(passwords.Hasher).Verify(context.Background(), u.Password, password)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func TestUserAdd(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "", env("PW", "secret number one"), "user", "add", "alice", "--admin", "--email", "a@example.com", "--password-env", "PW")
	u := find(t, "snippets.sqlite", "alice")
	if !u.Admin || !u.Active || u.Email != "a@example.com" || u.Created.IsZero() || !hasPassword(t, u, "secret number one") {
		t.Errorf("alice: got %+v", u)
	}
	// A line on standard input; its end does not belong to the password, other spaces do.
	call(t, 0, " secret number two \r\n", env(), "user", "add", "Bob", "--inactive", "--config", "directory")
	u = find(t, "directory.sqlite", "Bob")
	if u.Admin || u.Active || u.Email != "" || !hasPassword(t, u, " secret number two ") {
		t.Errorf("Bob: got %+v", u)
	}
	call(t, 0, "a-password", env(), "user", "add", "Алёна@x", "--database", "other.sqlite")
	find(t, "other.sqlite", "Алёна@x")
}

func TestUserPassword(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "old-password", env(), "user", "add", "alice", "--email", "a@example.com")
	stdout, _ := call(t, 0, "new-password\n", env(), "user", "password", "alice")
	if strings.Contains(stdout, "new-password") {
		t.Errorf("the password is shown: %q", stdout)
	}
	u := find(t, "snippets.sqlite", "alice")
	if hasPassword(t, u, "old-password") || !hasPassword(t, u, "new-password") {
		t.Error("the old password is valid, or the new one is not")
	}
	if u.Email != "a@example.com" || !u.Active {
		t.Errorf("more than the password changed: got %+v", u)
	}
}

func TestUserMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "a-password", env(), "user", "add", "alice", "--email", "a.liddell@example.com")
	long := strings.Repeat("é", 151)
	tests := []struct {
		name, stdin string
		args        []string
		want        string
	}{
		{"taken", "a-password", []string{"add", "alice"}, `there is an account named "alice" already in the database (SQLite, file snippets.sqlite)`},
		{"other letter case", "a-password", []string{"add", "Alice"}, `there is an account named "alice" already in the database (SQLite, file snippets.sqlite), from which "Alice" differs only in letter case or in forms of the same letters`},
		{"full-width letters", "a-password", []string{"add", "ａlice"}, `there is an account named "alice" already in the database (SQLite, file snippets.sqlite), from which "ａlice" differs only in letter case or in forms of the same letters`},
		{"short password", "passwor", []string{"add", "bob"}, `password: standard input: This password is too short. It must contain at least 8 characters.`},
		{"common password", "Password\n", []string{"add", "bob"}, `password: standard input: This password is too common.`},
		{"name as password", "bob-miller", []string{"add", "Bob-Miller"}, `password: standard input: The password is too similar to the username.`},
		{"address as password", "bob.miller", []string{"add", "bob", "--email", "Bob.Miller@example.com"}, `password: standard input: The password is too similar to the email address.`},
		{"short password for an account", "passwor", []string{"password", "alice"}, `password: standard input: This password is too short. It must contain at least 8 characters.`},
		{"address as password for an account", "a.liddell", []string{"password", "alice"}, `password: standard input: The password is too similar to the email address.`},
		{"space in the name", "x", []string{"add", "a b"}, `name "a b": a name has only letters, digits and @ . + - _`},
		{"empty name", "x", []string{"add", ""}, `name "": a name has only letters, digits and @ . + - _`},
		{"long name", "x", []string{"add", long}, `name éééééééééééééééééééé…: a name has no more than 150 characters`},
		{"email", "x", []string{"add", "bob", "--email", "nobody"}, `email "nobody" is not an email address`},
		{"no password", "", []string{"add", "bob"}, `password: standard input is empty`},
		{"empty line", "\n", []string{"add", "bob"}, `password: standard input is empty`},
		{"two lines", "a\nb\n", []string{"add", "bob"}, `password: standard input has more than one line`},
		{"not UTF-8", "\xff", []string{"add", "bob"}, `password: standard input is not UTF-8`},
		{"too long", strings.Repeat("x", 4097), []string{"add", "bob"}, `password: standard input has more than 4096 bytes`},
		{"unset variable", "x", []string{"add", "bob", "--password-env", "NOPE"}, `password: environment variable NOPE is empty`},
		{"nobody", "x", []string{"password", "carol"}, `there is no account named "carol" in the database (SQLite, file snippets.sqlite)`},
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

// pattern makes one of a text in which "…" stands for any word.
func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(text), "…", `\S+`) + "$")
}

func TestUserListAndSessions(t *testing.T) {
	t.Chdir(t.TempDir())
	shows := func(want string, args ...string) {
		t.Helper()
		got, _ := call(t, 0, "", env(), append([]string{"user"}, args...)...)
		if !pattern(want).MatchString(got) {
			t.Errorf("user %s\n got:\n%swant:\n%s", args, got, want)
		}
	}
	call(t, 0, "a-password", env(), "user", "add", "bob", "--admin", "--email", "b@example.com")
	call(t, 0, "a-password", env(), "user", "add", "alice")
	call(t, 0, "a-password", env(), "user", "add", "ivan", "--inactive")
	db, err := sql.Open("sqlite", "file:snippets.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "UPDATE users SET username = 'i\x1b[2J' WHERE username = 'ivan'"); err != nil {
		t.Fatal(err)
	}
	s := start(t)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var cookies []*http.Cookie
	for range 2 {
		answer, err := client.PostForm("http://"+s.address+"/api-auth/login/", url.Values{"username": {"alice"}, "password": {"a-password"}})
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		cookies = append(cookies, answer.Cookies()...)
	}
	loggedIn := func() (in int) {
		t.Helper()
		for _, cookie := range cookies {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.address+"/snippets/", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.AddCookie(cookie)
			answer, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode != http.StatusForbidden {
				in++
			}
		}
		return in
	}
	if got := loggedIn(); got != 2 {
		t.Errorf("got %d sessions, want 2", got)
	}
	shows(`ID  NAME        EMAIL          ADMIN  ACTIVE  CREATED               SESSIONS
2   alice       -              no     yes     …  2
1   bob         b@example.com  yes    yes     …  0
3   "i\x1b[2J"  -              no     no      …  0
`, "list")
	shows("ID  NAME  EMAIL          ADMIN  ACTIVE  CREATED               SESSIONS\n1   bob   b@example.com  yes    yes     …  0\n", "list", "--admin")
	shows("ID  NAME        EMAIL  ADMIN  ACTIVE  CREATED               SESSIONS\n3   \"i\\x1b[2J\"  -      no     no      …  0\n", "list", "--inactive")
	shows("STARTED               EXPIRES\n…  …\n…  …\n", "sessions", "alice")
	shows("STARTED  EXPIRES\n", "sessions", "bob")
	shows("Ended the sessions of account \"alice\".\n", "sessions", "alice", "--end")
	shows("STARTED  EXPIRES\n", "sessions", "alice")
	if got := loggedIn(); got != 0 {
		t.Errorf("after the end of all: got %d sessions, want none", got)
	}
}

// A session that ends with the deactivation does not come back with the activation.
func TestUserDeactivate(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "a-password", env(), "user", "add", "alice")
	before := find(t, "snippets.sqlite", "alice")
	for _, tt := range []struct {
		command, want string
		active        bool
	}{
		{"deactivate", "Deactivated account \"alice\". Its sessions have ended.\n", false},
		{"deactivate", "Deactivated account \"alice\". Its sessions have ended.\n", false},
		{"activate", "Activated account \"alice\".\n", true},
		{"activate", "Account \"alice\" is active.\n", true},
	} {
		got, _ := call(t, 0, "", env(), "user", tt.command, "alice")
		u := find(t, "snippets.sqlite", "alice")
		if got != tt.want || u.Active != tt.active || u.Generation <= before.Generation {
			t.Errorf("%s: got %q and %+v, want %q", tt.command, got, u, tt.want)
		}
		u.Active, u.Generation = before.Active, before.Generation
		if u != before {
			t.Errorf("%s: more changed: got %+v, want %+v", tt.command, u, before)
		}
	}
}

// A command that finds no account makes no file, and says where it looked.
func TestUserMakesNoDatabase(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"password", "alice"}, {"deactivate", "alice"}, {"activate", "alice"}, {"list"}, {"sessions", "alice"}, {"sessions", "alice", "--end"}} {
		for database, flags := range map[string][]string{
			"snippets.sqlite": nil, "directory.sqlite": {"--config", "directory"}, "a=b.sqlite": {"--database", "a=b.sqlite"},
		} {
			_, got := call(t, 1, "a-password", env(), append(append([]string{"user"}, args...), flags...)...)
			if want := "resourceful: there is no database " + database + "; name another with --database, or make this one with \"resourceful user add\"\n"; got != want {
				t.Errorf("%s: got %q, want %q", args, got, want)
			}
		}
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("the commands left %v", left)
	}
}

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

// The command shows the second factor of an account, and removes it.
func TestUserSecondFactor(t *testing.T) {
	t.Chdir(t.TempDir())
	list := []*rest.Set{sets.Snippets().Include(rest.SecondFactor("/second-factor/", totp.Factor{}), rest.Audit{Path: "/audit/"}).Schemes(session.Scheme{}, token.Scheme{})}
	run := func(want string, list []*rest.Set, args ...string) {
		t.Helper()
		var out, errs output
		p := newProgram(context.Background(), ours(), list, strings.NewReader("a-password"), &out, &errs, env())
		command, err := p.parse(args)
		if err == nil {
			err = command.Run()
		}
		if err != nil {
			fmt.Fprint(&out, err)
		}
		if got := out.String(); got != want {
			t.Errorf("%v: got %q, want %q", args, got, want)
		}
	}
	run("Added account \"alice\".\n", list, "user", "add", "alice")
	run("Account \"alice\" has no second factor.\n", list, "user", "second-factor", "alice")
	run("Account \"alice\" has no second factor.\n", list, "user", "second-factor", "alice", "--remove")
	db, err := database.Open(t.Context(), "snippets.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	users, tokens := accounts.NewUsers(db), accounts.NewTokens(db)
	factors := accounts.NewSecondFactors(db, anyCode{}, users, tokens, func() time.Time { return time.Date(2029, 1, 2, 9, 0, 0, 0, time.UTC) })
	if _, err := factors.Begin(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if codes, err := factors.Confirm(t.Context(), 1, "1"); err != nil || len(codes) != 10 {
		t.Fatalf("got %v, %v", codes, err)
	}
	db.Close()
	run("Account \"alice\" has a second factor since 2029-01-02T09:00:00Z, and 10 recovery codes are left.\n", list, "user", "second-factor", "alice")
	run("Removed the second factor of account \"alice\".\n", list, "user", "second-factor", "alice", "--remove")
	run("Account \"alice\" has no second factor.\n", list, "user", "second-factor", "alice")
	run("no account of snippets can have a second factor; list rest.SecondFactor in its set", []*rest.Set{sets.Snippets()}, "user", "second-factor", "alice")
	run("admins-need-second-factor: no account of snippets can have one; list rest.SecondFactor in its set", []*rest.Set{sets.Snippets()}, "serve", "--listen", "127.0.0.1:0", "--admins-need-second-factor")
}

// anyCode is a second factor for which every code is right.
type anyCode struct{ totp.Factor }

func (anyCode) Step(string, string, time.Time) (int64, bool) { return 1, true }

// The commands judge new passwords by the policy of the set.
func TestUserPasswordPolicy(t *testing.T) {
	t.Chdir(t.TempDir())
	policy := func(password string, of *auth.User) []string {
		if password == "for "+of.Username {
			return nil
		}
		return []string{"Write for whom it is."}
	}
	for _, tt := range []struct{ password, want, command string }{
		{"a-password", "password: standard input: Write for whom it is.", "add"},
		{"for alice", "Added account \"alice\".\n", "add"},
		{"a-password", "password: standard input: Write for whom it is.", "password"},
	} {
		var out, errs output
		p := newProgram(context.Background(), ours(), []*rest.Set{sets.Snippets().PasswordPolicy(policy)}, strings.NewReader(tt.password), &out, &errs, env())
		command, err := p.parse([]string{"user", tt.command, "alice"})
		if err == nil {
			err = command.Run()
		}
		if err != nil {
			fmt.Fprint(&out, err)
		}
		if got := out.String(); got != tt.want {
			t.Errorf("%+v: got %q", tt, got)
		}
	}
}
