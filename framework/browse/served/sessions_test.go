// Tests of rest.Sessions: the sessions of the requester.

package served_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

func sessioned() *rest.Set {
	return rest.NewSet("sessions", rest.Sessions("/sessions/"), rest.Tokens("/tokens/"), rest.Audit{Path: "/audit/"}).
		Schemes(token.Scheme{}, session.Scheme{}, basic.Scheme{}).Access(permission.SignedIn)
}

type listedSession struct {
	ID      string
	Current bool
}

// logIn logs an account in by the form and returns the cookie.
func logIn(t *testing.T, s *server.Server, name string) (cookie string) {
	t.Helper()
	w := server.SendAs(s, "", "POST", "/api-auth/login/", "username="+name+"&password="+name+"-password", "Content-Type", "application/x-www-form-urlencoded")
	cookie, _, _ = strings.Cut(w.Header().Get("Set-Cookie"), ";")
	if w.Code != 303 || cookie == "" {
		t.Fatalf("login: got %d, cookie %q", w.Code, cookie)
	}
	return cookie
}

// listSessions returns the sessions of an account; user is for Basic, and cookie for a session.
func listSessions(t *testing.T, s *server.Server, user, cookie string) (list []listedSession) {
	t.Helper()
	w := server.SendAs(s, user, "GET", "/sessions/", "", "Cookie", cookie)
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || w.Code != 200 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	return list
}

// People list and end their own sessions and nobody else's; a token ends none.
func TestSessions(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sessioned, Pages: pages(t)}, address)
		laptop, phone, other := logIn(t, s, "alice"), logIn(t, s, "alice"), logIn(t, s, "bob")
		list := listSessions(t, s, "", phone)
		if len(list) != 2 || !list[0].Current || list[1].Current {
			t.Fatalf("got %+v, want two, of which the newer is the current one", list)
		}
		slices.Reverse(list)
		if list := listSessions(t, s, "alice", ""); len(list) != 2 || list[0].Current || list[1].Current {
			t.Errorf("by Basic: got %+v, want two, of which none is the current one", list)
		}
		made := server.MakeToken(t, s, "alice", `{"name":"laptop"}`)
		const refused = `{"detail":"A token ends no sessions. Log in, or send a username and a password."}`
		for _, tt := range []struct {
			method, path string
			header       [2]string
			status       int
			want         string
		}{
			{"GET", "/sessions/", [2]string{}, 401, `{"detail":"Authentication credentials were not provided."}`},
			{"POST", "/sessions/end/", [2]string{}, 401, `{"detail":"Authentication credentials were not provided."}`},
			{"DELETE", "/sessions/" + list[0].ID + "/", [2]string{"Cookie", other}, 404, `{"detail":"Not found."}`},
			{"GET", "/sessions/" + list[0].ID + "/", [2]string{"Cookie", other}, 404, `{"detail":"Not found."}`},
			{"DELETE", "/sessions/" + list[0].ID[:15] + "/", [2]string{"Cookie", phone}, 404, `{"detail":"Not found."}`},
			{"DELETE", "/sessions/" + list[0].ID + "/", [2]string{"Authorization", "Bearer " + made.Token}, 403, refused},
			{"POST", "/sessions/end/", [2]string{"Authorization", "Bearer " + made.Token}, 403, refused},
			{"GET", "/sessions/" + list[0].ID + "/", [2]string{"Cookie", phone}, 200, ""},
			{"DELETE", "/sessions/" + list[0].ID + "/", [2]string{"Cookie", phone}, 204, ""},
			{"DELETE", "/sessions/" + list[0].ID + "/", [2]string{"Cookie", phone}, 404, `{"detail":"Not found."}`},
			{"GET", "/sessions/", [2]string{"Cookie", laptop}, 401, `{"detail":"Authentication credentials were not provided."}`},
		} {
			w := server.SendAs(s, "", tt.method, tt.path, "", tt.header[:]...)
			if w.Code != tt.status || tt.want != "" && w.Body.String() != tt.want {
				t.Errorf("%s %s as %v: got %d %s, want %d %s", tt.method, tt.path, tt.header, w.Code, w.Body, tt.status, tt.want)
			}
		}
		if left := listSessions(t, s, "", phone); len(left) != 1 || left[0] != list[1] {
			t.Errorf("got %+v, want the current one", left)
		}
		// The session of the request ends too, and its cookie goes.
		w := server.SendAs(s, "", "DELETE", "/sessions/"+list[1].ID+"/", "", "Cookie", phone)
		if w.Code != 204 || !clearsCookie(w) || len(listSessions(t, s, "alice", "")) != 0 {
			t.Errorf("the current one: got %d %v", w.Code, w.Header())
		}
		tablet, desktop := logIn(t, s, "alice"), logIn(t, s, "alice")
		w = server.SendAs(s, "", "POST", "/sessions/end/", "", "Cookie", tablet)
		if w.Code != 200 || w.Body.String() != `{"detail":"You are logged out everywhere."}` || !clearsCookie(w) {
			t.Errorf("the end of all: got %d %s %v", w.Code, w.Body, w.Header())
		}
		for _, cookie := range []string{tablet, desktop} {
			if w := server.SendAs(s, "", "GET", "/sessions/", "", "Cookie", cookie); w.Code != 401 {
				t.Errorf("after the end of all: got %d", w.Code)
			}
		}
		logIn(t, s, "alice")
		if w := server.SendAs(s, "alice", "POST", "/sessions/end/", ""); w.Code != 200 || clearsCookie(w) || len(listSessions(t, s, "alice", "")) != 0 {
			t.Errorf("the end of all by Basic: got %d %s %v", w.Code, w.Body, w.Header())
		}
		if w := server.SendAs(s, "", "GET", "/tokens/", "", "Authorization", "Bearer "+made.Token); w.Code != 200 {
			t.Errorf("the token: got %d, want it to remain", w.Code)
		}
		if left := listSessions(t, s, "", other); len(left) != 1 {
			t.Errorf("bob: got %+v, want his session", left)
		}
		auditedEnds(t, s, list)
	})
}

