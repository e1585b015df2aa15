// Slots for long responses, which slow clients lose.

package traffic

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// minBehind is the least time, and burst the least number of bytes, by which a receiver falls behind
	// the minimum pace before it can lose its slot. Systems buffer some megabytes of a response, and free a
	// third of them at once: a client that keeps the pace seems to stall until it has read that much.
	minBehind = 5 * time.Second
	burst     = 2 << 20
	// pollInterval is how often waiting responses look for a receiver that has fallen behind.
	pollInterval = 100 * time.Millisecond
	// maxWaiting is the largest number of waiting responses; one address gets half of them.
	maxWaiting = 128
)

// Slots are for long responses, each of which holds a scarce resource while its client reads. No address
// gets more than half of them. While others wait, receivers behind the minimum pace lose their slots, the
// slowest first; those that keep it never do.
type Slots struct {
	limit     int
	minPace   int64         // in bytes per second
	maxBehind atomic.Int64  // nanoseconds by which a receiver may fall behind the minimum pace
	timeout   time.Duration // of waiting responses

	mu      sync.Mutex
	held    []*Receiver
	by      map[netip.Addr]int
	waiting []*waiter // in order of arrival
}

// waiter is a response that waits for a slot.
type waiter struct {
	*Receiver
	granted chan struct{} // closed when it gets a slot
}

// NewSlots returns n slots. Limits sets the minimum pace of receivers, and how long others wait.
func NewSlots(n int, limits Limits) *Slots {
	limits = limits.WithDefaults()
	behind := max(minBehind, time.Duration(burst*float64(time.Second)/float64(limits.Pace)))
	s := &Slots{limit: n, minPace: limits.Pace, timeout: limits.WriteTimeout / 2, by: map[netip.Addr]int{}}
	s.SetMaxBehind(behind)
	return s
}

// SetMaxBehind sets the time by which a receiver may fall behind the minimum pace before it can lose its
// slot. NewSlots derives it from Limits.Pace.
func (s *Slots) SetMaxBehind(d time.Duration) { s.maxBehind.Store(int64(d)) }

func (s *Slots) behind() time.Duration { return time.Duration(s.maxBehind.Load()) }

// Waiting returns the number of waiting responses.
func (s *Slots) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting)
}

// Acquire gives r a slot if there is one, and reports that. It does not wait.
func (s *Slots) Acquire(r *Receiver) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.acquire(r)
}

// acquire is Acquire under the lock.
func (s *Slots) acquire(r *Receiver) bool {
	if len(s.held) >= s.limit || s.full(r.from) {
		return false
	}
	s.held = append(s.held, r)
	s.by[r.from]++
	return true
}

// full reports whether an address has its half.
func (s *Slots) full(from netip.Addr) bool {
	return from.IsValid() && s.by[from] >= half(s.limit)
}

// Release passes the slot of r to a waiting response.
func (s *Slots) Release(r *Receiver) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = slices.DeleteFunc(s.held, func(other *Receiver) bool { return other == r })
	if s.by[r.from]--; s.by[r.from] == 0 {
		delete(s.by, r.from)
	}
	s.grant()
}

// grant gives free slots to waiting responses: first to the address with the fewest.
func (s *Slots) grant() {
	for {
		var next *waiter
		for _, w := range s.waiting {
			if !s.full(w.from) && (next == nil || s.by[w.from] < s.by[next.from]) {
				next = w
			}
		}
		if next == nil || !s.acquire(next.Receiver) {
			return
		}
		s.forget(next)
		close(next.granted)
	}
}

func (s *Slots) forget(w *waiter) {
	s.waiting = slices.DeleteFunc(s.waiting, func(other *waiter) bool { return other == w })
}

// Wait waits for a slot for r, and reports whether r got one. It waits at most half of WriteTimeout, and
// not at all if too many others wait.
func (s *Slots) Wait(ctx context.Context, r *Receiver) bool {
	w := s.enqueue(r)
	if w == nil {
		return false
	}
	late := time.NewTimer(s.timeout)
	defer late.Stop()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-w.granted:
			return true
		case <-tick.C:
			s.endSlow(time.Now())
		case <-late.C:
			return s.leave(w)
		case <-ctx.Done():
			return s.leave(w)
		}
	}
}

// enqueue adds r to the waiting responses, or returns nil if there are too many.
func (s *Slots) enqueue(r *Receiver) *waiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := 0
	for _, w := range s.waiting {
		if w.from == r.from {
			mine++
		}
	}
	if len(s.waiting) >= maxWaiting || r.from.IsValid() && mine >= half(maxWaiting) {
		return nil
	}
	w := &waiter{Receiver: r, granted: make(chan struct{})}
	s.waiting = append(s.waiting, w)
	s.grant()
	return w
}

// leave ends waiting. It reports whether w got a slot meanwhile.
func (s *Slots) leave(w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-w.granted:
		return true
	default:
		s.forget(w)
		return false
	}
}

// endSlow ends the slowest receivers that have fallen behind, one for each waiting response. It spares the
// slots above an address's half, which only that address could use.
func (s *Slots) endSlow(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ending := 0
	for _, r := range s.held {
		if r.isEnded() {
			ending++
		}
	}
	for _, w := range s.waiting[min(ending, len(s.waiting)):] {
		if r := s.slowest(w.from, now); r != nil {
			r.End("it was read too slowly while others waited")
		}
	}
}

// slowest returns the slowest receiver whose slot an address could get, nil for none.
func (s *Slots) slowest(from netip.Addr, now time.Time) (slowest *Receiver) {
	least := 0.0
	own := s.full(from)
	for _, r := range s.held {
		if own && r.from != from {
			continue
		}
		if pace, behind := r.pace(now); behind >= s.behind() && (slowest == nil || pace < least) {
			slowest, least = r, pace
		}
	}
	return slowest
}
