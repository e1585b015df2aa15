// Tests of the throttle of failed logins.

package passwords_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
)

// attempts is a table of times in memory.
type attempts struct {
	mu            sync.Mutex
	times         map[string]time.Time
	reads, writes int
	reading       func() // called by Until; nil for nothing
	err           error
}

func (a *attempts) Until(_ context.Context, now time.Time, keys []string) (map[string]time.Time, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reads++
	if a.reading != nil {
		a.reading()
	}
	found := map[string]time.Time{}
	for _, key := range keys {
		if at := a.times[key]; at.After(now) {
			found[key] = at
		}
	}
	return found, a.err
}

func (a *attempts) Extend(ctx context.Context, now time.Time, limit time.Duration, by []auth.Extension) (map[string]time.Time, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.writes++
	times := map[string]time.Time{}
	for _, e := range by {
		at := a.times[e.Key]
		if at.Before(now) {
			at = now
		}
		if at = at.Add(e.By); at.After(now.Add(e.By + limit)) {
			at = now.Add(e.By + limit)
		}
		a.times[e.Key], times[e.Key] = at, at
	}
	return times, a.err
}

// process is one of several that share accounts and attempts.
type process struct {
	*world
	attempts *attempts
}

const (
	home     = "192.0.2.1:1"
	stranger = "198.51.100.7:2"
)

// newProcesses are n processes that let an account fail 3 times in 3 minutes, a place 6 times.
func newProcesses(t testing.TB, n int) []*process {
	shared := &attempts{times: map[string]time.Time{}}
	var all []*process
	users := newAccounts()
	for range n {
		w := newWorldOf(t, users, auth.Options{Attempts: shared, Throttle: auth.Throttle{Failures: 3, PerPlace: 6, Window: 3 * time.Minute}})
		all = append(all, &process{w, shared})
	}
	return all
}

func from(address string, r *http.Request) *http.Request {
	r.RemoteAddr = address
	return r
}

// basic says what becomes of Basic credentials: who it is, "wrong", or how long to wait.
func (p *process) basic(t testing.TB, address, name, password string) string {
	t.Helper()
	u, err := p.Identify(t.Context(), from(address, request("GET", basic(name+":"+password))))
	return p.said(t, u, err)
}

func (p *process) said(t testing.TB, u *auth.User, err error) string {
	t.Helper()
	if wait, ok := auth.Waits(err); ok {
		return wait.String()
	}
	if u == nil && (err == nil || outcome(t, u, err) == "Invalid username/password.") {
		return "wrong"
	}
	return outcome(t, u, err)
}

// After too many failures of an account people wait, whatever they say, and then try once; all
// processes know.
func TestThrottleAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ps := newProcesses(t, 2)
		check := func(p *process, name, password, want string) {
			t.Helper()
			if got := p.basic(t, stranger, name, password); got != want {
				t.Errorf("%s:%s: got %q, want %q", name, password, got, want)
			}
		}
		for _, name := range []string{"alice", "nobody"} {
			check(ps[0], name, "1", "wrong")
			check(ps[1], name, "2", "wrong")
			check(ps[0], name, "3", "wrong")
			for _, p := range ps {
				check(p, name, "4", "1m0s")
				check(p, name, "alicepass123", "1m0s")
			}
			time.Sleep(time.Minute - time.Second)
			check(ps[1], name, "5", "1s")
			time.Sleep(time.Second)
			check(ps[1], name, "6", "wrong")
			check(ps[0], name, "7", "1m0s")
			time.Sleep(3 * time.Minute)
		}
		check(ps[0], "alice", "alicepass123", "alice")
	})
}

// Waiting has an end however often somebody tries meanwhile.
func TestThrottleEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcesses(t, 1)[0]
		for range 100 {
			p.basic(t, stranger, "alice", "wrong")
		}
		time.Sleep(time.Minute)
		if got := p.basic(t, stranger, "alice", "alicepass123"); got != "alice" {
			t.Errorf("got %q, want alice", got)
		}
	})
}

// A place is refused after too many failures of whatever accounts, and others are not.
func TestThrottlePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcesses(t, 1)[0]
		for i := range 6 {
			if got := p.basic(t, "[2001:db8::1]:1", fmt.Sprint("user", i), "x"); got != "wrong" {
				t.Fatalf("failure %d: got %q", i, got)
			}
		}
		for _, tt := range []struct{ at, want string }{
			{"[2001:db8::ffff:2]:9", "30s"}, // the same /64
			{"[2001:db8:0:1::1]:1", "alice"},
			{stranger, "alice"},
		} {
			if got := p.basic(t, tt.at, "alice", "alicepass123"); got != tt.want {
				t.Errorf("from %s: got %q, want %q", tt.at, got, tt.want)
			}
		}
	})
}

// Who guesses keeps nobody out who logs in from where they have before; guesses from there are
// counted on their own.
func TestThrottleKnownPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ps := newProcesses(t, 2)
		if got := ps[0].basic(t, home, "alice", "alicepass123"); got != "alice" {
			t.Fatal(got)
		}
		for i := range 10 {
			ps[0].basic(t, stranger, "alice", fmt.Sprint(i))
			ps[0].basic(t, home, fmt.Sprint("user", i), "x")
		}
		time.Sleep(2 * time.Minute) // what the processes remember is forgotten
		for i := range 10 {
			ps[0].basic(t, stranger, "alice", fmt.Sprint(i))
			ps[0].basic(t, home, fmt.Sprint("user", i), "x")
		}
		for _, p := range ps {
			if got := p.basic(t, home, "alice", "alicepass123"); got != "alice" {
				t.Errorf("alice at home: got %q", got)
			}
			if got := p.basic(t, stranger, "alice", "alicepass123"); got == "alice" {
				t.Error("the right password got in from where there were too many wrong ones")
			}
		}
		for range 3 {
			ps[1].basic(t, home, "alice", "x")
		}
		for i, p := range ps { // also where the right password was compared a moment ago
			if got := p.basic(t, home, "alice", "alicepass123"); got == "alice" {
				t.Errorf("process %d: alice got in at home after three failures there", i)
			}
		}
	})
}

