package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
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

// throttled are cards that are made twice a minute and five times an hour, and listed three times a minute by
// those who do not say who they are.
func throttled() *rest.Set {
	return rest.NewSet("cards",
		rest.ViewSet[sets.Card]{
			Path: "/cards/", Access: permission.SignedInOrReadOnly, Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy},
			Throttles: []rest.Throttle{
				{Actions: rest.Create, Scope: "making", Rates: []rest.Rate{{Requests: 2, Per: time.Minute}, {Requests: 5, Per: time.Hour}}},
				{Actions: rest.List, By: rest.PerAddress, Rates: []rest.Rate{{Requests: 3, Per: time.Minute}}},
			},
			Extra: []rest.Action{
				rest.OnList("deal", func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }, rest.Allow(permission.Anyone),
					rest.Throttled(rest.Throttle{By: rest.Together, Cost: 2, Rates: []rest.Rate{{Requests: 5, Per: time.Minute}}})),
			},
		},
	).Throttles(rest.Throttle{By: rest.PerToken, Rates: []rest.Rate{{Requests: 100, Per: time.Minute}}}).
		Schemes(token.Scheme{}, basic.Scheme{})
}

// Requests beyond a rate are refused before their body is read, and headers tell the remaining requests.
func TestThrottle(t *testing.T) {
	now := server.Clock()
	s := server.New(t, server.Config{Set: throttled, Options: serve.Options{Now: func() time.Time { return now }}}, ":memory:")
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
	s := server.New(t, server.Config{Set: throttled}, ":memory:")
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
	s := server.New(t, server.Config{Set: obtainable}, ":memory:")
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
