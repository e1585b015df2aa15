// What operators are told of each request.

package serve

import (
	"context"
	"net/http"
	"time"

	"example.com/resourceful/framework/database"
)

// Observation is one request as operators see it. It holds nothing of what clients said but the
// method and the kind of path.
type Observation struct {
	Method     string // of the request
	Route      string // such as "/snippets/:key/"; "" where no route was found
	Status     int    // 0 when the client went away before an answer
	Duration   time.Duration
	Bytes      int64 // of the body as it was sent
	UserID     int64 // 0 for anonymous
	Statements int   // database statements
}

// observer is a ResponseWriter that remembers what was written.
type observer struct {
	http.ResponseWriter
	status  int
	bytes   int64
	start   time.Time
	counter *database.Counter
}

// observe begins the observation of a request, and returns what ends it.
func (x *exchange) observe(a *admission, call func(context.Context, Observation)) (end func()) {
	ctx, counter := database.WithCounter(x.ctx)
	o := &observer{ResponseWriter: x.w, start: time.Now(), counter: counter}
	x.w, x.ctx = o, ctx
	return func() {
		seen := Observation{
			Method: x.r.Method, Status: o.status, Duration: time.Since(o.start),
			Bytes: o.bytes, Statements: counter.N(),
		}
		if a.route != nil {
			seen.Route = a.route.pattern
		}
		if a.requester.user != nil {
			seen.UserID = a.requester.user.ID
		}
		call(ctx, seen)
	}
}

func (o *observer) WriteHeader(status int) {
	if o.status == 0 {
		o.status = status
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *observer) Write(b []byte) (int, error) {
	if o.status == 0 {
		o.status = http.StatusOK
	}
	n, err := o.ResponseWriter.Write(b)
	o.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (o *observer) Unwrap() http.ResponseWriter { return o.ResponseWriter }
