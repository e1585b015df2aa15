package config_test

import (
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/store"
)

// Two processes on one database count failed logins together, those of the form and of Basic, and
// refuse both with 429 and the time to wait.
func TestThrottle(t *testing.T) {
	for kind, address := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "test.sqlite") },
		"postgres": func(t *testing.T) string { return resttest.Postgres(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			address := address(t)
			settings := resttest.Config{Set: config.Snippets, Pages: pages, Auth: auth.Options{Throttle: auth.Throttle{Failures: 4, Window: time.Hour}}}
			first := resttest.NewServer(t, settings, address)
			settings.Accounts = []resttest.Account{}
			second := resttest.NewServer(t, settings, address)

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
}

// Only the comparison of a password costs a statement more, a read; a wrong one a read and a write.
func TestThrottleStatements(t *testing.T) {
	settings := resttest.Config{Set: config.Snippets, Auth: auth.Options{Throttle: auth.Throttle{Failures: 4}}}
	h := resttest.NewServer(t, settings, ":memory:")
	statements := func(user, password string) int {
		r := httptest.NewRequest("GET", "/", nil)
		if user != "" {
			r.SetBasicAuth(user, password)
		}
		ctx, counter := store.WithCounter(r.Context())
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
