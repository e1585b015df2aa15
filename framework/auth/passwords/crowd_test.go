// Tests of logins beside a crowd of others.

package passwords_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/problem"
)

// While guessers from 150 addresses, the same among them, fill all places to wait, whoever has logged in from the same
// address before is first in line at the first try, and whoever has not comes next.
func TestLoginBesideCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcesses(t, 1)[0]
		if got := p.basic(t, home, "alice", "alicepass123"); got != "alice" {
			t.Fatal(got)
		}
		time.Sleep(2 * time.Minute) // what was right a moment ago is forgotten
		release := p.Passwords.Occupy()
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		try := func(ctx context.Context, from, credentials string) (string, error) {
			r := request("GET", basic(credentials))
			r.RemoteAddr = from
			u, err := p.Identify(ctx, r)
			if u == nil {
				return "", err
			}
			return u.Username, err
		}
		var refused atomic.Int64
		for i := range 150 {
			from := fmt.Sprintf("203.0.113.%d:1", i)
			if i == 0 {
				from = home
			}
			wg.Go(func() {
				for ctx.Err() == nil {
					patient, leave := context.WithTimeout(ctx, 2*time.Second)
					_, err := try(patient, from, fmt.Sprintf("user%d:x", i))
					leave()
					if e := problem.As(err); e != nil && (e.Code == problem.Unavailable || e.Code == problem.Throttled) {
						refused.Add(1)
					}
					time.Sleep(time.Second)
				}
			})
		}
		time.Sleep(10500 * time.Millisecond)
		if got, want := p.Passwords.Waiting(), passwords.DefaultHashesWaiting-passwords.DefaultHashes; got != want || refused.Load() < 500 {
			t.Fatalf("%d wait and %d were refused, want %d and many", got, refused.Load(), want)
		}
		type result struct {
			who string
			err error
		}
		results := make(chan result, 2)
		for _, from := range []string{stranger, home} {
			go func() {
				name, err := try(t.Context(), from, "alice:alicepass123")
				results <- result{name + " " + from, err}
			}()
			synctest.Wait()
		}
		cancel() // the guessers leave, but those of the two stay
		wg.Wait()
		if got := p.Passwords.Waiting(); got != 2 {
			t.Errorf("%d wait, want the two people", got)
		}
		release()
		for range 2 {
			if got := <-results; got.err != nil {
				t.Errorf("%s: got %v, want to be logged in", got.who, got.err)
			}
		}
	})
}

// A /48 counts as a few places: neither does one /64 answer for the others, nor has a guesser all
// 65,536 of them.
func TestThrottleWide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ps := newProcesses(t, 2)
		wrong := 0
		for i := range 100 {
			from := fmt.Sprintf("[2001:db8:7:%x::1]:1", i)
			if ps[i%2].basic(t, from, fmt.Sprint("user", i), "x") == "wrong" {
				wrong++
			}
		}
		if wrong != 24 { // PerPlace is 6
			t.Errorf("%d guesses from the /64s of one /48 were answered, want 24", wrong)
		}
		for _, p := range ps {
			if got := p.basic(t, "[2001:db8:7:ffff::1]:1", "alice", "alicepass123"); got == "alice" {
				t.Error("the right password got in from the same /48")
			}
			if got := p.basic(t, "[2001:db8:8::1]:1", "alice", "alicepass123"); got != "alice" {
				t.Errorf("from another /48: got %q, want alice", got)
			}
		}
	})
}
