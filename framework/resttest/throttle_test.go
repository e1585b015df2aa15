// Tests of throttles.

package resttest_test

import (
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
)

// Two processes on one database count failed logins together, those of the form and of Basic, and
// refuse both with 429 and the time to wait.
func TestThrottle(t *testing.T) {
	settings := resttest.Config{Set: sets.Snippets, Pages: pages, Auth: auth.Options{Throttle: auth.Throttle{Failures: 4, Window: time.Hour}}}
	onTwoProcesses(t, settings, func(t *testing.T, first, second *resttest.Server) {
		login := func(h *resttest.Server, password string) *httptest.ResponseRecorder {
			return send(h, "POST", "/api-auth/login/", "", "username=alice&next=/snippets/&password="+password, "Content-Type", "application/x-www-form-urlencoded")
		}
		basic := func(h *resttest.Server, password string) *httptest.ResponseRecorder {
			r := httptest.NewRequest("GET", "/snippets/", nil)
			r.SetBasicAuth("alice", password)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		status := func(what string, w *httptest.ResponseRecorder, want int) {
			t.Helper()
			if w.Code != want {
				t.Errorf("%s: got %d %s, want %d", what, w.Code, w.Body, want)
			}
			after, err := strconv.Atoi(w.Header().Get("Retry-After"))
			if refused := want == 429; refused != (err == nil) || refused && (after < 1 || after > 15*60) {
				t.Errorf("%s: got Retry-After %q", what, w.Header().Get("Retry-After"))
			}
			if w.Header().Get("Set-Cookie") != "" && want != 303 {
				t.Errorf("%s: got a cookie", what)
			}
		}
		status("form 1", login(first, "x"), 200)
		status("basic 1", basic(second, "x"), 403)
		status("form 2", login(second, "x"), 200)
		status("basic 2", basic(first, "x"), 403)
		for _, h := range []*resttest.Server{first, second} {
			w := basic(h, "x")
			status("basic, too many", w, 429)
			if got := w.Body.String(); !strings.HasPrefix(got, `{"detail":"Request was throttled. Expected available in `) {
				t.Errorf("got %s", got)
			}
			w = login(h, "alice-password")
			status("form with the right password, too many", w, 429)
			for _, want := range []string{"Too many attempts to log in have failed. Please try again in 1", `value="alice"`, `value="/snippets/"`} {
				if !strings.Contains(w.Body.String(), want) {
					t.Errorf("page without %q:\n%s", want, w.Body)
				}
			}
			if strings.Contains(w.Body.String(), "alice-password") {
				t.Error("the page shows the password")
			}
		}
		if w := send(first, "POST", "/snippets/", "bob", `{"code":"x"}`); w.Code != 201 {
			t.Errorf("another account: got %d %s", w.Code, w.Body)
		}
	})
}

// Failed logins from one address count together, whatever accounts they name and whichever process
// they reach; logins from elsewhere go on.
func TestThrottleAddress(t *testing.T) {
	settings := resttest.Config{Set: sets.Snippets, Pages: pages, Auth: auth.Options{Throttle: auth.Throttle{Failures: 4, PerPlace: 6, Window: time.Hour}}}
	onTwoProcesses(t, settings, func(t *testing.T, first, second *resttest.Server) {
		login := func(h *resttest.Server, from, name, password string) *httptest.ResponseRecorder {
			r := httptest.NewRequest("POST", "/api-auth/login/", strings.NewReader("username="+name+"&password="+password))
			r.Header.Set("Content-Type", formType)
			r.RemoteAddr = from
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		const guesser, other = "198.51.100.7:1", "192.0.2.1:1"
		for i := range 6 {
			if w := login([]*resttest.Server{first, second}[i%2], guesser, "user"+strconv.Itoa(i), "x"); w.Code != 200 {
				t.Errorf("failure %d: got %d %s", i, w.Code, w.Body)
			}
		}
		for _, h := range []*resttest.Server{first, second} {
			w := login(h, guesser, "bob", "bob-password")
			if after, err := strconv.Atoi(w.Header().Get("Retry-After")); w.Code != 429 || err != nil || after < 1 || after > 10*60 {
				t.Errorf("from where there were too many failures: got %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
			}
			if w := login(h, other, "bob", "bob-password"); w.Code != 303 {
				t.Errorf("from elsewhere: got %d %s", w.Code, w.Body)
			}
		}
	})
}

// Only the comparison of a password costs a statement more, a read; a wrong one a read and a write.
func TestThrottleStatements(t *testing.T) {
	settings := resttest.Config{Set: sets.Snippets, Auth: auth.Options{Throttle: auth.Throttle{Failures: 4}}}
	h := resttest.NewServer(t, settings, ":memory:")
	statements := func(user, password string) int {
		r := httptest.NewRequest("GET", "/", nil)
		if user != "" {
			r.SetBasicAuth(user, password)
		}
		ctx, counter := database.WithCounter(r.Context())
		h.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
		return counter.N()
	}
	for i, tt := range []struct {
		user, password string
		want           int
	}{
		{"", "", 0},
		{"alice", "alice-password", 4}, // account, count, clean-up, the place is known from now on
		{"alice", "alice-password", 1}, // account
		{"bob", "bob-password", 3},     // account, count, the place
		{"bob", "x", 3},                // account, count, failure
		{"bob", "bob-password", 2},     // account, count
		{"bob", "bob-password", 1},
		{"nobody", "x", 3},
	} {
		if got := statements(tt.user, tt.password); got != tt.want {
			t.Errorf("request %d, %s:%s: got %d statements, want %d", i, tt.user, tt.password, got, tt.want)
		}
	}
}
