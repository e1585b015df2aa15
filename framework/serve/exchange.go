// One request while it is worked on: its connection, the buffers and records that it borrows, the time of its steps.

package serve

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/traffic"
)

// exchange is the connection of one request: the message that came, the writer of the response, and
// what the request uses of the budgets. It knows nothing of what is asked for.
type exchange struct {
	h   *service
	ctx context.Context // instead of that of r
	w   http.ResponseWriter
	r   *http.Request

	base     string // "http://host" for links
	locale   locale
	share    share
	upload   *requestBody // nil for a request without a body
	fallback fallback
	started  bool // the response has begun
	writer   traffic.DeadlineWriter
	pooled   pooled
	timing   *timing
	// throttled is under what the request is counted; nil where its operation has no throttles.
	throttled *throttled
	// afterCommit is what the code of a team has left for after the commit: see finish.
	afterCommit []func(context.Context) error
}

// locale is what the client reads: the language of what is told, nil for English, and the zone of moments, nil for UTC.
type locale struct {
	language *problem.Language
	zone     *time.Location
}

// pooled is what the exchange has of pools, and gives back when it is done.
type pooled struct {
	buffer  *[]byte // of the representation
	records records
}

// fallback is how a response differs when the usual one cannot be given.
type fallback struct {
	degraded bool // it is about a fault of ours: it asks nothing of the database
	plain    bool // compact JSON whatever was asked for
}

// buffers are kept for the representations of the next requests, unless they have grown large.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

const keptBuffer = 256 << 10

// keep keeps a buffer for the next requests.
func keep(buffer *[]byte) {
	if cap(*buffer) <= keptBuffer {
		buffers.Put(buffer)
	}
}

// records are those that a request uses until its response is written. A few are kept for the next
// requests.
type records struct {
	list [3]*schema.Record
	n    int
}

// acquire returns a zeroed record for the rest of the request.
func (l *records) acquire(t *schema.Type) *schema.Record {
	rec := t.Acquire()
	if l.n < len(l.list) {
		l.list[l.n] = rec
		l.n++
	}
	return rec
}

// reset zeroes the records, whose values nobody needs any more.
func (l *records) reset() {
	for _, rec := range l.list[:l.n] {
		rec.Reset()
	}
}

// release gives the shares of the budgets, the buffer and the records back for the next request.
func (x *exchange) release() {
	x.leave()
	if x.share.body > 0 || x.share.response > 0 {
		x.releaseShares()
	}
	keep(x.pooled.buffer)
	for _, rec := range x.pooled.records.list[:x.pooled.records.n] {
		rec.Release()
	}
	x.pooled.records.n = 0
}

// timing measures the steps of a request for the Server-Timing header; nil measures nothing.
type timing struct {
	last  time.Time
	value []byte
}

// step notes the time since the last step under a name.
func (t *timing) step(name string) {
	if t == nil {
		return
	}
	now := time.Now()
	if len(t.value) > 0 {
		t.value = append(t.value, ", "...)
	}
	t.value = append(append(t.value, name...), ";dur="...)
	t.value = strconv.AppendFloat(t.value, float64(now.Sub(t.last).Microseconds())/1000, 'f', 3, 64)
	t.last = now
}

// set adds the header, with what has been measured so far.
func (t *timing) set(h http.Header) {
	t.step("render")
	h.Set("Server-Timing", string(t.value))
}
