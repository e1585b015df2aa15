// Tests of the number of hashes at once, and of recent results.

package passwords

import (
	"context"
	"errors"
	"net/netip"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
)

// Both tests run on a fake clock, in which a minute costs nothing.

func TestPasswordsRunAFewAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Hasher{Limit: 2}
		start := time.Now()
		for range 6 {
			go func() {
				if err := p.run(t.Context(), func() { time.Sleep(time.Second) }); err != nil {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()

		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if err := p.run(ctx, func() { t.Error("ran beside two others") }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("run in a full queue = %v, want %v", err, context.DeadlineExceeded)
		}
		if got := time.Since(start); got != 100*time.Millisecond {
			t.Errorf("the waiting caller gave up after %v, want 100ms", got)
		}
		if err := p.run(t.Context(), func() {}); err != nil {
			t.Error(err)
		}
		if got := time.Since(start); got < 2*time.Second {
			t.Errorf("six jobs, two at a time, let the seventh in after %v", got)
		}
		time.Sleep(time.Minute)
	})
}

func TestRecentForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c recent
		sum, alice := c.sum("hash", "password"), credential{"alice", netip.MustParseAddr("192.0.2.1")}
		if c.has(alice, sum) {
			t.Error("has = true before add")
		}
		c.add(alice, sum)
		time.Sleep(recentFor - time.Nanosecond)
		if !c.has(alice, sum) {
			t.Error("has = false within the minute")
		}
		for _, other := range [][32]byte{c.sum("hash2", "password"), c.sum("hash", "password2"), c.sum("hashp", "assword")} {
			if c.has(alice, other) {
				t.Error("has = true for another hash or password")
			}
		}
		for _, other := range []credential{{"bob", alice.from}, {"alice", netip.MustParseAddr("192.0.2.2")}, {"alice", netip.Addr{}}} {
			if c.has(other, sum) {
				t.Errorf("has = true for %v", other)
			}
		}
		time.Sleep(time.Nanosecond)
		if c.has(alice, sum) {
			t.Error("has = true after the minute")
		}
		c.add(alice, sum)
		c.forget(alice)
		if c.has(alice, sum) {
			t.Error("has = true after forget")
		}
		var of recent
		if of.sum("hash", "password") == sum {
			t.Error("two processes have the same sum")
		}
	})
}

func TestRecentIsBounded(t *testing.T) {
	var c recent
	var last credential
	for i := range recentMax + 100 {
		last = credential{name: strconv.Itoa(i)}
		c.add(last, [32]byte{})
	}
	if got := len(c.known.entries); got != recentMax {
		t.Errorf("recent holds %d entries, want %d", got, recentMax)
	}
	if !c.has(last, [32]byte{}) {
		t.Error("the newest entry had to leave")
	}
}

func TestDummyHash(t *testing.T) {
	var p Hasher
	if _, ok := parseDigest(dummyHash); !ok || p.Outdated(dummyHash) {
		t.Errorf("dummyHash does not cost what a fresh hash costs: %q", dummyHash)
	}
	cheap := auth.HashCost{MemoryKiB: 8, Passes: 1}
	p.Cost = cheap
	hash, err := p.Hash(t.Context(), "word")
	if d, _ := parseDigest(hash); err != nil || p.Outdated(hash) || !p.Outdated(dummyHash) || !sameCost(d, NewChecker(nil, auth.Options{HashCost: cheap}).dummy()) {
		t.Errorf("at another cost: got %s, error %v", hash, err)
	}
}
