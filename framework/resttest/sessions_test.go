// Tests of sessions on two processes.

package resttest_test

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets"
)

// onTwoProcesses runs a test on two services that share a database, of each kind.
func onTwoProcesses(t *testing.T, settings resttest.Config, test func(t *testing.T, first, second *resttest.Server)) {
	t.Helper()
	for kind, address := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "test.sqlite") },
		"postgres": func(t *testing.T) string { return pg.Postgres(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			address, settings := address(t), settings
			first := resttest.NewServer(t, settings, address)
			settings.Accounts = []resttest.Account{}
			test(t, first, resttest.NewServer(t, settings, address))
		})
	}
}

// logIn logs alice in by the form, perhaps with a cookie that she has, and returns the new one.
func logIn(t *testing.T, h *resttest.Server, password, cookie string) string {
	t.Helper()
	w := formTo(h, "/api-auth/login/", "username=alice&password="+password, cookie)
	cookie, _, _ = strings.Cut(w.Header().Get("Set-Cookie"), ";")
	if w.Code != 303 || !strings.HasPrefix(cookie, "sessionid=") {
		t.Fatalf("login: got %d, cookie %q", w.Code, cookie)
	}
	return cookie
}

func formTo(h *resttest.Server, path, form, cookie string) *httptest.ResponseRecorder {
	return send(h, "POST", path, "", form, "Content-Type", formType, "Cookie", cookie)
}

// A session, and credentials that were right a moment ago, end at once in every process, whichever
// process or program ends them; so does what an account may do.
func TestSessionsEndEverywhere(t *testing.T) {
	change := func(f func(*auth.User)) func(*testing.T, *resttest.Server, string) {
		return func(t *testing.T, h *resttest.Server, _ string) {
			u, found, err := accounts.NewUsers(h.DB).UserByName(t.Context(), "alice")
			if err != nil || !found {
				t.Fatal(found, err)
			}
			f(&u)
			if _, err := accounts.NewUsers(h.DB).Update(t.Context(), u); err != nil {
				t.Fatal(err)
			}
		}
	}
	ends := []struct {
		name  string
		basic bool // ends Basic too
		end   func(t *testing.T, h *resttest.Server, cookie string)
	}{
		{"logout", false, func(_ *testing.T, h *resttest.Server, cookie string) { formTo(h, "/api-auth/logout/", "", cookie) }},
		{"another login with the cookie", false, func(t *testing.T, h *resttest.Server, cookie string) { logIn(t, h, "alice-password", cookie) }},
		{"change of password", true, func(t *testing.T, h *resttest.Server, _ string) {
			hash, err := new(passwords.Hasher).Hash(t.Context(), "other-password")
			if err != nil {
				t.Fatal(err)
			}
			if err := accounts.NewUsers(h.DB).SetPassword(t.Context(), 2, hash); err != nil {
				t.Fatal(err)
			}
		}},
		{"deactivation", true, change(func(u *auth.User) { u.Active = false })},
		{"end as an administrator", true, change(func(u *auth.User) { u.Admin = false })},
		{"another name", true, change(func(u *auth.User) { u.Username = "alicia" })},
		{"removal", true, func(t *testing.T, h *resttest.Server, _ string) {
			if w := send(h, "DELETE", "/users/2/", "admin", ""); w.Code != 204 {
				t.Fatal(w.Body)
			}
		}},
	}
	settings := resttest.Config{Set: sets.Directory, Pages: pages, Accounts: []resttest.Account{
		{Name: "admin", Password: "admin-password", Admin: true}, {Name: "alice", Password: "alice-password", Admin: true},
	}}
	onTwoProcesses(t, settings, func(t *testing.T, first, second *resttest.Server) {
		for _, tt := range ends {
			first.Reset(t)
			cookie := logIn(t, first, "alice-password", "")
			works := func(session, basic int) {
				t.Helper()
				for i, h := range []*resttest.Server{first, second} {
					if got := send(h, "GET", "/users/", "", "", "Cookie", cookie).Code; got != session {
						t.Errorf("%s, process %d: the session gets %d, want %d", tt.name, i, got, session)
					}
					if got := send(h, "GET", "/users/", "alice", "").Code; got != basic {
						t.Errorf("%s, process %d: Basic gets %d, want %d", tt.name, i, got, basic)
					}
				}
			}
			works(200, 200)
			tt.end(t, second, cookie)
			works(403, either(tt.basic, 403, 200))
		}
	})
}

