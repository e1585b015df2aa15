package observe

import (
	"context"
	"log/slog"
	"net/http"

	"example.com/resourceful/framework/serve"
)

// Observer sees the requests of a service. The zero value gives each an id and tells nobody.
type Observer struct {
	Log     *slog.Logger // gets a line for each request; nil for none
	Metrics Metrics      // nil for none
	Traces  Traces       // nil for none
}

// Handler is next with an id for each request, which the log has and the header X-Request-Id of
// the answer; with its place in the metrics, and with its trace.
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

// contextHandler is a handler that takes the context of a request apart from it, as serve.Handler
// does, so that the request need not be copied to give it another. One that embeds a serve.Handler
// and has a ServeHTTP of its own needs a ServeContext of its own too.
type contextHandler interface {
	ServeContext(ctx context.Context, w http.ResponseWriter, r *http.Request)
}

// copying makes a contextHandler of any other handler.
type copying struct{ http.Handler }

func (c copying) ServeContext(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	c.ServeHTTP(w, r.WithContext(ctx))
}

// Observe is the hook of serve.Options: nil when nobody is told, so that requests are not measured.
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
