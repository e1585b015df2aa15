// Tests of the audit of accounts.

package manage_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/rest"
)

// entries are those of the audit that were written since the last reading, each as words: who, the scheme, the operation,
// what has become of which row. The keys of sessions and tokens are known by the order in which they are first told.
type entries struct {
	*service
	last  int64
	known []string
}

func (e *entries) read(t *testing.T) (lines []string) {
	t.Helper()
	r := httptest.NewRequest("GET", "/audit/?page_size=1000", nil)
	r.Host = "shelf.example.com"
	r.SetBasicAuth("admin", "admin-password")
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	var page struct {
		Results []struct {
			ID                                                                 int64
			Username, Scheme, Operation, Change, Resource, Key, Token, Address string
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
		t.Fatalf("the audit: got %d %s", w.Code, w.Body)
	}
	slices.Reverse(page.Results)
	for _, one := range page.Results {
		if one.ID <= e.last {
			continue
		}
		e.last = one.ID
		if one.Address != "192.0.2.1" {
			t.Errorf("got the address %q in %+v", one.Address, one)
		}
		if len(one.Key) == 16 { // of a session or a token
			i := slices.Index(e.known, one.Key)
			if i < 0 {
				i, e.known = len(e.known), append(e.known, one.Key)
			}
			one.Key = string(rune('a' + i))
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join([]string{one.Username, one.Token, one.Scheme, one.Operation, one.Change, one.Resource, one.Key}, " ")), " "))
	}
	slices.Sort(lines)
	return lines
}

func (e *entries) want(t *testing.T, what string, want ...string) {
	t.Helper()
	got := e.read(t)
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("%s: got\n\t%s\nwant\n\t%s", what, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// The audit has who logs in and out, makes and revokes tokens, changes passwords and deactivates accounts, and which
// sessions and tokens end with that.
func TestAudit(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		e := &entries{service: s}
		const alice, admin = "alice:alice-password", "admin:admin-password"
		send := func(user, method, path, body string, status int, headers ...string) string {
			t.Helper()
			w := s.send(user, method, path, body, headers...)
			check(t, w, status, "")
			return w.Body.String()
		}
		first := s.logIn(t, "alice", "alice-password")
		e.want(t, "a log-in", "alice form login create Session a")
		send("", "POST", "/api-auth/logout/", "", 303, "Cookie", first, "Content-Type", "application/x-www-form-urlencoded")
		e.want(t, "a log-out", "alice session logout delete Session a")
		send("", "POST", "/api-auth/logout/", "", 303, "Cookie", first, "Content-Type", "application/x-www-form-urlencoded")
		e.want(t, "a log-out of a session that has ended")
		s.send("", "POST", "/api-auth/login/", "username=alice&password=wrong-horse", "Content-Type", "application/x-www-form-urlencoded")
		e.want(t, "a refused log-in", "form login refuse")

		var made struct{ ID, Token string }
		if err := json.Unmarshal([]byte(send(alice, "POST", "/tokens/", `{"name":"laptop"}`, 201)), &made); err != nil {
			t.Fatal(err)
		}
		e.want(t, "a token", "alice basic tokens create Token b")
		if made.ID != e.known[1] {
			t.Errorf("the token is %s, and in the audit %s", made.ID, e.known[1])
		}
		send(alice, "POST", "/tokens/", `{"name":"laptop"}`, 400)
		e.want(t, "a token that is refused")
		send("", "DELETE", "/tokens/"+made.ID+"/", "", 204, "Authorization", "Bearer "+made.Token)
		e.want(t, "a token that revokes itself", "alice laptop token tokens delete Token b")
		send(alice, "DELETE", "/tokens/"+made.ID+"/", "", 404)
		e.want(t, "a token that is revoked already")
		send("", "POST", "/api-token-auth/", `{"username":"alice","password":"alice-password"}`, 200)
		e.want(t, "a token for a password", "alice token api-token-auth create Token c")
		send("", "POST", "/api-token-auth/", `{"username":"alice","password":"wrong"}`, 400)
		e.want(t, "a token for a wrong password", "token login refuse")

		here := s.logIn(t, "alice", "alice-password")
		there := s.logIn(t, "alice", "alice-password")
		e.want(t, "two sessions", "alice form login create Session d", "alice form login create Session e")
		send("", "POST", "/accounts/password-change/", `{"old_password":"alice-password","new_password":"12345678"}`, 400, "Cookie", here)
		e.want(t, "a password that is refused")
		send("", "POST", "/accounts/password-change/", `{"old_password":"alice-password","new_password":"correct-horse"}`, 200, "Cookie", here)
		e.want(t, "another password", "alice session password-change create Session f", "alice session password-change delete Session d",
			"alice session password-change delete Session e", "alice session password-change delete Token c", "alice session password-change update User 2")
		if w := s.get("/notes/", "Cookie", there); w.Code != 401 {
			t.Errorf("the other session: got %d", w.Code)
		}
		e.want(t, "a session that has ended is looked for")
		send("", "POST", "/accounts/password-reset/", `{"email":"alice@example.com"}`, 200)
		e.want(t, "a link", "password-reset")
		_, link := s.box.link(t, "alice@example.com")
		send("", "POST", "/accounts/password-reset/confirm/", `{"token":"`+link+`","new_password":"staple-horse"}`, 200)
		e.want(t, "a password by the link", "confirm delete Session f", "confirm update User 2")
		s.logIn(t, "alice", "staple-horse")
		e.read(t)
		send(admin, "POST", "/accounts/set-password/", `{"username":"alice","new_password":"battery-horse"}`, 200)
		e.want(t, "a password by an administrator", "admin basic set-password delete Session g", "admin basic set-password update User 2")
		s.logIn(t, "alice", "battery-horse")
		e.read(t)
		send("alice:battery-horse", "POST", "/accounts/deactivate/", `{"password":"battery-horse"}`, 200)
		e.want(t, "a deactivation", "alice basic deactivate delete Session h", "alice basic deactivate update User 2")
		send(admin, "POST", "/accounts/set-active/", `{"username":"alice","active":true}`, 200)
		e.want(t, "an activation", "admin basic set-active update User 2")
	}, rest.Audit{Path: "/audit/", RefusedLogins: true}, rest.Tokens("/tokens/"), rest.ObtainAuthToken("/api-token-auth/"))
}

