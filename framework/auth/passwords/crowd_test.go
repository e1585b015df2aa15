// Tests of logins beside a crowd, and of the work of refusals.

package passwords_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
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

// memoryOfHash is what one hash allocates, and little else in these tests does.
const memoryOfHash = 19 << 20

// hashes is how many passwords f compares, by the memory that it takes.
func hashes(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / memoryOfHash
}

// Nobody learns from the work of a refusal whether the account exists, or why it is refused. Each refusal
// compares one password, with a hash of one kind, and asks the throttle the same.
func TestRefusalsWorkTheSame(t *testing.T) {
	const right = "alicepass123"
	p := newProcesses(t, 1)[0]
	hash, err := p.Passwords.Hash(t.Context(), right)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{alice, ivan} {
		p.accounts.change(id, func(u *auth.User) { u.Password = hash })
	}
	for _, tt := range []struct{ about, name, password string }{
		{"wrong password", "alice", "x"},
		{"wrong password again", "alice", "x"},
		{"no such account", "nobody", "x"},
		{"right password of an inactive account", "ivan", right},
		{"wrong password of an inactive account", "ivan", "x"},
		{"account without a password", "ghost", "x"},
		{"other letter case", "ALICE", right},
		{"name that none can have", "alice\x00", right},
		{"long name", strings.Repeat("a", 151), right},
		{"long password", "alice", strings.Repeat("x", 5000)},
	} {
		ways := map[string]func(){
			"form": func() {
				u, err := p.Login(httptest.NewRecorder(), request("POST"), tt.name, tt.password)
				if got := p.said(t, u, err); got != "wrong" {
					t.Errorf("%s, form: got %q, want a refusal", tt.about, got)
				}
			},
			"basic": func() {
				if got := p.basic(t, home, tt.name, tt.password); got != "wrong" {
					t.Errorf("%s, Basic: got %q, want a refusal", tt.about, got)
				}
			},
		}
		for way, try := range ways {
			clear(p.attempts.times) // nobody has to wait
			reads, writes := p.attempts.reads, p.attempts.writes
			if got := hashes(try); got < 0.95 || got > 1.1 {
				t.Errorf("%s, %s: the work of %.2f hashes, want 1", tt.about, way, got)
			}
			if reads, writes = p.attempts.reads-reads, p.attempts.writes-writes; reads != 1 || writes != 1 {
				t.Errorf("%s, %s: %d questions to the throttle and %d failures counted, want 1 and 1", tt.about, way, reads, writes)
			}
		}
	}
}

// Nor does anybody learn from the time of a refusal which accounts came from Django with their hashes,
// which take longer to compare with.
func TestRefusalsTakeTheSame(t *testing.T) {
	const rounds = 600_000 // many times the work of an argon2id
	p := newProcesses(t, 1)[0]
	p.accounts.change(alice, func(u *auth.User) { u.Password = djangoHash(t, "alicepass123", "salt", rounds) })
	hash, err := p.Passwords.Hash(t.Context(), "ivanpass123")
	if err != nil {
		t.Fatal(err)
	}
	p.accounts.change(ivan, func(u *auth.User) { u.Password, u.Active = hash, true })
	took := map[string]time.Duration{}
	for _, name := range []string{"alice", "ivan", "nobody"} {
		for range 3 {
			clear(p.attempts.times)
			start := time.Now()
			if got := p.basic(t, home, name, "x"); got != "wrong" {
				t.Errorf("%s: got %q", name, got)
			}
			if d := time.Since(start); took[name] == 0 || d < took[name] {
				took[name] = d
			}
		}
	}
	for _, name := range []string{"ivan", "nobody"} {
		if took[name] < took["alice"]/3 || took[name] > took["alice"]*3 {
			t.Errorf("a refusal of %s takes %v, and of alice, who came from Django, %v", name, took[name], took["alice"])
		}
	}
}