// clearsCookie reports whether a response removes the cookie of a session.
func clearsCookie(w *httptest.ResponseRecorder) bool {
	return strings.HasPrefix(w.Header().Get("Set-Cookie"), "sessionid=;")
}

// auditedEnds checks that the ends of two sessions are in the audit, by ID, once and as alice's.
func auditedEnds(t *testing.T, s *server.Server, list []listedSession) {
	t.Helper()
	var audit struct {
		Results []struct{ Username, Operation, Change, Resource, Key string }
	}
	w := server.SendAs(s, "admin", "GET", "/audit/?page_size=100", "")
	if err := json.Unmarshal(w.Body.Bytes(), &audit); err != nil {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	ended, all := map[string]int{}, 0
	for _, e := range audit.Results {
		if e.Resource == "Session" && e.Change == "delete" && e.Username == "alice" {
			ended[e.Key]++
			all++
		}
	}
	if all != 5 || ended[list[0].ID] != 1 || ended[list[1].ID] != 1 {
		t.Errorf("got the ends %v of the audit %s, want five", ended, w.Body)
	}
}

// The page of an operation that ends the session of the request greets nobody; that of one that begins another does.
func TestPageAfterSession(t *testing.T) {
	set := func() *rest.Set {
		return sessioned().Include(manage.Endpoints(manage.Options{Mailer: mail.Log{}})...)
	}
	s := server.New(t, server.Config{Set: set, Pages: pages(t)}, ":memory:")
	for _, tt := range []struct {
		name, path, form string
		greets           bool
	}{
		{"alice", "/sessions/end/", "", false},
		{"alice", "/accounts/password-change/", "old_password=alice-password&new_password=correct-horse", true},
		{"bob", "/accounts/deactivate/", "password=bob-password", false},
	} {
		cookie := logIn(t, s, tt.name)
		w := server.SendAs(s, "", "POST", tt.path, tt.form, "Cookie", cookie, "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		if greets := strings.Contains(w.Body.String(), "Logged in as"); w.Code != 200 || greets != tt.greets {
			t.Errorf("%s: got %d, greets %t, want 200, %t", tt.path, w.Code, greets, tt.greets)
		}
	}
}
