package serve_test

import (
	"fmt"
	"io"
	"net/http/httptest"
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

// A request counts for what it costs, once that is known, and one that costs more than is left does nothing.
func TestThrottleCost(t *testing.T) {
	for _, exact := range []bool{false, true} {
		server.OnBoth(t, func(t *testing.T, address string) {
			now := server.Clock()
			s := server.New(t, server.Config{Set: sets.Costly(exact), Options: serve.Options{Now: func() time.Time { return now }}}, address)
			for i, tt := range []struct {
				after              time.Duration
				method, path, body string
				status             int
				left               int // in the minute
			}{
				{0, "POST", "/cards/", `{"front":"a"}`, 201, 9},
				{0, "POST", "/cards/", `[{"front":"b"},{"front":"c"},{"front":"d"}]`, 201, 6},
				{0, "POST", "/cards/", `[{"front":"x"},{"front":"x"},{"front":"x"},{"front":"x"},{"front":"x"},{"front":"x"},{"front":"x"}]`, 429, 5},
				{0, "GET", "/cards/", ``, 200, 4},
				{0, "POST", "/cards/", `[]`, 201, 4},
				{0, "GET", "/cards.csv", ``, 429, 3},
				{0, "POST", "/cards/print/", `{"pages":4}`, 429, 2},
				{0, "POST", "/cards/print/", `{"pages":2}`, 204, 0},
				{0, "POST", "/cards/print/", `{"pages":0}`, 429, 0},
				{time.Minute, "GET", "/cards.csv", ``, 200, 4},
				{0, "POST", "/cards/print/", `{"pages":-1}`, 400, 3},
				{0, "DELETE", "/cards/", `[1,2]`, 204, 1},
				{time.Minute, "POST", "/cards/print/", `{"pages":900}`, 204, 0},
				{30 * time.Second, "POST", "/cards/", `{"front":"x"}`, 429, 0},
				{30 * time.Second, "GET", "/cards/", ``, 200, 9},
			} {
				now = now.Add(tt.after)
				w := server.SendAs(s, "", tt.method, tt.path, tt.body, "Content-Type", "application/json")
				var left, reset int
				_, err := fmt.Sscanf(w.Header().Get("RateLimit"), `"all in 1m0s";r=%d;t=%d`, &left, &reset)
				if w.Code != tt.status || left != tt.left || err != nil {
					t.Errorf("exact %v, %d: %s %s %s: got %d with %d left (%v) %s, want %d with %d left", exact, i, tt.method, tt.path, tt.body, w.Code, left, err, w.Body, tt.status, tt.left)
				}
			}
			w := server.SendAs(s, "", "POST", "/copy/", `{"pages":3}`, "Content-Type", "application/json")
			if got, want := w.Header().Get("RateLimit"), `"copies in 1m0s";r=7;t=60, "copies in 1h0m0s";r=997;t=3600`; w.Code != 204 || got != want {
				t.Errorf("an endpoint: got %d with RateLimit %s, want %s", w.Code, got, want)
			}
			now = now.Add(time.Minute)
			if got, want := server.SendAs(s, "", "GET", "/cards/", "").Body.String(), `[{"id":3,"front":"c","back":"","notes":"","line":""},{"id":4,"front":"d","back":"","notes":"","line":""}]`; got != want {
				t.Errorf("got the cards %s, want %s", got, want)
			}
		})
	}
}

// What a request has counted for is over when its rate is, also where it takes longer than that to send its rows.
func TestThrottleCostLater(t *testing.T) {
	now := server.Clock()
	s := server.New(t, server.Config{Set: sets.Costly(false), Options: serve.Options{Now: func() time.Time { return now }}}, ":memory:")
	body := slowly{text: `[{"front":"a"},{"front":"b"}]`, wait: func() { now = now.Add(2 * time.Minute); server.SendAs(s, "", "GET", "/cards/", "") }}
	r := httptest.NewRequest("POST", "/cards/", &body)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if got, want := w.Header().Get("RateLimit"), `"all in 1m0s";r=7;t=60, "all in 1h0m0s";r=997;t=3600`; w.Code != 201 || got != want {
		t.Errorf("got %d %s with RateLimit %s, want %s", w.Code, w.Body, got, want)
	}
}

// slowly is a body before whose text something happens.
type slowly struct {
	text string
	wait func()
}

func (s *slowly) Read(p []byte) (int, error) {
	if s.wait != nil {
		s.wait()
		s.wait = nil
	}
	n := copy(p, s.text)
	if s.text = s.text[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Tokens that are limited to a scope have a rate of their own; others do not count there.
func TestThrottleTokenScope(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.SignedIn}, rest.Tokens("/tokens/")).
			Throttles(
				rest.Throttle{TokenScope: "cards:read", By: rest.PerToken, Rates: []rest.Rate{{Requests: 2, Per: time.Second}, {Requests: 3, Per: time.Minute}}},
				rest.Throttle{Scope: "write", TokenScope: "write", By: rest.PerUser, Rates: []rest.Rate{{Requests: 3, Per: time.Minute}}},
			).Schemes(token.Scheme{Compatible: true, Keyword: "Bearer"}, basic.Scheme{})
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		now := server.Clock()
		s := server.New(t, server.Config{Set: set, Options: serve.Options{Now: func() time.Time { return now }}}, address)
		secrets := map[string]string{"": ""}
		for name, scopes := range map[string]string{"reader": `["cards:read"]`, "reader2": `["cards:read","write"]`, "writer": `["write","read"]`, "all": `null`} {
			w := server.SendAs(s, "alice", "POST", "/tokens/", `{"name":"`+name+`","scopes":`+scopes+`}`, "Content-Type", "application/json")
			secrets[name] = obtained(t, w.Body.Bytes())
		}
		for i, tt := range []struct {
			after  time.Duration
			with   string
			status int
			limit  string
		}{
			{0, "reader", 200, `"all in 1s";r=1;t=1, "all in 1m0s";r=2;t=60`},
			{0, "reader", 200, `"all in 1s";r=0;t=1, "all in 1m0s";r=1;t=60`},
			{0, "reader", 429, `"all in 1s";r=0;t=1, "all in 1m0s";r=1;t=60`},
			{time.Second, "reader", 200, `"all in 1s";r=1;t=1, "all in 1m0s";r=0;t=60`},
			{time.Second, "reader", 429, `"all in 1s";r=2;t=0, "all in 1m0s";r=0;t=59`},
			{0, "reader2", 200, `"all in 1s";r=1;t=1, "all in 1m0s";r=2;t=60, "write";r=2;t=60`},
			{0, "writer", 200, `"write";r=1;t=60`},
			{0, "writer", 200, `"write";r=0;t=60`},
			{0, "writer", 429, `"write";r=0;t=60`},
			{0, "all", 200, ""},
		} {
			now = now.Add(tt.after)
			w := server.SendAs(s, "", "GET", "/cards/", "", "Authorization", "Bearer "+secrets[tt.with])
			if got := w.Header().Get("RateLimit"); w.Code != tt.status || got != tt.limit {
				t.Errorf("%d, by %s: got %d with RateLimit %s, want %d with %s", i, tt.with, w.Code, got, tt.status, tt.limit)
			}
		}
		if w := server.SendAs(s, "alice", "GET", "/cards/", ""); w.Code != 200 || w.Header().Get("RateLimit") != "" {
			t.Errorf("with a password: got %d with RateLimit %s", w.Code, w.Header().Get("RateLimit"))
		}
	})
}

