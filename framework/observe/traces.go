// Interfaces of traces.

package observe

import (
	"context"
	"log/slog"
	"net/http"

	"example.com/resourceful/framework/serve"
)

// Traces records requests and their statements. Package otlp implements it.
type Traces interface {
	// Begin starts the span of a request. It returns the id of its trace, "" if the span is not sampled,
	// and the function that ends it.
	Begin(ctx context.Context, r *http.Request, requestID string) (spanned context.Context, traceID string, end func())
	// Describe adds the facts known at the end of a request to its span.
	Describe(context.Context, serve.Observation)
	// Statement is for database.Options.Trace.
	Statement(ctx context.Context, text string) func(error)
	// Close sends the remaining spans, until ctx ends.
	Close(ctx context.Context) error
}

// Tracing configures traces.
type Tracing struct {
	// Endpoint is the address of a collector for OTLP over HTTP, such as "http://127.0.0.1:4318/v1/traces".
	Endpoint string
	// Service and Version are the name and version of the service.
	Service, Version string
	// Log gets the errors of sending; nil means slog.Default.
	Log *slog.Logger
}

type traceKey struct{}

// traceID returns the id of the trace that ctx belongs to, "" for none.
func traceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}
