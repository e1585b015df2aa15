// The queue of password comparisons: few at once, in a fair order.

package passwords

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"time"

	"example.com/resourceful/framework/problem"
)

// caller is the account whose password is hashed. The zero value is a known caller.
type caller struct {
	from netip.Addr // from auth.Clients.Place
	// known reports whether the account has logged in from there before; nil for yes. It is called only for
	// callers that have to wait.
	known func(context.Context) (bool, error)
}

const (
	// maxAhead is the number of known callers that may overtake a waiting stranger.
	maxAhead = 3
	// addressShare is the delay that each wait or refusal adds to the next wait of an address, and
	// addressWhole the largest delay.
	addressShare = 5 * time.Second
	addressWhole = 10 * time.Minute
)

// queue assigns the slots for hashing passwords.
//
// Known callers wait in a separate lane, which strangers cannot fill, and go first. Within a lane it is
// start-time fair queuing by address: each wait delays the next one of the same address by addressShare.
// The least delayed caller is served first, and a full lane refuses the most delayed one. A refusal counts
// like a wait: an address that keeps trying loses against a new one.
type queue struct {
	mu              sync.Mutex
	free            int // free slots; none while somebody waits
	known, stranger lane
	ahead           int // number of known callers that have overtaken strangers in a row
}

type lane struct {
	room    int // room for waiters
	waiters []*waiter
	back    bounded[netip.Prefix, struct{}] // until when the next wait of a network is delayed
}

type waiter struct {
	start time.Time
	full  bool       // the address has the largest delay
	ready chan error // nil for a slot
}

func (q *queue) init(places, waits int) {
	q.free = min(places, waits)
	q.known.room = max(1, waits-q.free)
	q.stranger.room = q.known.room
}

// acquire waits for a slot, which release returns. It fails if there is no room to wait, or if ctx ends.
func (q *queue) acquire(ctx context.Context, c caller) error {
	if q.take() {
		return nil
	}
	known := c.known == nil
	if !known {
		var err error
		if known, err = c.known(ctx); err != nil {
			return err
		}
	}
	w, err := q.enter(c.from, known)
	if err != nil || w == nil {
		return err
	}
	select {
	case err := <-w.ready:
		return err
	case <-ctx.Done():
		q.leave(w)
		return fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}

// take takes a free slot.
func (q *queue) take() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free == 0 {
		return false
	}
	q.free--
	return true
}

// enter joins a lane. The waiter is nil if a slot is free by now.
func (q *queue) enter(from netip.Addr, known bool) (*waiter, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free > 0 {
		q.free--
		return nil, nil
	}
	l := &q.stranger
	if known {
		l = &q.known
	}
	w := l.arrive(from, time.Now())
	if len(l.waiters) < l.room {
		l.waiters = append(l.waiters, w)
		return w, nil
	}
	last := 0
	for i, other := range l.waiters {
		if !other.start.Before(l.waiters[last].start) {
			last = i
		}
	}
	if !w.start.Before(l.waiters[last].start) {
		return nil, w.refusal(known)
	}
	l.waiters[last].ready <- l.waiters[last].refusal(known)
	l.waiters = append(slices.Delete(l.waiters, last, last+1), w)
	return w, nil
}

// arrive returns a waiter of an address with its start time, and delays the next one. A /48 is delayed by
// less, so that it has the share of several addresses.
func (l *lane) arrive(from netip.Addr, now time.Time) *waiter {
	w := &waiter{start: now, ready: make(chan error, 1)}
	for i, network := range networksOf(from) {
		share := addressShare
		if i > 0 {
			share /= widePlaces
		}
		next := now
		if until := l.back.entries[network].until; until.After(now) {
			next = until
		}
		if next.After(w.start) {
			w.start = next
		}
		if next = next.Add(share); next.After(now.Add(addressWhole)) {
			next, w.full = now.Add(addressWhole), true
		}
		l.back.put(network, struct{}{}, next)
	}
	return w
}

// refusal returns the refusal of a waiter. Strangers whose address has tried too often have to wait for
// longer.
func (w *waiter) refusal(known bool) error {
	if w.full && !known {
		return problem.Wait(addressShare)
	}
	return problem.New(problem.Unavailable, "Too many passwords are being checked. Please try again.")
}

// leave ends a wait. A slot that was assigned at the same moment goes to the next waiter.
func (q *queue) leave(w *waiter) {
	q.mu.Lock()
	waited := q.known.remove(w) || q.stranger.remove(w)
	q.mu.Unlock()
	if !waited && <-w.ready == nil {
		q.release()
	}
}

func (l *lane) remove(w *waiter) bool {
	i := slices.Index(l.waiters, w)
	if i < 0 {
		return false
	}
	l.waiters = slices.Delete(l.waiters, i, i+1)
	return true
}

// release returns a slot, which goes to the next waiter.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := &q.stranger
	if len(q.known.waiters) > 0 && (len(q.stranger.waiters) == 0 || q.ahead < maxAhead) {
		l = &q.known
	}
	switch {
	case len(l.waiters) == 0:
		q.free++
		return
	case l == &q.stranger:
		q.ahead = 0
	case len(q.stranger.waiters) > 0:
		q.ahead++
	}
	first := slices.MinFunc(l.waiters, func(a, b *waiter) int { return a.start.Compare(b.start) })
	l.remove(first)
	first.ready <- nil
}

// waiting returns the number of waiters.
func (q *queue) waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.known.waiters) + len(q.stranger.waiters)
}
