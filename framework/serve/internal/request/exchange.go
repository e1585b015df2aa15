// One request in progress: its connection, and borrowed buffers and records.

package request

import (
	"context"
	"net/http"
	"sync"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/traffic"
)

// Exchange is the connection of one request: the received message, the response writer, and the shares of
// the budgets. It does not depend on the operation.
type Exchange struct {
	Service *Service
	Context context.Context // replaces the context of R
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
	// Throttled holds the throttles of the request; nil if its operation has none.
	Throttled *throttled
	// AfterCommit are the functions that a team's code queued: see runAfterCommit of package serve.
	AfterCommit []func(context.Context) error
}

// locale is the client's language, nil for English, and time zone, nil for UTC.
type locale struct {
	Language *problem.Language
	Zone     *time.Location
}

// Pooled holds the pooled memory that the exchange returns when it ends.
type Pooled struct {
	Buffer  *[]byte // for the representation
	Records records
}

// fallback changes a response that cannot be the usual one.
type fallback struct {
	Degraded bool // a response to a fault of the server: it must not use the database
	Plain    bool // compact JSON, whatever the negotiated format
}

// Buffers pools the buffers of representations, except for large ones.
var Buffers = sync.Pool{New: func() any { return new([]byte) }}

// KeptBuffer is the largest buffer in the pool, in bytes.
const KeptBuffer = 256 << 10

// Keep returns a buffer to the pool.
func Keep(buffer *[]byte) {
	if cap(*buffer) <= KeptBuffer {
		Buffers.Put(buffer)
	}
}

// records are the records of a request until its response is written. A few are kept for later requests.
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

// reset zeroes the records after their last use.
func (l *records) reset() {
	for _, rec := range l.List[:l.N] {
		rec.Reset()
	}
}

// Release returns the shares of the budgets, the buffer and the records.
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