// A log-in past the limit of sessions ends the oldest of the account, and the audit has both.
func TestAuditOldestSession(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		e := &entries{service: s}
		for range auth.MaxSessions {
			s.logIn(t, "alice", "alice-password")
		}
		if got := e.read(t); len(got) != auth.MaxSessions || slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, "delete") }) {
			t.Errorf("up to the limit there are %d entries, want %d of sessions that begin: %q", len(got), auth.MaxSessions, got)
		}
		s.logIn(t, "alice", "alice-password")
		got, newest := e.read(t), string(rune('a'+auth.MaxSessions))
		if len(got) != 2 || got[0] != "alice form login create Session "+newest || !strings.HasPrefix(got[1], "alice form login delete Session ") || strings.HasSuffix(got[1], newest) {
			t.Errorf("past the limit: got %q, want a session that begins and another that ends", got)
		}
	}, rest.Audit{Path: "/audit/"})
}

// What has no entry is not done: entries are written in the transaction of the work.
func TestAuditInTransaction(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		here := s.logIn(t, "alice", "alice-password")
		if w := s.send("alice:alice-password", "POST", "/tokens/", `{"name":"laptop"}`); w.Code != 201 {
			t.Fatalf("make a token: got %d %s", w.Code, w.Body)
		}
		databasetest.Exec(t, s.DB, "ALTER TABLE audit RENAME TO audit_away")
		form := []string{"Content-Type", "application/x-www-form-urlencoded"}
		for _, tt := range []struct {
			user, path, body string
			headers          []string
		}{
			{"", "/api-auth/login/", "username=alice&password=alice-password", form},
			{"", "/api-auth/logout/", "", append(form, "Cookie", here)},
			{"alice:alice-password", "/tokens/", `{"name":"desktop"}`, nil},
			{"", "/api-token-auth/", `{"username":"alice","password":"alice-password"}`, nil},
			{"alice:alice-password", "/accounts/password-change/", `{"old_password":"alice-password","new_password":"correct-horse"}`, nil},
			{"alice:alice-password", "/accounts/deactivate/", `{"password":"alice-password"}`, nil},
		} {
			if w := s.send(tt.user, "POST", tt.path, tt.body, tt.headers...); w.Code != 500 || strings.Contains(w.Body.String(), "audit") {
				t.Errorf("%s: got %d %s, want 500 without detail", tt.path, w.Code, w.Body)
			}
		}
		users := accounts.NewUsers(s.DB)
		sessions, err := users.Sessions(t.Context(), 2)
		if err != nil || len(sessions) != 1 {
			t.Errorf("got the sessions %v, %v, want the one that there was", sessions, err)
		}
		tokens, err := accounts.NewTokens(s.DB).List(t.Context(), 2)
		if err != nil || len(tokens) != 1 || tokens[0].Name != "laptop" || !tokens[0].Revoked.IsZero() {
			t.Errorf("got the tokens %+v, %v, want the one that there was", tokens, err)
		}
		if w := s.get("/notes/", "Cookie", here); w.Code != 200 {
			t.Errorf("the session: got %d", w.Code)
		}
	}, rest.Audit{Path: "/audit/"}, rest.Tokens("/tokens/"), rest.ObtainAuthToken("/api-token-auth/"))
}
