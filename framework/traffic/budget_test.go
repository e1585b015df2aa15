package traffic

import (
	"net/netip"
	"testing"
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
