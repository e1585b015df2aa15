// A test of flash messages.

package passwords_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
)

// A flash message reaches the next page of the same session, once, and no other.
func TestFlash(t *testing.T) {
	a := newWorld(t, auth.Options{CookieName: "sid", Secure: true})
	mine := &http.Cookie{Name: "__Host-sid", Value: strings.Repeat("m", 43)}
	other := &http.Cookie{Name: "__Host-sid", Value: strings.Repeat("o", 43)}
	request := func(cookies ...*http.Cookie) *http.Request {
		r := httptest.NewRequest("GET", "/notes/", nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		return r
	}
	leave := func(r *http.Request) []*http.Cookie {
		w := httptest.NewRecorder()
		a.LeaveFlash(w, r, "/notes/", "Note 7 “é” was deleted.")
		return w.Result().Cookies()
	}
	if got := leave(request()); len(got) != 0 {
		t.Errorf("without a session: got the cookies %v", got)
	}
	if got := leave(request(&http.Cookie{Name: "sid", Value: mine.Value})); len(got) != 0 {
		t.Errorf("with a session that went over plain HTTP: got the cookies %v", got)
	}
	left := leave(request(mine))
	if len(left) != 1 {
		t.Fatalf("got the cookies %v, want one", left)
	}
	notice := left[0]
	if !notice.HttpOnly || !notice.Secure || notice.Path != "/notes/" || notice.SameSite != http.SameSiteLaxMode || notice.MaxAge != 60 {
		t.Errorf("got the cookie %v", notice)
	}
	forged := func(value string) *http.Cookie { return &http.Cookie{Name: "sid-notice", Value: value} }
	_, signature, _ := strings.Cut(notice.Value, ".")
	for _, tt := range []struct {
		name    string
		cookies []*http.Cookie
		path    string
		want    string
		clears  bool
	}{
		{"same session", []*http.Cookie{mine, notice}, "/notes/", "Note 7 “é” was deleted.", true},
		{"another session", []*http.Cookie{other, notice}, "/notes/", "", true},
		{"no session", []*http.Cookie{notice}, "/notes/", "", true},
		{"another page", []*http.Cookie{mine, notice}, "/users/", "", true},
		{"another text", []*http.Cookie{mine, forged("ZXZpbA." + signature)}, "/notes/", "", true},
		{"no signature", []*http.Cookie{mine, forged("ZXZpbA")}, "/notes/", "", true},
		{"no text", []*http.Cookie{mine, forged("%%." + signature)}, "/notes/", "", true},
		{"none", []*http.Cookie{mine}, "/notes/", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			if got := a.TakeFlash(w, request(tt.cookies...), tt.path); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			set := w.Result().Cookies()
			if cleared := len(set) == 1 && set[0].Name == "sid-notice" && set[0].MaxAge < 0 && set[0].Path == tt.path; cleared != tt.clears {
				t.Errorf("got the cookies %v, want one that clears: %v", set, tt.clears)
			}
		})
	}
}
