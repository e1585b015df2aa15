// Tests of the forms for accounts.

package manage_test

import (
	"html"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
)

// browser is somebody with a browser, who fills in the forms of pages and sends them as it does.
type browser struct {
	*service
	cookie string // "" without a session
}

var (
	inputOfForm = regexp.MustCompile(`<input type="([^"]*)"[^>]*? name="([^"]*)" value="([^"]*)"([^>]*)>`)
	formOfPage  = regexp.MustCompile(`(?s)<form method="post" action="(/accounts/[^"?]*)[^"]*".*?</form>`)
)

// fill opens a page, and sends its form with the values that the page has, hidden ones too, and those that are typed.
func (b *browser) fill(t *testing.T, path string, typed ...string) *httptest.ResponseRecorder {
	t.Helper()
	opened := b.get(path, "Accept", "text/html", "Cookie", b.cookie)
	form := formOfPage.FindStringSubmatch(opened.Body.String())
	if opened.Code != 200 || form == nil {
		t.Fatalf("%s: there is no form: %d %s", path, opened.Code, opened.Body)
	}
	values := url.Values{}
	for _, input := range inputOfForm.FindAllStringSubmatch(form[0], -1) {
		if input[1] != "checkbox" || strings.Contains(input[4], "checked") {
			values.Set(input[2], html.UnescapeString(input[3]))
		}
	}
	for i := 0; i < len(typed); i += 2 {
		if !strings.Contains(form[0], `name="`+typed[i]+`"`) {
			t.Fatalf("%s: the form has no field %s: %s", path, typed[i], form[0])
		}
		values.Set(typed[i], typed[i+1])
	}
	return b.call("", form[1], values.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html", "Cookie", b.cookie,
		"Origin", "https://shelf.example.com", "Sec-Fetch-Site", "same-origin")
}

// shows checks a status, and what a page has and has not.
func shows(t *testing.T, w *httptest.ResponseRecorder, status int, has string, not ...string) {
	t.Helper()
	page := w.Body.String()
	if w.Code != status || !strings.Contains(page, has) || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("got %d %s\n%s\nwant %d and %q", w.Code, w.Header().Get("Content-Type"), page, status, has)
	}
	for _, text := range not {
		if strings.Contains(page, text) {
			t.Errorf("the page has %q, which it must not: %s", text, page)
		}
	}
}

// The forms of administrators set a password and activate accounts. Errors stand on the page beside the typed
// values except passwords, and a success has a message.
func TestFormsOfAdministrators(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		b := &browser{s, s.logIn(t, "admin", "admin-password")}
		const set, activate = "/accounts/set-password/", "/accounts/set-active/"
		shows(t, b.fill(t, set, "username", "nobody", "new_password", "correct-horse"), 400, "There is no account with this name.", "correct-horse")
		w := b.fill(t, set, "username", "alice", "new_password", "alice12")
		shows(t, w, 400, "This password is too short.", "alice12")
		if !strings.Contains(w.Body.String(), `value="alice"`) {
			t.Errorf("the name is to be typed again: %s", w.Body)
		}
		shows(t, b.fill(t, set, "username", "alice", "new_password", "correct-horse"), 200, "The password is set.", "correct-horse")
		if !s.logsIn("alice", "correct-horse") || s.logsIn("alice", "alice-password") {
			t.Error("the password is not what the administrator has typed")
		}
		shows(t, b.fill(t, activate, "username", "admin"), 400, "This is your own account.")
		shows(t, b.fill(t, activate, "username", "alice"), 200, "The account is deactivated.") // a box without its tick is not sent
		if s.logsIn("alice", "correct-horse") {
			t.Error("the account is active")
		}
		shows(t, b.fill(t, activate, "username", "alice", "active", "true"), 200, "The account is active.")
		if !s.logsIn("alice", "correct-horse") {
			t.Error("the account is not active")
		}
		alice := &browser{s, s.logIn(t, "alice", "correct-horse")}
		if w := alice.call("", set, "username=admin&new_password=staple-horse", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html", "Cookie", alice.cookie); w.Code != 403 {
			t.Errorf("anybody sets passwords by the form: %d", w.Code)
		}
	})
}