// A cost that is no number of 64 bits takes all of a rate, and gives nothing back.
func TestThrottleGreatCost(t *testing.T) {
	set := func() *rest.Set {
		print := func(*rest.Call, sets.Printing) (rest.None, error) { return rest.None{}, nil }
		return rest.NewSet("prints", rest.Endpoint("/print/", print, rest.Allow(permission.Anyone),
			rest.Cost(func(_ *rest.Call, in sets.Printing) int64 { return in.Pages }),
			rest.Throttled(rest.Throttle{Cost: 2, Rates: []rest.Rate{{Requests: 5, Per: time.Minute}}})))
	}
	now := server.Clock()
	s := server.New(t, server.Config{Set: set, Options: serve.Options{Now: func() time.Time { return now }}}, ":memory:")
	for i, tt := range []struct {
		pages  int64
		status int
		limit  string
	}{
		{3 << 61, 204, `"print";r=0;t=60`},
		{1, 429, `"print";r=0;t=60`},
	} {
		w := server.SendAs(s, "alice", "POST", "/print/", fmt.Sprintf(`{"pages":%d}`, tt.pages), "Content-Type", "application/json")
		if got := w.Header().Get("RateLimit"); w.Code != tt.status || got != tt.limit {
			t.Errorf("%d: got %d %s with %s, want %d with %s", i, w.Code, w.Body, got, tt.status, tt.limit)
		}
	}
}
