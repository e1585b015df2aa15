// Tests of the inactivity timeout.

package session

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
)

// table is a table of sessions in memory, which several processes share.
type table struct {
	mu      sync.Mutex
	rows    map[string]auth.Session
	touched int
	failing bool
}

func (k *table) Find(_ context.Context, token string) ([]byte, bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s, ok := k.rows[token]
	return s.Data, ok && s.Expires.After(time.Now()), nil
}

func (k *table) Save(_ context.Context, token string, s auth.Session) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.rows[token] = s
	return nil
}

func (k *table) Delete(_ context.Context, token string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.rows, token)
	return nil
}

func (k *table) TouchSession(_ context.Context, token string, expires time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.touched++
	if k.failing {
		return errors.New("no writes now")
	}
	if s, ok := k.rows[token]; ok && s.Expires.After(time.Now()) && s.Expires.Before(expires) {
		s.Expires = expires
		k.rows[token] = s
	}
	return nil
}

// people has one account.
type people struct{ auth.Accounts }

func (people) UserByID(_ context.Context, id int64) (auth.User, bool, error) {
	return auth.User{ID: id, Username: "ann", Active: true}, true, nil
}

// process is one process of a service with a scheme.
func process(t *testing.T, k *table, s Scheme) *verifier {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	v, err := s.Bind(auth.Services{Accounts: people{}, Sessions: k})
	if err != nil {
		t.Fatal(err)
	}
	return v.(*verifier)
}

// login returns a request with the cookie of a new session.
func login(t *testing.T, v *verifier) *http.Request {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
	if err := v.start(w, r, &auth.User{ID: 7, Username: "ann", Active: true}); err != nil {
		t.Fatal(err)
	}
	for _, c := range w.Result().Cookies() {
		r.AddCookie(c)
	}
	return r
}

// requester returns the name that a request is logged in by, "" for none.
func requester(t *testing.T, ctx context.Context, v *verifier, r *http.Request) string {
	t.Helper()
	c, err := v.Authenticate(ctx, r)
	if synctest.Wait(); err != nil {
		t.Fatal(err)
	}
	if c == nil {
		return ""
	}
	return c.User.Username
}

// A session ends after the inactivity timeout, and after its lifetime however active it is. Several processes share its
// uses, a tenth of the timeout apart each.
func TestIdle(t *testing.T) {
	const idle = 10 * time.Minute
	hour := []time.Duration{}
	for range 11 {
		hour = append(hour, 5*time.Minute+30*time.Second)
	}
	for _, tt := range []struct {
		name    string
		waits   []time.Duration // before each request
		want    string          // the requests that are logged in, as +, and the others
		touched int
	}{
		{"used at once and just in time", []time.Duration{0, idle - time.Second, idle - time.Second}, "+++", 3},
		{"unused since the login", []time.Duration{idle}, "-", 0},
		{"unused since a request", []time.Duration{5 * time.Minute, idle, 0}, "+--", 1},
		{"used often", []time.Duration{0, 10 * time.Second, 40 * time.Second, 20 * time.Second}, "++++", 3},
		{"used until its lifetime", hour, "++++++++++-", 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := &table{rows: map[string]auth.Session{}}
				s := Scheme{Lifetime: time.Hour, Idle: idle}
				processes := []*verifier{process(t, k, s), process(t, k, s)}
				r, got := login(t, processes[0]), ""
				for i, wait := range tt.waits {
					time.Sleep(wait)
					mark := "-"
					if requester(t, t.Context(), processes[i%2], r) == "ann" {
						mark = "+"
					}
					got += mark
				}
				if got != tt.want || k.touched != tt.touched {
					t.Errorf("got %s with %d stored uses, want %s with %d", got, k.touched, tt.want, tt.touched)
				}
			})
		})
	}
}

// The repeated authentication of a stream is no activity, and a store that fails refuses nobody.
func TestIdleWithoutUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := &table{rows: map[string]auth.Session{}}
		v := process(t, k, Scheme{Idle: time.Minute})
		r := login(t, v)
		for range 5 {
			time.Sleep(11 * time.Second)
			if got := requester(t, auth.WithoutUse(t.Context()), v, r); got != "ann" {
				t.Errorf("an open stream: got %q", got)
			}
		}
		k.failing = true
		if got := requester(t, t.Context(), v, r); got != "ann" || k.touched != 1 {
			t.Errorf("a store that fails: got %q and %d attempts", got, k.touched)
		}
		time.Sleep(5 * time.Second)
		if got := requester(t, t.Context(), v, r); got != "" {
			t.Errorf("a minute after the login: got %q", got)
		}
	})
}

// A shorter timeout ends the sessions that began with a longer one or without any; a longer one holds for all.
func TestIdleChanges(t *testing.T) {
	for _, tt := range []struct {
		before, after time.Duration
		want          string
	}{{0, 0, "ann"}, {0, time.Hour, ""}, {2 * time.Hour, time.Hour, ""}, {time.Hour, 2 * time.Hour, "ann"}, {time.Hour, time.Hour, "ann"}, {time.Hour, 0, "ann"}} {
		synctest.Test(t, func(t *testing.T) {
			k := &table{rows: map[string]auth.Session{}}
			r := login(t, process(t, k, Scheme{Idle: tt.before}))
			time.Sleep(time.Minute)
			got := requester(t, t.Context(), process(t, k, Scheme{Idle: tt.after}), r)
			if kept := len(k.rows) == 1; got != tt.want || kept != (tt.want != "") {
				t.Errorf("%v instead of %v: got %q, the session is kept: %v; want %q", tt.after, tt.before, got, kept, tt.want)
			}
			if rows := slices.Collect(maps.Values(k.rows)); tt.after == 2*time.Hour && !rows[0].Expires.Equal(time.Now().Add(tt.after)) {
				t.Errorf("the session ends at %v, want 2 hours after its use", rows[0].Expires)
			}
		})
	}
}

// A store without TouchSession is told at the start.
func TestIdleNeedsAStore(t *testing.T) {
	if _, err := (Scheme{Idle: time.Hour}).Bind(auth.Services{Sessions: struct{ auth.Sessions }{&table{}}}); err == nil {
		t.Error("a store that extends no sessions is taken")
	}
}
