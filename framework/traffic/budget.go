// Bounds on how much there is of something at once.

package traffic

import (
	"net/netip"
	"sync"
	"sync/atomic"
)

// Budget bounds how much there is of something at once, such as requests that are worked on.
type Budget struct {
	limit int64
	used  atomic.Int64
}

// NewBudget returns a budget of limit units.
func NewBudget(limit int64) *Budget { return &Budget{limit: limit} }

// Acquire reports whether n more fit, and has taken them if so.
func (b *Budget) Acquire(n int64) bool {
	if b.used.Add(n) > b.limit {
		b.used.Add(-n)
		return false
	}
	return true
}

// Release gives back what Acquire took.
func (b *Budget) Release(n int64) { b.used.Add(-n) }

// SharedBudget is a budget of which no client address has more than half. An address that is not
// known, the zero Addr, may stand for many clients, and may have all of it.
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

// Limit is how much there is in all.
func (b *SharedBudget) Limit() int64 { return b.limit }

// Acquire reports whether n more fit, and has taken them for the address if so.
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

// Release gives back what the address has acquired. Zero asks for no lock.
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

// half is what one address may have of something: at least one.
func half[N int | int64](all N) N { return max(1, all/2) }
