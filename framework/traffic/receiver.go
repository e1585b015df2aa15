// The pace at which the client of a response reads it.

package traffic

import (
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Receiver is the client of a long response, with its pace.
type Receiver struct {
	from   netip.Addr
	w      http.ResponseWriter
	cancel context.CancelFunc // stops the producer of the response
	slots  *Slots

	mu     sync.Mutex
	reason string // why the response was ended early, "" if it was not
	closed bool
	since  time.Time // start of the current write, zero for none
	meter  meter
}

// NewReceiver returns the client at an address that reads from w. cancel stops the producer of the
// response, to end it early.
func (s *Slots) NewReceiver(from netip.Addr, w http.ResponseWriter, cancel context.CancelFunc) *Receiver {
	return &Receiver{from: from, w: w, cancel: cancel, slots: s}
}

// meter measures a pace: the bytes read and the time waited since the receiver last kept the minimum pace.
// Far behind it forgets half of both, so that a slow client can catch up.
type meter struct {
	bytes  float64
	waited time.Duration
}

// behind returns the time by which a receiver is behind the minimum pace.
func (m meter) behind(minPace int64) time.Duration {
	return m.waited - time.Duration(m.bytes/float64(minPace)*float64(time.Second))
}

// add adds the bytes and the waiting time of a write.
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

// begin is called before each write. It reports whether the response continues.
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

// pace returns the bytes per second that the client reads, and the time by which it is behind the minimum
// pace. Only waiting time counts.
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

// End ends the response early: the current write fails, or else the next one. Close returns the reason.
func (r *Receiver) End(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.reason != "" {
		return
	}
	r.reason = reason
	// Only connections in tests have no deadlines.
	_ = http.NewResponseController(r.w).SetWriteDeadline(time.Unix(1, 0))
	r.cancel()
}

func (r *Receiver) isEnded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reason != ""
}

// Close returns the reason why the response was ended early, "" if it was not, and prevents a later end.
func (r *Receiver) Close() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return r.reason
}
