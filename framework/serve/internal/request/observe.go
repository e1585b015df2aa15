// Reports of each finished request, for the logs and metrics of operators.

package request

import (
	"context"
	"net/http"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/serve/settings"
)

// observer is a ResponseWriter that records what was written.
type observer struct {
	http.ResponseWriter
	status  int
	bytes   int64
	start   time.Time
	counter *database.Counter
}

// Observe starts the observation of a request, and returns the function that ends it.
func (x *Exchange) Observe(a *Admission, call func(context.Context, settings.Observation)) (end func()) {
	ctx, counter := database.WithCounter(x.Context)
	o := &observer{ResponseWriter: x.W, start: time.Now(), counter: counter}
	x.W, x.Context = o, ctx
	return func() {
		seen := settings.Observation{
			Method: x.R.Method, Status: o.status, Duration: time.Since(o.start),
			Bytes: o.bytes, Statements: counter.N(),
		}
		if a.Route != nil {
			seen.Route = a.Route.RouterPattern
		}
		if a.Requester.User != nil {
			seen.UserID = a.Requester.User.ID
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
