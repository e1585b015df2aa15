package serve_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// exactly are cards that are listed 100 times in a minute by everybody, and 10 times in another scope.
func exactly() *rest.Set {
	return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone, Throttles: []rest.Throttle{
		{Actions: rest.List, By: rest.Together, Exact: true, Rates: []rest.Rate{{Requests: 100, Per: time.Minute}, {Requests: 1000, Per: time.Hour}}},
		{Actions: rest.Retrieve, Scope: "one", Exact: true, Cost: 3, Rates: []rest.Rate{{Requests: 10, Per: time.Minute}}},
	}})
}

// Two processes on one database together let the declared number of requests through, and not one more.
func TestThrottleExact(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		now := server.Clock()
		options := serve.Options{Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler)}
		servers := []*server.Server{
			server.New(t, server.Config{Set: exactly, Options: options}, address),
			server.New(t, server.Config{Set: exactly, Options: options, Accounts: []server.Account{}}, address),
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
