// Deadlines for bodies that come, and for responses that go.

package traffic

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// chunk is what has to pass within Limits.ChunkTimeout: of a body that is read, and of a response
// that is written.
const chunk = 32 << 10

// DeadlineReader is the body of a request, which has to come at a pace: each chunk within
// ChunkTimeout, and all of it within ReadTimeout. Read fails with os.ErrDeadlineExceeded where it
// does not.
type DeadlineReader struct {
	io.ReadCloser
	N      int64               // bytes read
	w      http.ResponseWriter // of the connection
	limits *Limits
	start  time.Time
	due    int64 // bytes at which the deadline is extended
	ended  bool
}

// NewDeadlineReader begins to watch a body. From now on the connection has a deadline for reading,
// which also holds when the body is not wanted and the server reads what is left of it.
func NewDeadlineReader(body io.ReadCloser, w http.ResponseWriter, limits *Limits) *DeadlineReader {
	b := &DeadlineReader{ReadCloser: body, w: w, limits: limits, start: time.Now()}
	b.extendDeadline()
	return b
}

// Read reads on, and gives the client time for one more chunk after each.
func (b *DeadlineReader) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.N += int64(n)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded): // the deadline stays, and ends the connection
	case err != nil:
		b.end()
	case b.N >= b.due:
		b.extendDeadline()
	}
	return n, err
}

// extendDeadline gives the client time for one more chunk.
func (b *DeadlineReader) extendDeadline() {
	b.due = b.N + chunk
	until := time.Now().Add(b.limits.ChunkTimeout)
	if end := b.start.Add(b.limits.ReadTimeout); end.Before(until) {
		until = end
	}
	// A connection that knows no deadline is one in a test.
	_ = http.NewResponseController(b.w).SetReadDeadline(until)
}

// end takes the deadline away: the server goes on reading to learn whether the client is still
// there, and would take a deadline that passes for its end. The time of a slow body does not
// count as that of the response.
func (b *DeadlineReader) end() {
	if b.ended {
		return
	}
	b.ended = true
	control := http.NewResponseController(b.w)
	_ = control.SetReadDeadline(time.Time{})
	if now := time.Now(); now.Sub(b.start) > time.Second {
		_ = control.SetWriteDeadline(now.Add(b.limits.WriteTimeout))
	}
}

// ErrEnded says that a response was ended before its time, by Receiver.End.
var ErrEnded = errors.New("response ended before its time")

// DeadlineWriter writes a response. What is more than one chunk has to be read at a pace: each
// further chunk within ChunkTimeout. The zero value with the first two fields is ready for use.
type DeadlineWriter struct {
	W      http.ResponseWriter
	Limits *Limits
	// ReadBy is when a response that is complete has to be read; zero for no such time.
	ReadBy time.Time
	// Receiver is told of each write; nil for a client whose pace does not matter.
	Receiver *Receiver

	n        int // bytes written
	extended int // what n was when the deadline was last extended
}

// BytesWritten is how much of the response was written.
func (d *DeadlineWriter) BytesWritten() int { return d.n }

// ExtendDeadline lets the next write have a deadline of its own, because what it writes may have
// taken longer than the client is given.
func (d *DeadlineWriter) ExtendDeadline() { d.extended = d.n - chunk }

// Write writes p chunk by chunk. It fails with ErrEnded once the receiver was ended.
func (d *DeadlineWriter) Write(p []byte) (written int, err error) {
	for len(p) > 0 && err == nil {
		piece := p[:min(chunk, len(p))]
		if d.n+len(piece) > d.extended+chunk {
			until := time.Now().Add(d.Limits.ChunkTimeout)
			if !d.ReadBy.IsZero() && d.ReadBy.Before(until) {
				until = d.ReadBy
			}
			_ = http.NewResponseController(d.W).SetWriteDeadline(until)
			d.extended = d.n
		}
		if d.Receiver != nil && !d.Receiver.begin() {
			return written, ErrEnded
		}
		n, failed := d.W.Write(piece)
		if d.Receiver != nil {
			d.Receiver.wrote(n)
		}
		d.n += n
		written, p, err = written+n, p[n:], failed
	}
	return written, err
}
