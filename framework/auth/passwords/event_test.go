// Tests of events of logins, and of messages after them.

package passwords_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
)

// told are the events of an Authenticator, in words.
type told struct{ list []string }

func (e *told) record(_ context.Context, event auth.Event) {
	text := fmt.Sprintf("%s by %s from %s: %d %s", event.Kind, event.Scheme, event.Client, event.UserID, event.Username)
	if event.NameHash != "" {
		text += "#" + event.NameHash
	}
	if event.Routine {
		text += " routine"
	}
	e.list = append(e.list, text)
}

// take are the events since the last call.
func (e *told) take() []string {
	list := e.list
	e.list = nil
	return list
}

// Each login, failed login and refused login gives one event, with the account or without a name.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := &told{}
		table := &attempts{times: map[string]time.Time{}}
		w := newWorld(t, auth.Options{
			Events: events.record, Attempts: table, Throttle: auth.Throttle{Failures: 3, PerPlace: 1000, Window: 3 * time.Minute},
			Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
		})
		expect := func(what string, want ...string) {
			t.Helper()
			if got := events.take(); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", what, got, want)
			}
		}
		const at = "2001:db8::7:8"
		ask := func(r *http.Request) *http.Request {
			r.RemoteAddr = "10.0.0.1:1"
			r.Header.Set("X-Forwarded-For", at)
			return r
		}
		form := func(name, password string) *httptest.ResponseRecorder {
			rec := httptest.NewRecorder()
			_, _ = w.Login(rec, ask(request("POST")), name, password)
			return rec
		}
		basics := func(name, password string) {
			_, _ = w.Identify(t.Context(), ask(request("GET", basic(name+":"+password))))
		}
		by := func(event, scheme, who string) string { return event + " by " + scheme + " from " + at + ": " + who }

		cookie := onlyCookie(t, form("alice", "alicepass123"))
		expect("login", by("login", "form", "1 alice"))
		form("alice", "x")
		expect("wrong password", by("login_failed", "form", "1 alice"))
		form("ivan", "ivanpass123")
		expect("inactive", by("login_failed", "form", "2 ivan"))
		form("ALICE", "alicepass123")
		basics("ALICE", "x")
		form("bobby", "x")
		unknown := events.take()
		if len(unknown) != 3 || unknown[0] == unknown[2] {
			t.Fatalf("unknown names: got %q, want three, the last another", unknown)
		}
		for i, scheme := range []string{"form", "basic"} {
			name, hash, _ := strings.Cut(unknown[i], "#")
			if raw, err := base64.RawURLEncoding.DecodeString(hash); name != by("login_failed", scheme, "0 ") || err != nil || len(raw) != 12 {
				t.Errorf("unknown name: got %q, want no name and a hash", unknown[i])
			}
			if _, first, _ := strings.Cut(unknown[0], "#"); hash != first {
				t.Errorf("the hashes of one name are %s and %s", hash, first)
			}
		}
		form("alice\x00"+strings.Repeat("y", 5000), "x")
		if got := events.take(); len(got) != 1 || len(got[0]) > 100 || strings.ContainsAny(got[0], "\x00y") && strings.Contains(got[0], "yyyy") {
			t.Errorf("a name that none can have: got %q", got)
		}

		time.Sleep(2 * time.Minute)
		for range 5 {
			basics("alice", "alicepass123")
		}
		expect("right Basic credentials, compared anew", by("login", "basic", "1 alice")+" routine")

		for range 3 {
			basics("alice", "x")
		}
		events.take()
		form("alice", "alicepass123")
		expect("throttled", by("login_throttled", "form", "1 alice"))
		basics("alice", "x")
		expect("throttled", by("login_throttled", "basic", "1 alice"))
		time.Sleep(3 * time.Minute)

		release := w.Passwords.Occupy()
		ctx, cancel := context.WithCancel(t.Context())
		for range passwords.DefaultHashesWaiting - passwords.DefaultHashes {
			go func() { _, _ = w.Identify(ctx, ask(request("GET", basic("alice:x")))) }()
		}
		synctest.Wait()
		basics("alice", "x")
		expect("no room", by("login_unavailable", "basic", "1 alice"))
		cancel()
		synctest.Wait()
		release()
		expect("clients that left")

		r := ask(request("POST"))
		if err := w.Logout(httptest.NewRecorder(), r); err != nil {
			t.Error(err)
		}
		expect("logout without a session")
		r.AddCookie(cookie)
		if err := w.Logout(httptest.NewRecorder(), r); err != nil {
			t.Error(err)
		}
		expect("logout", by("logout", "session", "1 alice"))
		if err := w.Logout(httptest.NewRecorder(), r); err != nil {
			t.Error(err)
		}
		expect("logout again")

		w.Report(t.Context(), ask(request("PUT")), auth.Event{Kind: auth.PasswordChangedEvent, Scheme: "session"}.By(&auth.User{ID: 1, Username: "alice"}))
		expect("changed password", by("password_changed", "session", "1 alice"))

		w.accounts.err = errors.New("no database")
		form("alice", "alicepass123")
		expect("a fault of ours")
	})
}

// The refusal of another site's page says whose session it came with.
func TestCrossOriginEvent(t *testing.T) {
	w := newWorld(t, auth.Options{})
	r := request("POST", "Sec-Fetch-Site: cross-site")
	if u, ok := auth.CrossOrigin(auth.CheckOrigin(r, nil)); !ok || u != nil {
		t.Errorf("without a session: got %v, %t", u, ok)
	}
	r.AddCookie(w.login(t))
	_, err := w.Identify(t.Context(), r)
	if u, ok := auth.CrossOrigin(err); !ok || u == nil || u.User.Username != "alice" || u.Scheme != "session" {
		t.Errorf("with a session: got %v, %t", u, ok)
	}
	if _, ok := auth.CrossOrigin(w.Denied(nil)); ok {
		t.Error("another refusal passes for that of the cross-origin rule")
	}
	if _, ok := auth.CrossOrigin(nil); ok {
		t.Error("no refusal passes for that of the cross-origin rule")
	}
}

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
