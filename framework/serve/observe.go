// What operators are told of each request.

package serve

import (
	"context"
	"net/http"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/serve/settings"
)

// observer is a ResponseWriter that remembers what was written.
type observer struct {
	http.ResponseWriter
	status  int
	bytes   int64
	start   time.Time
	counter *database.Counter
}

// observe begins the observation of a request, and returns what ends it.
func (x *exchange) observe(a *admission, call func(context.Context, settings.Observation)) (end func()) {
	ctx, counter := database.WithCounter(x.ctx)
	o := &observer{ResponseWriter: x.w, start: time.Now(), counter: counter}
	x.w, x.ctx = o, ctx
	return func() {
		seen := settings.Observation{
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
