// Tests that refusals take the same work.

package passwords_test

import (
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
)

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