// What ends sessions ends them for good: the old cookie is worthless after it was undone, even if nobody
// has used it meanwhile.
func TestSessionsEndForGood(t *testing.T) {
	rename := func(t *testing.T, h *resttest.Server, name string) {
		t.Helper()
		if w := send(h, "PUT", "/users/2/", "admin", `{"username":"`+name+`"}`); w.Code != 200 {
			t.Fatal(w.Body)
		}
	}
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ends := []struct {
		name string
		want int
		end  func(t *testing.T, h *resttest.Server)
	}{
		{"nothing changes", 200, func(t *testing.T, h *resttest.Server) { rename(t, h, "alice") }},
		{"rename and back", 403, func(t *testing.T, h *resttest.Server) {
			rename(t, h, "alicia")
			rename(t, h, "alice")
		}},
		{"deactivation and activation", 403, func(t *testing.T, h *resttest.Server) {
			must(t, accounts.NewUsers(h.DB).SetActive(t.Context(), 2, false))
			must(t, accounts.NewUsers(h.DB).SetActive(t.Context(), 2, true))
		}},
		{"another password and the old hash", 403, func(t *testing.T, h *resttest.Server) {
			u, _, err := accounts.NewUsers(h.DB).UserByID(t.Context(), 2)
			must(t, err)
			must(t, accounts.NewUsers(h.DB).SetPassword(t.Context(), 2, ""))
			must(t, accounts.NewUsers(h.DB).SetPassword(t.Context(), 2, u.Password))
		}},
		{"another hash of the same password", 403, func(t *testing.T, h *resttest.Server) {
			u, _, err := accounts.NewUsers(h.DB).UserByID(t.Context(), 2)
			must(t, err)
			renewed, err := new(passwords.Hasher).Hash(t.Context(), "alice-password")
			must(t, err)
			done, err := accounts.NewUsers(h.DB).RenewPassword(t.Context(), 2, u.Password, renewed)
			must(t, err)
			if !done {
				t.Error("the hash was not renewed")
			}
		}},
		{"end of all", 403, func(t *testing.T, h *resttest.Server) { must(t, accounts.NewUsers(h.DB).EndSessions(t.Context(), 2)) }},
	}
	settings := resttest.Config{Set: sets.Directory, Pages: pages, Accounts: []resttest.Account{
		{Name: "admin", Password: "admin-password", Admin: true}, {Name: "alice", Password: "alice-password", Admin: true},
	}}
	onTwoProcesses(t, settings, func(t *testing.T, first, second *resttest.Server) {
		for _, tt := range ends {
			first.Reset(t)
			cookie := logIn(t, first, "alice-password", "")
			tt.end(t, second)
			if got := send(first, "GET", "/users/", "", "", "Cookie", cookie).Code; got != tt.want {
				t.Errorf("%s: the session gets %d, want %d", tt.name, got, tt.want)
			}
			if got := send(first, "GET", "/users/", "", "", "Cookie", logIn(t, second, "alice-password", "")).Code; got != 200 {
				t.Errorf("%s: a new session gets %d, want 200", tt.name, got)
			}
		}
	})
}

// However often somebody logs in, there are no more than MaxSessions sessions of theirs: the oldest
// end, and what others have stays.
func TestSessionsOfOneAccount(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: sets.Snippets, Pages: pages}, ":memory:")
	live := func(cookie string) bool {
		return send(h, "POST", "/snippets/", "", `{"code":"x"}`, "Cookie", cookie).Code == 201
	}
	bob, _, _ := strings.Cut(formTo(h, "/api-auth/login/", "username=bob&password=bob-password", "").Header().Get("Set-Cookie"), ";")
	first := logIn(t, h, "alice-password", "")
	time.Sleep(2 * time.Millisecond) // the times of sessions are in milliseconds
	var last string
	for range auth.MaxSessions - 1 {
		last = logIn(t, h, "alice-password", "")
	}
	if !live(first) || !live(last) || !live(bob) {
		t.Error("a session has ended before there are too many")
	}
	again := logIn(t, h, "alice-password", "")
	if live(first) || !live(last) || !live(again) || !live(bob) {
		t.Errorf("of a session too many: the oldest lives %t, others %t, %t and %t", live(first), live(last), live(again), live(bob))
	}
}

// A session that somebody has planted, of theirs or of nobody, never becomes another's.
func TestSessionFixation(t *testing.T) {
	onTwoProcesses(t, resttest.Config{Set: sets.Snippets, Pages: pages}, func(t *testing.T, first, second *resttest.Server) {
		w := formTo(first, "/api-auth/login/", "username=bob&password=bob-password", "")
		planted, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
		for _, cookie := range []string{planted, "sessionid=" + strings.Repeat("A", 43), "sessionid=short"} {
			own := logIn(t, second, "alice-password", cookie)
			if own == cookie {
				t.Errorf("the login kept %s", cookie)
			}
			if w := send(first, "POST", "/snippets/", "", `{"code":"x"}`, "Cookie", cookie); w.Code != 403 {
				t.Errorf("%s: got %d %s, want 403", cookie, w.Code, w.Body)
			}
			if w := send(first, "POST", "/snippets/", "", `{"code":"x"}`, "Cookie", own); w.Code != 201 || !strings.Contains(w.Body.String(), `"owner":"alice"`) {
				t.Errorf("after the login: got %d %s", w.Code, w.Body)
			}
		}
	})
}
