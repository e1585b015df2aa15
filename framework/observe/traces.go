package observe

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/serve"
)

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

// Traces are the spans of requests and of their statements, by OpenTelemetry. A request is part of
// the trace that its header traceparent names. How many are kept, how they are sent in batches and
// with which headers is said by OpenTelemetry's own environment variables, OTEL_….
type Traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	incoming propagation.TraceContext
}

// NewTraces begins to send traces. Nothing is sent, and nothing fails, before there is a request.
func NewTraces(ctx context.Context, to Tracing) (*Traces, error) {
	log := to.Log
	if log == nil {
		log = slog.Default()
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces", "error", err) }))
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(to.Endpoint))
	if err != nil {
		return nil, fmt.Errorf("send traces: %w", err)
	}
	from, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", to.Service), attribute.String("service.version", to.Version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describe the service in traces: %w", err)
	}
	t := &Traces{provider: sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(from))}
	t.tracer = t.provider.Tracer("example.com/resourceful")
	return t, nil
}

// Close sends what is left, for as long as ctx allows.
func (t *Traces) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// begin starts the span of a request. Its name and what else is said of it follow at its end, when
// the route is known.
func (t *Traces) begin(ctx context.Context, r *http.Request, id string) (context.Context, func()) {
	ctx = t.incoming.Extract(ctx, propagation.HeaderCarrier(r.Header))
	verb := method(r.Method)
	ctx, span := t.tracer.Start(ctx, verb, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(attribute.String("http.request.method", verb), attribute.String("request.id", id)))
	return ctx, func() { span.End() }
}

// describe adds to the span of a request what is known at its end.
func describe(ctx context.Context, o serve.Observation) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	if o.Route != "" {
		span.SetName(method(o.Method) + " " + o.Route)
		span.SetAttributes(attribute.String("http.route", o.Route))
	}
	if o.UserID != 0 {
		span.SetAttributes(attribute.Int64("user.id", o.UserID))
	}
	span.SetAttributes(attribute.Int("http.response.status_code", o.Status),
		attribute.Int64("http.response.body.size", o.Bytes), attribute.Int("db.statements", o.Statements))
	if o.Status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}

// Statement is the hook of database.Options: a span within that of the request.
func (t *Traces) Statement(ctx context.Context, text string) func(error) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return func(error) {}
	}
	verb, _, _ := strings.Cut(text, " ")
	_, span := t.tracer.Start(ctx, verb, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("db.query.text", text), attribute.String("db.operation.name", verb)))
	return func(err error) {
		if err != nil {
			// The message may quote a value.
			span.SetAttributes(attribute.String("error.type", database.ErrorKind(err)))
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}