// Credentials that were right a moment ago do not help whoever guesses from the same place: a
// process that has compared a wrong one since compares the right one again.
func TestThrottleRemembersWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ps := newProcesses(t, 2)
		if got := ps[0].basic(t, home, "alice", "alicepass123"); got != "alice" {
			t.Fatal(got)
		}
		for range 3 {
			ps[1].basic(t, home, "alice", "x")
		}
		for i, want := range []string{"alice", "1m0s", "1m0s"} {
			if got := ps[0].basic(t, home, "alice", "alicepass123"); got != want {
				t.Errorf("request %d: got %q, want %q", i, got, want)
			}
			if got := ps[0].basic(t, home, "alice", "x"); got != "1m0s" {
				t.Errorf("guess %d: got %q, want 1m0s", i, got)
			}
		}
	})
}

// Of many guesses at once no more are answered than one by one, in all processes together.
func TestThrottleAtOnce(t *testing.T) {
	ps := newProcesses(t, 4)
	for round := range 2 {
		var wg sync.WaitGroup
		var mu sync.Mutex
		said := map[string]int{}
		for i := range 24 {
			wg.Go(func() {
				got := ps[i%4].basic(t, stranger, fmt.Sprint("user", round), "wrong")
				mu.Lock()
				defer mu.Unlock()
				said[got[:1]]++
			})
		}
		wg.Wait()
		if said["w"] > 3 {
			t.Fatalf("round %d: %d of 24 guesses were answered, want at most 3", round, said["w"])
		}
		ps = newProcesses(t, 4)
	}
}

// A client that goes away while its guess is compared is counted all the same.
func TestThrottleCountsTheGone(t *testing.T) {
	p := newProcesses(t, 1)[0]
	for i := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		p.attempts.reading = cancel // the first question comes after the comparison
		r := from(stranger, request("POST")).WithContext(ctx)
		if u, err := p.Login(httptest.NewRecorder(), r, "nobody", "x"); u != nil || err != nil || ctx.Err() == nil {
			t.Errorf("guess %d: got %v, %v", i, u, err)
		}
	}
	if got := p.basic(t, stranger, "nobody", "x"); got == "wrong" {
		t.Error("guesses of clients that went away were not counted")
	}
}

// A session goes on while its account has to wait, and the throttle of the login form is the same.
func TestThrottleLeavesSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcesses(t, 1)[0]
		cookie := p.login(t)
		form := func(password string) string {
			u, err := p.Login(httptest.NewRecorder(), from(stranger, request("POST")), "alice", password)
			return p.said(t, u, err)
		}
		for i, want := range []string{"wrong", "wrong", "wrong", "1m0s", "1m0s"} {
			if got := form("x"); got != want {
				t.Errorf("login %d: got %q, want %q", i, got, want)
			}
		}
		if got := form("alicepass123"); got != "1m0s" {
			t.Errorf("right password: got %q, want a wait", got)
		}
		r := request("POST")
		r.AddCookie(cookie)
		if u, err := p.Identify(t.Context(), r); outcome(t, u, err) != "alice" {
			t.Errorf("session: got %v, %v", u, err)
		}
	})
}

// Credentials that were right a moment ago cost the throttle nothing, others one read.
func TestThrottleCosts(t *testing.T) {
	p := newProcesses(t, 1)[0]
	for i, want := range [][2]int{{1, 1}, {1, 1}, {1, 1}} { // the first makes the place known
		if got := p.basic(t, home, "alice", "alicepass123"); got != "alice" {
			t.Fatal(got)
		}
		if got := [2]int{p.attempts.reads, p.attempts.writes}; got != want {
			t.Errorf("request %d: %d reads and %d writes so far, want %v", i, got[0], got[1], want)
		}
	}
	u, err := p.Login(httptest.NewRecorder(), from(home, request("POST")), "alice", "alicepass123")
	if outcome(t, u, err) != "alice" || p.attempts.reads != 1 || p.attempts.writes != 1 {
		t.Errorf("login: %v, %v, %d reads, %d writes", u, err, p.attempts.reads, p.attempts.writes)
	}
}

// What cannot be counted is a fault of ours, not a guess for free; only a place that cannot be
// noted is no reason to refuse.
func TestThrottleErrors(t *testing.T) {
	p := newProcesses(t, 1)[0]
	p.attempts.err = errors.New("table is gone")
	for _, password := range []string{"x", "alicepass123"} {
		if u, err := p.Login(httptest.NewRecorder(), request("POST"), "alice", password); u != nil || !errors.Is(err, p.attempts.err) {
			t.Errorf("password %s: got %v, %v, want the table's error", password, u, err)
		}
	}
}

// Without limits nothing is counted.
func TestThrottleOff(t *testing.T) {
	table := &attempts{times: map[string]time.Time{}}
	p := &process{newWorld(t, auth.Options{Attempts: table}), table}
	for range 100 {
		if got := p.basic(t, stranger, "alice", "x"); got != "wrong" {
			t.Fatal(got)
		}
	}
	if table.reads+table.writes > 0 {
		t.Errorf("%d reads, %d writes, want none", table.reads, table.writes)
	}
}
