package traffic

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"
)

// conn is a connection that keeps the deadlines that it is given.
type conn struct {
	header        http.Header
	writes        int
	read, written []time.Time
}

func (c *conn) Header() http.Header { return c.header }
func (c *conn) WriteHeader(int)     {}
func (c *conn) Write(p []byte) (int, error) {
	c.writes++
	return len(p), nil
}
func (c *conn) SetReadDeadline(t time.Time) error  { c.read = append(c.read, t); return nil }
func (c *conn) SetWriteDeadline(t time.Time) error { c.written = append(c.written, t); return nil }

// The first chunk of a response has the deadline of the server, each further one its own, and none is
// later than the time by which all of it has to be read.
func TestDeadlineWriter(t *testing.T) {
	limits := Limits{ChunkTimeout: time.Hour}.WithDefaults()
	c := &conn{}
	d := DeadlineWriter{W: c, Limits: &limits}
	for _, step := range []struct{ size, writes, deadlines int }{{100, 1, 0}, {chunk - 100, 2, 0}, {1, 3, 1}, {chunk - 1, 4, 1}, {3 * chunk, 7, 4}} {
		n, err := d.Write(make([]byte, step.size))
		if n != step.size || err != nil || c.writes != step.writes || len(c.written) != step.deadlines {
			t.Errorf("%d bytes: got %d, %v after %d writes and %d deadlines, want %d and %d", step.size, n, err, c.writes, len(c.written), step.writes, step.deadlines)
		}
	}
	d.ExtendDeadline()
	d.ReadBy = time.Now().Add(time.Minute)
	if _, err := d.Write([]byte("x")); err != nil || len(c.written) != 5 || !c.written[4].Equal(d.ReadBy) || d.BytesWritten() != 5*chunk+1 {
		t.Errorf("after all was extended: got deadlines %v and %d bytes, want the last at %v", c.written, d.BytesWritten(), d.ReadBy)
	}
}

// A response that was ended fails in its next write, and says why when it is closed.
func TestEndedResponse(t *testing.T) {
	limits := Limits{}.WithDefaults()
	c := &conn{}
	ctx, cancel := context.WithCancel(t.Context())
	r := NewSlots(1, limits).NewReceiver(netip.Addr{}, c, cancel)
	d := DeadlineWriter{W: c, Limits: &limits, Receiver: r}
	if _, err := d.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	r.End("for a test")
	r.End("again")
	if _, err := d.Write([]byte("y")); !errors.Is(err, ErrEnded) || ctx.Err() == nil || c.writes != 1 {
		t.Errorf("got %v after %d writes, context %v", err, c.writes, ctx.Err())
	}
	if reason := r.Close(); reason != "for a test" {
		t.Errorf("got reason %q", reason)
	}
}

// A body has a deadline from the start, a new one after each chunk, none later than ReadTimeout, and
// none at its end; one that passes is told.
func TestDeadlineReader(t *testing.T) {
	limits := Limits{ChunkTimeout: time.Hour, ReadTimeout: 2 * time.Hour}.WithDefaults()
	c := &conn{}
	body := NewDeadlineReader(io.NopCloser(strings.NewReader(strings.Repeat("x", 2*chunk))), c, &limits)
	piece := make([]byte, chunk)
	for i, want := range []int{1, 2, 3} {
		if len(c.read) != want {
			t.Errorf("before piece %d: got %d deadlines, want %d", i, len(c.read), want)
		}
		_, _ = io.ReadFull(body, piece)
	}
	if last := c.read[len(c.read)-1]; !last.IsZero() || body.N != 2*chunk || len(c.written) > 0 {
		t.Errorf("at the end: got deadline %v, %d bytes", last, body.N)
	}
	limits.ReadTimeout = time.Minute
	c = &conn{}
	start := time.Now()
	body = NewDeadlineReader(io.NopCloser(late{}), c, &limits)
	if _, err := body.Read(piece); !errors.Is(err, os.ErrDeadlineExceeded) || len(c.read) != 1 || c.read[0].After(start.Add(2*time.Minute)) {
		t.Errorf("a slow body: got %v and deadlines %v", err, c.read)
	}
}

// late is a body whose deadline has passed.
type late struct{}

func (late) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }
