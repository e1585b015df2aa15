// One request while it is worked on: its connection, the buffers and records that it borrows, the time of its steps.

package request

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

// Exchange is the connection of one request: the message that came, the writer of the response, and
// what the request uses of the budgets. It knows nothing of what is asked for.
type Exchange struct {
	Service *Service
	Context context.Context // instead of that of r
	W       http.ResponseWriter
	R       *http.Request

	Base     string // "http://host" for links
	Locale   locale
	Share    share
	Upload   *requestBody // nil for a request without a body
	Fallback fallback
	Started  bool // the response has begun
	Writer   traffic.DeadlineWriter
	Pooled   Pooled
	Timing   *Timing
	// Throttled is under what the request is counted; nil where its operation has no throttles.
	Throttled *throttled
	// AfterCommit is what the code of a team has left for after the commit: see runAfterCommit of package serve.
	AfterCommit []func(context.Context) error
}

// locale is what the client reads: the language of what is told, nil for English, and the zone of moments, nil for UTC.
type locale struct {
	Language *problem.Language
	Zone     *time.Location
}

// Pooled is what the exchange has of pools, and gives back when it is done.
type Pooled struct {
	Buffer  *[]byte // of the representation
	Records records
}

// fallback is how a response differs when the usual one cannot be given.
type fallback struct {
	Degraded bool // it is about a fault of ours: it asks nothing of the database
	Plain    bool // compact JSON whatever was asked for
}

// Buffers are kept for the representations of the next requests, unless they have grown large.
var Buffers = sync.Pool{New: func() any { return new([]byte) }}

// KeptBuffer bounds the buffers that are kept for the next requests, in bytes.
const KeptBuffer = 256 << 10

// Keep keeps a buffer for the next requests.
func Keep(buffer *[]byte) {
	if cap(*buffer) <= KeptBuffer {
		Buffers.Put(buffer)
	}
}

// records are those that a request uses until its response is written. A few are kept for the next
// requests.
type records struct {
	List [3]*schema.Record
	N    int
}

// Acquire returns a zeroed record for the rest of the request.
func (l *records) Acquire(t *schema.Type) *schema.Record {
	rec := t.Acquire()
	if l.N < len(l.List) {
		l.List[l.N] = rec
		l.N++
	}
	return rec
}

// reset zeroes the records, whose values nobody needs any more.
func (l *records) reset() {
	for _, rec := range l.List[:l.N] {
		rec.Reset()
	}
}

// Release gives the shares of the budgets, the buffer and the records back for the next request.
func (x *Exchange) Release() {
	x.Leave()
	if x.Share.Body > 0 || x.Share.response > 0 {
		x.releaseShares()
	}
	Keep(x.Pooled.Buffer)
	for _, rec := range x.Pooled.Records.List[:x.Pooled.Records.N] {
		rec.Release()
	}
	x.Pooled.Records.N = 0
}

// Timing measures the steps of a request for the Server-Timing header; nil measures nothing.
type Timing struct {
	Last  time.Time
	value []byte
}

// Step notes the time since the last step under a name.
func (t *Timing) Step(name string) {
	if t == nil {
		return
	}
	now := time.Now()
	if len(t.value) > 0 {
		t.value = append(t.value, ", "...)
	}
	t.value = append(append(t.value, name...), ";dur="...)
	t.value = strconv.AppendFloat(t.value, float64(now.Sub(t.Last).Microseconds())/1000, 'f', 3, 64)
	t.Last = now
}

// Set adds the header, with what has been measured so far.
func (t *Timing) Set(h http.Header) {
	t.Step("render")
	h.Set("Server-Timing", string(t.value))
}
