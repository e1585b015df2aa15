// Tests of throttles, exact ones too.

package serve_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Requests beyond a rate are refused before their body is read, and headers tell the remaining requests.
func TestThrottle(t *testing.T) {
	now := server.Clock()
	s := server.New(t, server.Config{Set: sets.Throttled, Options: serve.Options{Now: func() time.Time { return now }}}, ":memory:")
	const wait = `{"detail":"Request was throttled. Expected available in %d second%s."}`
	for i, tt := range []struct {
		after              time.Duration
		user, method, path string
		body               string
		status             int
		want, limit        string // "" for anything
	}{
		{0, "alice", "POST", "/cards/", `{"front":"a"}`, 201, "", `"making in 1m0s";r=1;t=60, "making in 1h0m0s";r=4;t=3600, "all";r=99;t=60`},
		{0, "alice", "POST", "/cards/", `{`, 400, "", `"making in 1m0s";r=0;t=60, "making in 1h0m0s";r=3;t=3600, "all";r=98;t=60`},
		{20 * time.Second, "alice", "POST", "/cards/", `{`, 429, fmt.Sprintf(wait, 40, "s"), `"making in 1m0s";r=0;t=40, "making in 1h0m0s";r=3;t=3580, "all";r=98;t=40`},
		{0, "alice", "POST", "/cards/", `[{"front":"a"}]`, 429, fmt.Sprintf(wait, 40, "s"), ""},
		{0, "bob", "POST", "/cards/", `{"front":"a"}`, 201, "", ""},
		{0, "", "POST", "/cards/", `{"front":"a"}`, 401, "", ""},
		{39 * time.Second, "alice", "POST", "/cards/", `{`, 429, fmt.Sprintf(wait, 1, ""), ""},
		{time.Second, "alice", "POST", "/cards/", `[{"front":"b"}]`, 201, "", ""},
		{0, "alice", "POST", "/cards/", `[{"front":"c"}]`, 201, "", ""},
		{time.Minute, "alice", "POST", "/cards/", `{"front":"d"}`, 201, "", ""},
		{time.Minute, "alice", "POST", "/cards/", `{"front":"e"}`, 429, fmt.Sprintf(wait, 3600-180, "s"), ""},
		{0, "", "GET", "/cards/", "", 200, "", `"cards";r=2;t=60, "all";r=99;t=60`},
		{0, "", "HEAD", "/cards/", "", 200, "", ""},
		{0, "", "GET", "/cards/?page=x", "", 400, "", ""},
		{0, "", "GET", "/cards/", "", 429, fmt.Sprintf(wait, 60, "s"), ""},
		{0, "", "OPTIONS", "/cards/", "", 200, "", ""},
		{0, "alice", "GET", "/cards/", "", 200, "", ""},
		{0, "bob", "POST", "/cards/deal/", "", 204, "", ""},
		{0, "alice", "POST", "/cards/deal/", "", 204, "", ""},
		{0, "bob", "POST", "/cards/deal/", "", 429, fmt.Sprintf(wait, 60, "s"), ""},
		{0, "alice", "PUT", "/cards/1/", `{"front":"z"}`, 200, "", ""},
	} {
		now = now.Add(tt.after)
		w := server.SendAs(s, tt.user, tt.method, tt.path, tt.body, "Content-Type", "application/json")
		if w.Code != tt.status || tt.want != "" && w.Body.String() != tt.want {
			t.Errorf("%d: %s %s: got %d %s, want %d %s", i, tt.method, tt.path, w.Code, w.Body, tt.status, tt.want)
		}
		if got := w.Header().Get("RateLimit"); tt.limit != "" && got != tt.limit {
			t.Errorf("%d: got RateLimit %s, want %s", i, got, tt.limit)
		}
		if got := w.Header().Get("Retry-After"); (got != "") != (tt.status == 429) {
			t.Errorf("%d: got Retry-After %q of status %d", i, got, w.Code)
		}
	}
	w := server.SendAs(s, "alice", "GET", "/cards/1/", "")
	if got, want := w.Header().Get("RateLimit-Policy"), `"all";q=100;w=60`; got != want {
		t.Errorf("got RateLimit-Policy %s, want %s", got, want)
	}
}

// Each token of an account has a rate of its own.
func TestThrottlePerToken(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone}, rest.ObtainAuthToken("/token/")).
			Throttles(rest.Throttle{By: rest.PerToken, Rates: []rest.Rate{{Requests: 2, Per: time.Minute}}}).
			Schemes(token.Scheme{Compatible: true}, basic.Scheme{})
	}
	s := server.New(t, server.Config{Set: set}, ":memory:")
	var codes []int
	for range 2 {
		w := server.SendAs(s, "", "POST", "/token/", `{"username":"alice","password":"alice-password"}`, "Content-Type", "application/json")
		secret := obtained(t, w.Body.Bytes())
		for range 3 {
			codes = append(codes, server.SendAs(s, "", "GET", "/cards/", "", "Authorization", "Token "+secret).Code)
		}
	}
	if want := []int{200, 200, 429, 200, 200, 429}; !slices.Equal(codes, want) {
		t.Errorf("got %v, want %v", codes, want)
	}
}

// Of an IPv6 network as a whole, four times the rate of an address comes through.
func TestThrottleNetwork(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Throttled}, ":memory:")
	var codes []int
	for i := range 14 {
		r := httptest.NewRequest("GET", "/cards/", nil)
		r.RemoteAddr = fmt.Sprintf("[2001:db8:1:%x::1]:4000", i)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		codes = append(codes, w.Code)
	}
	if want := append(slices.Repeat([]int{200}, 12), 429, 429); !slices.Equal(codes, want) {
		t.Errorf("got %v, want %v", codes, want)
	}
}