// Links are followed, and the forms behind them sent: a new password where the old one is forgotten, and an address that is
// confirmed. To open a page changes nothing, and a link is good once.
func TestFormsOfLinks(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		b := &browser{service: s}
		shows(t, b.fill(t, "/accounts/password-reset/", "email", "alice"), 400, "Enter a valid email address.")
		shows(t, b.fill(t, "/accounts/password-reset/", "email", "alice@example.com"), 200, "a link to set another password was sent there.")
		path, _ := s.box.link(t, "alice@example.com")
		for range 2 {
			b.get(path, "Accept", "text/html")
		}
		shows(t, b.fill(t, path, "new_password", "1234"), 400, "This password is too short.", `value="1234"`)
		shows(t, b.fill(t, path, "new_password", "correct-horse"), 200, "The password is set. Log in with it.", "correct-horse")
		shows(t, b.fill(t, path, "new_password", "staple-horse"), 400, "This link is invalid, or has expired, or was used.", "staple-horse")

		b.cookie = s.logIn(t, "alice", "correct-horse")
		shows(t, b.fill(t, "/accounts/email-change/", "email", "liddell@example.com", "password", "wrong"), 400, "Your password was entered incorrectly.")
		shows(t, b.fill(t, "/accounts/email-change/", "email", "liddell@example.com", "password", "correct-horse"), 200, "A link to confirm the address was sent there.", "correct-horse")
		path, _ = s.box.link(t, "liddell@example.com")
		other := &browser{service: s} // a link is often opened in another browser
		shows(t, other.fill(t, path), 200, "The address is changed.")
		shows(t, other.fill(t, path), 400, "This link is invalid, or has expired, or was used.")
		if u, _, err := accounts.NewUsers(s.DB).UserByName(t.Context(), "alice"); err != nil || u.Email != "liddell@example.com" {
			t.Errorf("got the address %q, error %v", u.Email, err)
		}
	})
}

// Who deactivates the account by the form is logged out, everywhere.
func TestFormOfDeactivation(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		b, other := &browser{s, s.logIn(t, "alice", "alice-password")}, s.logIn(t, "alice", "alice-password")
		shows(t, b.fill(t, "/accounts/deactivate/", "password", "wrong"), 400, "Your password was entered incorrectly.")
		shows(t, b.fill(t, "/accounts/deactivate/", "password", "alice-password"), 200, "The account is deactivated.", "alice-password")
		for _, cookie := range []string{b.cookie, other} {
			if w := s.get("/notes/", "Cookie", cookie); w.Code != 401 {
				t.Errorf("a session goes on: %d", w.Code)
			}
		}
	})
}

// Addresses with letters beyond ASCII are equal in any letter case, and to no other letters, on both databases.
func TestAddressesBeyondASCII(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		for _, u := range []auth.User{{Username: "zoe", Email: "Zoe@B\u00dcCHER.example", Password: "x", Active: true}, {Username: "gone", Email: "gone@\u00e9t\u00e9.example", Active: false}} {
			if _, err := accounts.NewUsers(s.DB).Create(t.Context(), u); err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct {
			email string
			known bool
		}{
			{"zoe@b\u00fccher.example", true},
			{"ZOE@B\u00dcCHER.EXAMPLE", true},
			{"zoe@b\u00dccher.example", true},
			{"zoe@bucher.example", false},
			{"zoe@bu\u0308cher.example", false}, // the same letter in two parts is another address
			{"gone@\u00c9T\u00c9.example", true},
			{"gone@ete.example", false},
		} {
			check(t, s.call("", "/accounts/sign-up/", `{"email":"`+tt.email+`"}`), 200, "")
			if text := s.box.last(t, strings.ToLower(tt.email)).Text; tokenOf.MatchString(text) == tt.known {
				t.Errorf("%s: got %q, want the mail of an account that is there: %v", tt.email, text, tt.known)
			}
		}
	})
}
