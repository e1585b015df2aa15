// Tests of budgets, turns and receivers.

package traffic

import (
	"context"
	"errors"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// A budget gives no more than it has; released bytes can be taken again.
func TestBudget(t *testing.T) {
	b := NewBudget(2)
	for i, want := range []bool{true, true, false} {
		if got := b.Acquire(1); got != want {
			t.Errorf("unit %d of two: got %v, want %v", i+1, got, want)
		}
	}
	b.Release(1)
	if b.Acquire(2) || !b.Acquire(1) {
		t.Error("after one unit was released: want one, not two")
	}
}

// No address has more than half of a shared budget; one that is not known may have all.
func TestSharedBudget(t *testing.T) {
	one, two := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	b := NewSharedBudget(10)
	for _, step := range []struct {
		from netip.Addr
		n    int64
		want bool
	}{{one, 6, false}, {one, 5, true}, {one, 1, false}, {two, 4, true}, {netip.Addr{}, 2, false}, {netip.Addr{}, 1, true}, {two, 1, false}} {
		if got := b.Acquire(step.from, step.n); got != step.want {
			t.Errorf("%d for %v: got %v, want %v", step.n, step.from, got, step.want)
		}
	}
	b.Release(one, 5)
	b.Release(two, 4)
	b.Release(netip.Addr{}, 1)
	if !b.Acquire(netip.Addr{}, 10) || len(b.by) != 1 {
		t.Errorf("after all was released: want all of it for one, got %v", b.by)
	}
	if !NewSharedBudget(1).Acquire(one, 1) {
		t.Error("half of one unit is one")
	}
}

// One has its turn at a time, in the order of coming; who waits too long, or leaves, is out of the line.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := NewTurns[string]()
		done, err := turns.Take(t.Context(), "a", time.Second)
		if err != nil || !turns.Awaited("a") || turns.Awaited("b") {
			t.Fatalf("the first: error %v, awaited %v, another %v", err, turns.Awaited("a"), turns.Awaited("b"))
		}
		other, err := turns.Take(t.Context(), "b", time.Second)
		if err != nil {
			t.Fatalf("another thing: %v", err)
		}
		other()
		leaving, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() { _, err := turns.Take(leaving, "a", time.Hour); left <- err }()
		synctest.Wait()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("one who leaves: got %v", err)
		}
		if _, err := turns.Take(t.Context(), "a", time.Second); !errors.Is(err, ErrNoTurn) {
			t.Errorf("one who waits too long: got %v", err)
		}
		var order []int
		ended := make(chan struct{})
		for i := range 3 {
			go func() {
				done, err := turns.Take(t.Context(), "a", time.Hour)
				if err != nil {
					t.Error(err)
				}
				order = append(order, i)
				done()
				ended <- struct{}{}
			}()
			synctest.Wait()
		}
		done()
		for range 3 {
			<-ended
		}
		if len(order) != 3 || order[0] != 0 || order[1] != 1 || order[2] != 2 || turns.Awaited("a") {
			t.Errorf("got the order %v, awaited afterwards %v", order, turns.Awaited("a"))
		}
	})
}

// A receiver that keeps the least pace never falls behind, in however large pieces it reads; one that
// does not falls behind soon, and catches up soon when it reads on.
func TestMeter(t *testing.T) {
	const kb = 1000
	s := NewSlots(2, Limits{Pace: 256 * kb})
	tests := []struct {
		name   string
		bytes  int           // at once
		every  time.Duration // waited for it
		behind bool          // at some time within a minute, as seen just before
	}{
		{"fast", 32 * kb, time.Millisecond, false},
		{"at the pace, smoothly", 32 * kb, 125 * time.Millisecond, false},
		{"a little faster, as loopback has it", 1440 * kb, 5 * time.Second, false},
		{"100 kB/s, smoothly", 32 * kb, 320 * time.Millisecond, true},
		{"100 kB/s, as loopback has it", 1440 * kb, 14400 * time.Millisecond, true},
		{"hardly at all", 1, 10 * time.Second, true},
	}
	for _, tt := range tests {
		var m meter
		behind := false
		for range time.Minute / tt.every {
			seen := meter{m.bytes, m.waited + tt.every}
			behind = behind || seen.behind(s.minPace) >= s.behind()
			m.add(tt.bytes, tt.every, s)
		}
		if behind != tt.behind {
			t.Errorf("%s: got behind %v, want %v", tt.name, behind, tt.behind)
		}
		for range 4 { // reads on, three times as fast as it has to
			m.add(1440*kb, 1440*time.Second/256/3, s)
		}
		if got := m.behind(s.minPace); got >= s.behind() {
			t.Errorf("%s, and then fast: behind by %v, want less than %v", tt.name, got, s.behind())
		}
	}
}

var codingElement = regexp.MustCompile(`^([a-z]+|\*)(;q=(0(\.[0-9]{1,3})?|1(\.0{1,3})?))?$`)

// Accept-Encoding is read as RFC 9110 has it, where it is written so; the weight is never outside of
// 0 and 1.
func FuzzCodingQuality(f *testing.F) {
	for _, seed := range []string{"", "gzip", "gzip;q=0", "*", "*;q=0.5, gzip", "zstd;q=1.0,gzip;q=0.001", "gzip;q=2", "GZIP ; q = 0.5", "gzip;q=nan", "gzip;q=+Inf", "x-gzip", "gzip;x=1;q=0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		defer stopwatch.Input(t)()
		got := codingQuality(accept, "gzip")
		if !(got >= 0 && got <= 1) {
			t.Errorf("%q: got %v", accept, got)
		}
		want, star, found := 0.0, 0.0, false
		for element := range strings.SplitSeq(accept, ",") {
			part := codingElement.FindStringSubmatch(element)
			if part == nil {
				return
			}
			q := 1.0
			if part[3] != "" {
				q, _ = strconv.ParseFloat(part[3], 64)
			}
			switch {
			case part[1] == "gzip" && !found:
				want, found = q, true
			case part[1] == "*":
				star = q
			}
		}
		if !found {
			want = star
		}
		if got != want {
			t.Errorf("%q: got %v, want %v", accept, got, want)
		}
	})
}
