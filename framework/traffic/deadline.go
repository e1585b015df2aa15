// Deadlines for reading bodies and writing responses.

package traffic

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// chunk is the amount of a body or of a response that has to pass within Limits.ChunkTimeout.
const chunk = 32 << 10

// DeadlineReader is the body of a request with a minimum pace: each chunk within ChunkTimeout, and all of
// it within ReadTimeout. Otherwise Read fails with os.ErrDeadlineExceeded.
type DeadlineReader struct {
	io.ReadCloser
	N      int64               // bytes read
	w      http.ResponseWriter // of the connection
	limits *Limits
	start  time.Time
	due    int64 // bytes at which the deadline is next extended
	ended  bool
}

// NewDeadlineReader begins to watch a body. From now on the connection has a read deadline, also when
// nobody reads the body and the server discards the rest of it.
func NewDeadlineReader(body io.ReadCloser, w http.ResponseWriter, limits *Limits) *DeadlineReader {
	b := &DeadlineReader{ReadCloser: body, w: w, limits: limits, start: time.Now()}
	b.extendDeadline()
	return b
}

// Read reads, and extends the deadline after each chunk.
func (b *DeadlineReader) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.N += int64(n)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded): // the deadline stays and ends the connection
	case err != nil:
		b.end()
	case b.N >= b.due:
		b.extendDeadline()
	}
	return n, err
}

// extendDeadline gives the client time for another chunk.
func (b *DeadlineReader) extendDeadline() {
	b.due = b.N + chunk
	until := time.Now().Add(b.limits.ChunkTimeout)
	if end := b.start.Add(b.limits.ReadTimeout); end.Before(until) {
		until = end
	}
	// Only connections in tests have no deadlines.
	_ = http.NewResponseController(b.w).SetReadDeadline(until)
}

// end removes the deadline: the server continues to read to notice when the client leaves, and would take
// an expired deadline for that. The time of a slow body does not count towards the response.
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

// ErrEnded reports that Receiver.End has ended a response early.
var ErrEnded = errors.New("response ended before its time")

// DeadlineWriter writes a response. Beyond the first chunk the client needs a minimum pace: each further
// chunk within ChunkTimeout. The zero value is ready to use once the first two fields are set.
type DeadlineWriter struct {
	W      http.ResponseWriter
	Limits *Limits
	// ReadBy is the time by which the client has to read a complete response; zero for none.
	ReadBy time.Time
	// Receiver measures each write; nil if the client's pace does not matter.
	Receiver *Receiver

	n        int // bytes written
	extended int // value of n when the deadline was last extended
}

// BytesWritten returns the number of bytes written.
func (d *DeadlineWriter) BytesWritten() int { return d.n }

// ExtendDeadline gives the next write a new deadline, because producing it may have taken longer than a
// client's chunk.
func (d *DeadlineWriter) ExtendDeadline() { d.extended = d.n - chunk }

// Write writes p in chunks. It fails with ErrEnded after the receiver was ended.
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
