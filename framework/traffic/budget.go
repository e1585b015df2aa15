// Budgets for concurrent use.

package traffic

import (
	"net/netip"
	"sync"
	"sync/atomic"
)

// Budget limits concurrent use of something, such as the number of running requests.
type Budget struct {
	limit int64
	used  atomic.Int64
}

// NewBudget returns a budget of limit units.
func NewBudget(limit int64) *Budget { return &Budget{limit: limit} }

// Acquire takes n units if they are free, and reports that.
func (b *Budget) Acquire(n int64) bool {
	if b.used.Add(n) > b.limit {
		b.used.Add(-n)
		return false
	}
	return true
}

// Release returns units that Acquire took.
func (b *Budget) Release(n int64) { b.used.Add(-n) }

// SharedBudget is a budget of which each client address gets at most half. The unknown address, the zero
// Addr, may stand for many clients, and may have all of it.
type SharedBudget struct {
	limit int64

	mu   sync.Mutex
	used int64
	by   map[netip.Addr]int64
}

// NewSharedBudget returns a shared budget of limit units.
func NewSharedBudget(limit int64) *SharedBudget {
	return &SharedBudget{limit: limit, by: map[netip.Addr]int64{}}
}

// Limit returns the size of the budget.
func (b *SharedBudget) Limit() int64 { return b.limit }

// Acquire takes n units for an address if they are free, and reports that.
func (b *SharedBudget) Acquire(from netip.Addr, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > b.limit-b.used || from.IsValid() && n > half(b.limit)-b.by[from] {
		return false
	}
	b.used += n
	b.by[from] += n
	return true
}

// Release returns units of an address. For 0 units it does not lock.
func (b *SharedBudget) Release(from netip.Addr, n int64) {
	if n == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
	if b.by[from] -= n; b.by[from] == 0 {
		delete(b.by, from)
	}
}

// half returns the share of one address: half, but at least one.
func half[N int | int64](all N) N { return max(1, all/2) }
