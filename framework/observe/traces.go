package observe

import (
	"context"
	"log/slog"
	"net/http"

	"example.com/resourceful/framework/serve"
)

// Traces follow requests and their statements. Package otlp has one that sends them.
type Traces interface {
	// Begin starts the span of a request. It returns the id of its trace, "" where the span is not
	// kept, and what ends it.
	Begin(ctx context.Context, r *http.Request, requestID string) (spanned context.Context, traceID string, end func())
	// Describe adds to the span of a request what is known at its end.
	Describe(context.Context, serve.Observation)
	// Statement is for database.Options.Trace.
	Statement(ctx context.Context, text string) func(error)
	// Close sends what is left, for as long as ctx allows.
	Close(ctx context.Context) error
}

// Tracing says where traces go.
type Tracing struct {
	// Endpoint is the address that takes traces by OTLP over HTTP, such as
	// "http://127.0.0.1:4318/v1/traces".
	Endpoint string
	// Service and Version are what the service calls itself.
	Service, Version string
	// Log is told what cannot be sent; nil means slog.Default.
	Log *slog.Logger
}

type traceKey struct{}

// traceID is the id of the trace that ctx belongs to, "" for none.
func traceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}
