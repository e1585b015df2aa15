package auth

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// Both tests run on a fake clock, in which a minute costs nothing.

func TestPasswordsRunAFewAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Passwords{Limit: 2}
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
		key := c.key("hash", "password")
		if c.has(key) {
			t.Error("has = true before add")
		}
		c.add(key)
		time.Sleep(recentFor - time.Nanosecond)
		if !c.has(key) {
			t.Error("has = false within the minute")
		}
		for _, other := range [][32]byte{c.key("hash2", "password"), c.key("hash", "password2"), c.key("hashp", "assword")} {
			if c.has(other) {
				t.Error("has = true for another hash or password")
			}
		}
		time.Sleep(time.Nanosecond)
		if c.has(key) {
			t.Error("has = true after the minute")
		}
		var of recent
		if of.key("hash", "password") == key {
			t.Error("two processes have the same key")
		}
	})
}

func TestRecentIsBounded(t *testing.T) {
	var c recent
	var last [32]byte
	for i := range recentMax + 100 {
		last = [32]byte{byte(i), byte(i >> 8)}
		c.add(last)
	}
	if got := len(c.until); got != recentMax {
		t.Errorf("recent holds %d entries, want %d", got, recentMax)
	}
	if !c.has(last) {
		t.Error("the newest entry had to leave")
	}
}

func TestDummyHash(t *testing.T) {
	var p Passwords
	if _, ok := parseDigest(dummyHash); !ok || p.Outdated(dummyHash) {
		t.Errorf("dummyHash does not cost what a fresh hash costs: %q", dummyHash)
	}
}
