package serve

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// paceWindow is by how much time a reader may fall behind the least pace, at least, before its
	// place can be given to another, and paceBurst by how many bytes. Systems buffer some megabytes of
	// an answer, and make room for a third of them at once: a client that keeps the pace seems to stand
	// still until it has read that much.
	paceWindow = 5 * time.Second
	paceBurst  = 2 << 20
	// placesTick is how often those who wait look for a reader that has fallen behind.
	placesTick = 100 * time.Millisecond
	// placesWaiting is how many may wait for a place at once, one address half of them.
	placesWaiting = 128
)

// places are for long lists, each of which holds a connection of the database while its client
// reads. No address has more than half of them. While others wait, readers that have fallen behind
// the least pace lose theirs, the slowest first; those that keep it never do.
type places struct {
	limit    int
	least    int64 // pace, in bytes per second
	window   time.Duration
	patience time.Duration // of those who wait

	mu      sync.Mutex
	held    []*reader
	by      map[netip.Addr]int
	waiting []*waiter // who has come first is first
}

// waiter is a list that waits for a place.
type waiter struct {
	*reader
	granted chan struct{} // closed when it has one
}

func newPlaces(n int, limits Limits) *places {
	window := max(paceWindow, time.Duration(paceBurst*float64(time.Second)/float64(limits.Pace)))
	return &places{limit: n, least: limits.Pace, window: window, patience: limits.WriteTimeout / 2, by: map[netip.Addr]int{}}
}

// take reports whether there is a place for r, and has given it if so. It does not wait.
func (p *places) take(r *reader) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.give(r)
}

// give is take under the lock.
func (p *places) give(r *reader) bool {
	if len(p.held) >= p.limit || p.full(r.from) {
		return false
	}
	p.held = append(p.held, r)
	p.by[r.from]++
	return true
}

// full reports whether an address has its half.
func (p *places) full(from netip.Addr) bool {
	return from.IsValid() && p.by[from] >= half(p.limit)
}

// giveBack gives the place of r to one of those who wait.
func (p *places) giveBack(r *reader) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = slices.DeleteFunc(p.held, func(other *reader) bool { return other == r })
	if p.by[r.from]--; p.by[r.from] == 0 {
		delete(p.by, r.from)
	}
	p.grant()
}

// grant gives the places that are free to those who wait: first to the address that has the fewest.
func (p *places) grant() {
	for {
		var next *waiter
		for _, w := range p.waiting {
			if !p.full(w.from) && (next == nil || p.by[w.from] < p.by[next.from]) {
				next = w
			}
		}
		if next == nil || !p.give(next.reader) {
			return
		}
		p.forget(next)
		close(next.granted)
	}
}

func (p *places) forget(w *waiter) {
	p.waiting = slices.DeleteFunc(p.waiting, func(other *waiter) bool { return other == w })
}

// wait reports whether r has got a place. It waits until there is one, but neither longer than
// patience nor beside too many others.
func (p *places) wait(ctx context.Context, r *reader) bool {
	w := p.queue(r)
	if w == nil {
		return false
	}
	late := time.NewTimer(p.patience)
	defer late.Stop()
	tick := time.NewTicker(placesTick)
	defer tick.Stop()
	for {
		select {
		case <-w.granted:
			return true
		case <-tick.C:
			p.endSlow(time.Now())
		case <-late.C:
			return p.leave(w)
		case <-ctx.Done():
			return p.leave(w)
		}
	}
}

// queue lets r wait, or returns nil where too many do.
func (p *places) queue(r *reader) *waiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	mine := 0
	for _, w := range p.waiting {
		if w.from == r.from {
			mine++
		}
	}
	if len(p.waiting) >= placesWaiting || r.from.IsValid() && mine >= half(placesWaiting) {
		return nil
	}
	w := &waiter{reader: r, granted: make(chan struct{})}
	p.waiting = append(p.waiting, w)
	p.grant()
	return w
}

// leave ends waiting. It reports whether w has got a place after all.
func (p *places) leave(w *waiter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-w.granted:
		return true
	default:
		p.forget(w)
		return false
	}
}

// endSlow ends the slowest of those who have fallen behind, one for each who waits. A place that an
// address has above its half would help nobody else: it waits for one of its own.
func (p *places) endSlow(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ending := 0
	for _, r := range p.held {
		if r.isEnded() {
			ending++
		}
	}
	for _, w := range p.waiting[min(ending, len(p.waiting)):] {
		if r := p.slowest(w.from, now); r != nil {
			r.end("it was read too slowly while others waited")
		}
	}
}

// slowest is the reader whose place could be given to an address, nil for none.
func (p *places) slowest(from netip.Addr, now time.Time) (slowest *reader) {
	least := 0.0
	own := p.full(from)
	for _, r := range p.held {
		if own && r.from != from {
			continue
		}
		if pace, behind := r.pace(now); behind >= p.window && (slowest == nil || pace < least) {
			slowest, least = r, pace
		}
	}
	return slowest
}

// reader is the client that reads a long list, and how fast it does. Nil is one whose pace does not
// matter.
type reader struct {
	from   netip.Addr
	w      http.ResponseWriter
	cancel context.CancelFunc // ends the reading of rows
	places *places

	mu     sync.Mutex
	why    string // it was ended before its time, "" for not
	closed bool
	since  time.Time // when the write began that it is waited for, zero for none
	meter  meter
}

// meter measures a pace: what was read, and the time that was waited for it, since the reader last
// kept the least pace. It forgets half of both where it has fallen far behind, so that a client
// that was slow can catch up.
type meter struct {
	bytes  float64
	waited time.Duration
}

// behind is the time by which a reader is behind the least pace.
func (m meter) behind(least int64) time.Duration {
	return m.waited - time.Duration(m.bytes/float64(least)*float64(time.Second))
}

// add is called when so much was read after that time.
func (m *meter) add(bytes int, waited time.Duration, p *places) {
	m.bytes += float64(bytes)
	m.waited += waited
	switch behind := m.behind(p.least); {
	case behind <= 0:
		*m = meter{}
	case behind > 2*p.window:
		m.bytes, m.waited = m.bytes/2, m.waited/2
	}
}

// begin is called before each write. It reports whether the list goes on.
func (r *reader) begin() bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.since = time.Now()
	return r.why == ""
}

// wrote is called after each write.
func (r *reader) wrote(bytes int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.meter.add(bytes, time.Since(r.since), r.places)
	r.since = time.Time{}
}

// pace is how many bytes per second the client reads, and by how much time it is behind the least
// pace. Only the time counts in which it was waited for.
func (r *reader) pace(now time.Time) (pace float64, behind time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.why != "" {
		return 0, 0
	}
	m := r.meter
	if !r.since.IsZero() {
		m.waited += now.Sub(r.since)
	}
	return m.bytes / m.waited.Seconds(), m.behind(r.places.least)
}

// end ends the list before its time: it fails in the write that it waits for, or else in the next.
func (r *reader) end(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.why != "" {
		return
	}
	r.why = why
	// A connection that knows no deadline is one in a test.
	_ = http.NewResponseController(r.w).SetWriteDeadline(time.Unix(1, 0))
	r.cancel()
}

func (r *reader) isEnded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.why != ""
}

// close returns why the list was ended before its time, "" for one that was not and will not be.
func (r *reader) close() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return r.why
}
