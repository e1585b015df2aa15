// How fast the client of a response reads it.

package traffic

import (
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Receiver is the client that reads a long response, and how fast it does.
type Receiver struct {
	from   netip.Addr
	w      http.ResponseWriter
	cancel context.CancelFunc // ends what produces the response
	slots  *Slots

	mu     sync.Mutex
	reason string // why it was ended before its time, "" for not
	closed bool
	since  time.Time // when the write began that it is waited for, zero for none
	meter  meter
}

// NewReceiver returns the client at an address that reads from w. To end the response early, cancel
// stops what produces it.
func (s *Slots) NewReceiver(from netip.Addr, w http.ResponseWriter, cancel context.CancelFunc) *Receiver {
	return &Receiver{from: from, w: w, cancel: cancel, slots: s}
}

// meter measures a pace: what was read, and the time that was waited for it, since the receiver last
// kept the least pace. It forgets half of both where it has fallen far behind, so that a client
// that was slow can catch up.
type meter struct {
	bytes  float64
	waited time.Duration
}

// behind is the time by which a receiver is behind the least pace.
func (m meter) behind(minPace int64) time.Duration {
	return m.waited - time.Duration(m.bytes/float64(minPace)*float64(time.Second))
}

// add is called when so much was read after that time.
func (m *meter) add(bytes int, waited time.Duration, s *Slots) {
	m.bytes += float64(bytes)
	m.waited += waited
	switch behind := m.behind(s.minPace); {
	case behind <= 0:
		*m = meter{}
	case behind > 2*s.behind():
		m.bytes, m.waited = m.bytes/2, m.waited/2
	}
}

// begin is called before each write. It reports whether the response goes on.
func (r *Receiver) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.since = time.Now()
	return r.reason == ""
}

// wrote is called after each write.
func (r *Receiver) wrote(bytes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.meter.add(bytes, time.Since(r.since), r.slots)
	r.since = time.Time{}
}

// pace is how many bytes per second the client reads, and by how much time it is behind the least
// pace. Only the time counts in which it was waited for.
func (r *Receiver) pace(now time.Time) (pace float64, behind time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reason != "" {
		return 0, 0
	}
	m := r.meter
	if !r.since.IsZero() {
		m.waited += now.Sub(r.since)
	}
	return m.bytes / m.waited.Seconds(), m.behind(r.slots.minPace)
}

// End ends the response before its time: it fails in the write that it waits for, or else in the
// next. Close returns the reason.
func (r *Receiver) End(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.reason != "" {
		return
	}
	r.reason = reason
	// A connection that knows no deadline is one in a test.
	_ = http.NewResponseController(r.w).SetWriteDeadline(time.Unix(1, 0))
	r.cancel()
}

func (r *Receiver) isEnded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reason != ""
}

// Close returns why the response was ended before its time, "" for one that was not and will not be.
func (r *Receiver) Close() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return r.reason
}
