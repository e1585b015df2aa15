// The observer of a service: it gives requests ids, and passes them to the log, metrics and traces.

package observe

import (
	"context"
	"log/slog"
	"net/http"

	"example.com/resourceful/framework/serve"
)

// Observer observes the requests of a service. The zero value only gives each an id.
type Observer struct {
	Log     *slog.Logger // gets a record for each request; nil for none
	Metrics Metrics      // nil for none
	Traces  Traces       // nil for none
}

// Handler wraps next. Each request gets an id, which the log and the response header X-Request-Id contain,
// and is counted and traced.
func (o *Observer) Handler(next http.Handler) http.Handler {
	inner, ok := next.(contextHandler)
	if !ok {
		inner = copying{next}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := requestID(r.Header)
		w.Header()[requestHeader] = []string{id}
		ctx := context.WithValue(r.Context(), requestKey{}, id)
		if o.Metrics != nil {
			o.Metrics.InFlight(1)
			defer o.Metrics.InFlight(-1)
		}
		if o.Traces != nil {
			spanned, trace, end := o.Traces.Begin(ctx, r, id)
			defer end()
			ctx = spanned
			if trace != "" {
				ctx = context.WithValue(ctx, traceKey{}, trace)
			}
		}
		inner.ServeContext(ctx, w, r)
	})
}

// contextHandler is a handler with a separate context, like serve.Handler, so that a new context needs no
// copy of the request. A type that embeds serve.Handler and overrides ServeHTTP must also override
// ServeContext.
type contextHandler interface {
	ServeContext(ctx context.Context, w http.ResponseWriter, r *http.Request)
}

// copying makes a contextHandler from any other handler.
type copying struct{ http.Handler }

func (c copying) ServeContext(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	c.ServeHTTP(w, r.WithContext(ctx))
}

// Observe returns the hook of serve.Options, or nil without a log, metrics and traces, so that requests are
// not measured.
func (o *Observer) Observe() func(context.Context, serve.Observation) {
	if o.Log == nil && o.Metrics == nil && o.Traces == nil {
		return nil
	}
	return func(ctx context.Context, seen serve.Observation) {
		if o.Log != nil {
			logRequest(ctx, o.Log, seen)
		}
		if o.Metrics != nil {
			o.Metrics.Count(seen)
		}
		if o.Traces != nil {
			o.Traces.Describe(ctx, seen)
		}
	}
}