// Giving a record an earlier state counts as changing it.
func TestThrottleHistory(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{
			Path: "/cards/", Access: permission.Anyone, History: &rest.History{},
			Throttles: []rest.Throttle{{Actions: rest.Modify, Rates: []rest.Rate{{Requests: 1, Per: time.Minute}}}},
		})
	}
	s := server.New(t, server.Config{Set: set}, ":memory:")
	var codes []int
	for _, at := range [][3]string{{"POST", "/cards/", `{"front":"a"}`}, {"PATCH", "/cards/1/", `{"front":"b"}`}, {"POST", "/cards/1/history/1/restore/", ""}, {"GET", "/cards/1/history/", ""}} {
		codes = append(codes, server.SendAs(s, "alice", at[0], at[1], at[2], "Content-Type", "application/json").Code)
	}
	if want := []int{201, 200, 429, 200}; !slices.Equal(codes, want) {
		t.Errorf("got %v, want %v", codes, want)
	}
}

// What stands in a quoted string of the header Prefer is no preference.
func TestPreferQuoted(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Obtainable}, ":memory:")
	for prefer, status := range map[string]int{
		`note="a, dry-run, b"`: 200, `note="a\", dry-run, b"`: 200, `note=a; why="x;dry-run"`: 200, `note="a", dry-run`: 404,
	} {
		w := server.SendAs(s, "alice", "POST", "/cards/", `{"front":"a"}`, "Content-Type", "application/json", "Prefer", prefer)
		var made struct{ ID int }
		if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 201 {
			t.Fatalf("%s: got %d %s", prefer, w.Code, w.Body)
		}
		if got := server.SendAs(s, "alice", "GET", fmt.Sprintf("/cards/%d/", made.ID), "").Code; got != status {
			t.Errorf("%s: reading it is %d, want %d", prefer, got, status)
		}
	}
}

// Two processes on one database together let the declared number of requests through, and not one more.
func TestThrottleExact(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		now := server.Clock()
		options := serve.Options{Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler)}
		servers := []*server.Server{
			server.New(t, server.Config{Set: sets.Exactly, Options: options}, address),
			server.New(t, server.Config{Set: sets.Exactly, Options: options, Accounts: []server.Account{}}, address),
		}
		var passed, refused, other atomic.Int64
		var group sync.WaitGroup
		for i := range 6 {
			group.Go(func() {
				for range 30 {
					w := httptest.NewRecorder()
					servers[i%2].ServeHTTP(w, httptest.NewRequest("GET", "/cards/", nil))
					switch w.Code {
					case 200:
						passed.Add(1)
					case 429:
						refused.Add(1)
					default:
						other.Add(1)
					}
				}
			})
		}
		group.Wait()
		if passed.Load() != 100 || refused.Load() != 80 || other.Load() != 0 {
			t.Errorf("%d of 180 requests came through, %d were refused and %d failed, want 100, 80 and none", passed.Load(), refused.Load(), other.Load())
		}
		now = now.Add(time.Minute)
		w := server.SendAs(servers[0], "", "GET", "/cards/", "")
		if got, want := w.Header().Get("RateLimit"), `"cards in 1m0s";r=99;t=60, "cards in 1h0m0s";r=899;t=3600`; w.Code != 200 || got != want {
			t.Errorf("a minute later: got %d with RateLimit %s, want %s", w.Code, got, want)
		}
		for i, want := range []string{`"one";r=7;t=60`, `"one";r=4;t=60`, `"one";r=1;t=60`, `"one";r=1;t=60`} {
			if got := server.SendAs(servers[i%2], "", "GET", "/cards/1/", "").Header().Get("RateLimit"); got != want {
				t.Errorf("at a cost of 3, request %d: got RateLimit %s, want %s", i, got, want)
			}
		}
		// Without the database nobody is let through uncounted.
		servers[1].DB.Close()
		if w := server.SendAs(servers[1], "", "GET", "/cards/", ""); w.Code < 500 || strings.Contains(w.Body.String(), "front") {
			t.Errorf("without the database: got %d %s", w.Code, w.Body)
		}
	})
}

// What an exact throttle refuses counts under no other throttle.
func TestThrottleExactRefuses(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone, Throttles: []rest.Throttle{
			{Actions: rest.List, Scope: "burst", Cost: 2, Rates: []rest.Rate{{Requests: 6, Per: time.Minute}}},
			{Actions: rest.List, Scope: "exact", Exact: true, Rates: []rest.Rate{{Requests: 1, Per: time.Second}}},
		}})
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		now := server.Clock()
		s := server.New(t, server.Config{Set: set, Options: serve.Options{Now: func() time.Time { return now }}}, address)
		for i, tt := range []struct {
			after  time.Duration
			status int
			want   string
		}{
			{0, 200, `"burst";r=4;t=60, "exact";r=0;t=1`},
			{0, 429, `"burst";r=4;t=60, "exact";r=0;t=1`},
			{0, 429, `"burst";r=4;t=60, "exact";r=0;t=1`},
			{time.Second, 200, `"burst";r=2;t=60, "exact";r=0;t=1`},
			{time.Second, 200, `"burst";r=0;t=60, "exact";r=0;t=1`},
			{time.Second, 429, `"burst";r=0;t=59`},
		} {
			now = now.Add(tt.after)
			w := server.SendAs(s, "", "GET", "/cards/", "")
			if got := w.Header().Get("RateLimit"); w.Code != tt.status || got != tt.want {
				t.Errorf("request %d: got %d with RateLimit %s, want %d with %s", i, w.Code, got, tt.status, tt.want)
			}
		}
	})
}
