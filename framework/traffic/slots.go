// Places for long responses, of which slow clients lose theirs.

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
	// minBehind is by how much time a receiver may fall behind the least pace, at least, before its
	// slot can be given to another, and burst by how many bytes. Systems buffer some megabytes of a
	// response, and make room for a third of them at once: a client that keeps the pace seems to stand
	// still until it has read that much.
	minBehind = 5 * time.Second
	burst     = 2 << 20
	// pollInterval is how often those who wait look for a receiver that has fallen behind.
	pollInterval = 100 * time.Millisecond
	// maxWaiting is how many may wait for a slot at once, one address half of them.
	maxWaiting = 128
)

// Slots are for long responses, each of which holds something scarce while its client reads. No
// address has more than half of them. While others wait, receivers that have fallen behind the least
// pace lose theirs, the slowest first; those that keep it never do.
type Slots struct {
	limit     int
	minPace   int64         // in bytes per second
	maxBehind atomic.Int64  // nanoseconds by which a receiver may fall behind the least pace
	timeout   time.Duration // of those who wait

	mu      sync.Mutex
	held    []*Receiver
	by      map[netip.Addr]int
	waiting []*waiter // who has come first is first
}

// waiter is a response that waits for a slot.
type waiter struct {
	*Receiver
	granted chan struct{} // closed when it has one
}

// NewSlots returns n slots. Limits says what pace receivers have to keep, and for how long others
// wait.
func NewSlots(n int, limits Limits) *Slots {
	limits = limits.WithDefaults()
	behind := max(minBehind, time.Duration(burst*float64(time.Second)/float64(limits.Pace)))
	s := &Slots{limit: n, minPace: limits.Pace, timeout: limits.WriteTimeout / 2, by: map[netip.Addr]int{}}
	s.SetMaxBehind(behind)
	return s
}

// SetMaxBehind says by how much time a receiver may fall behind the least pace before it can lose
// its slot. NewSlots derives it from Limits.Pace.
func (s *Slots) SetMaxBehind(d time.Duration) { s.maxBehind.Store(int64(d)) }

func (s *Slots) behind() time.Duration { return time.Duration(s.maxBehind.Load()) }

// Waiting is how many responses wait for a slot.
func (s *Slots) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting)
}

// Acquire reports whether there is a slot for r, and has given it if so. It does not wait.
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

// Release gives the slot of r to one of those who wait.
func (s *Slots) Release(r *Receiver) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = slices.DeleteFunc(s.held, func(other *Receiver) bool { return other == r })
	if s.by[r.from]--; s.by[r.from] == 0 {
		delete(s.by, r.from)
	}
	s.grant()
}

// grant gives the slots that are free to those who wait: first to the address that has the fewest.
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

// Wait reports whether r has got a slot. It waits until there is one, but no longer than half of
// WriteTimeout, and not at all beside too many others.
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

// enqueue lets r wait, or returns nil where too many do.
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

// leave ends waiting. It reports whether w has got a slot after all.
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

// endSlow ends the slowest of those who have fallen behind, one for each who waits. A slot that an
// address has above its half would help nobody else: it waits for one of its own.
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

// slowest is the receiver whose slot could be given to an address, nil for none.
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
