package serve

import (
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// gate bounds how much there is of something at once.
type gate struct {
	limit int64
	used  atomic.Int64
}

// take reports whether n more fit, and has taken them if so.
func (g *gate) take(n int64) bool {
	if g.used.Add(n) > g.limit {
		g.used.Add(-n)
		return false
	}
	return true
}

func (g *gate) giveBack(n int64) { g.used.Add(-n) }

// sharedGate is a gate of which no address has more than half. An address that is not known, the
// zero Addr, may be many, and may have all of it.
type sharedGate struct {
	limit int64

	mu   sync.Mutex
	used int64
	by   map[netip.Addr]int64
}

// take reports whether n more fit, and has taken them for the address if so.
func (g *sharedGate) take(from netip.Addr, n int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n > g.limit-g.used || from.IsValid() && n > half(g.limit)-g.by[from] {
		return false
	}
	if g.by == nil {
		g.by = map[netip.Addr]int64{}
	}
	g.used += n
	g.by[from] += n
	return true
}

// giveBack gives back what the address has taken.
func (g *sharedGate) giveBack(from netip.Addr, n int64) {
	if n == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used -= n
	if g.by[from] -= n; g.by[from] == 0 {
		delete(g.by, from)
	}
}

// half is what one address may have of something: at least one.
func half[N int | int64](all N) N { return max(1, all/2) }

// from is the address of the client.
func (x *exchange) from() netip.Addr {
	if !x.hasAddr {
		x.address, x.hasAddr = x.auth.ClientAddr(x.r), true
	}
	return x.address
}

// enter counts the request among those that are worked on. One that waits for its client, who
// sends a body or reads an answer, is not: slow clients would keep out all others.
func (x *exchange) enter() error {
	if x.working || x.full != nil {
		return nil
	}
	if !x.requests.take(1) {
		x.excused = true // the refusal asks nothing of the database
		return problem.New(problem.Unavailable, "Too many requests are being worked on. Please try again.")
	}
	x.working = true
	return nil
}

// keepForm reads a form that came when there were too many requests, so that its page gives it back:
// one that is no longer than what every body may have, and for whose page there is room.
func (x *exchange) keepForm(full error) bool {
	size := x.r.ContentLength
	if x.r.Method != http.MethodPost || size <= 0 || size > free || !media.IsForm(x.r.Header.Get("Content-Type")) ||
		x.reserve(size*formSize) != nil {
		return false
	}
	x.full = full
	return true
}

// leave ends what enter began.
func (x *exchange) leave() {
	if x.working {
		x.working = false
		x.requests.giveBack(1)
	}
}
