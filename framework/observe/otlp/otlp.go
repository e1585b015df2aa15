// Package otlp sends the traces of a service by OTLP over HTTP: a value for app.Program.Traces. A program
// that does not list it does not link OpenTelemetry.
package otlp

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
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/serve"
)

// traces implements observe.Traces with a provider of OpenTelemetry.
type traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	incoming propagation.TraceContext
}

// Traces sends the spans of requests and of their statements through OpenTelemetry. A request joins the
// trace in its header traceparent. OpenTelemetry's environment variables, OTEL_…, set sampling, batches
// and headers. Without requests it sends nothing, and a wrong endpoint causes no error.
func Traces(ctx context.Context, to observe.Tracing) (observe.Traces, error) {
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
	t := &traces{provider: sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(from))}
	t.tracer = t.provider.Tracer("example.com/resourceful")
	return t, nil
}

// Close sends the remaining spans, until ctx ends.
func (t *traces) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// Begin starts the span of a request. Describe sets its name and attributes at the end, when the route is
// known.
func (t *traces) Begin(ctx context.Context, r *http.Request, id string) (context.Context, string, func()) {
	ctx = t.incoming.Extract(ctx, propagation.HeaderCarrier(r.Header))
	verb := observe.Method(r.Method)
	ctx, span := t.tracer.Start(ctx, verb, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(attribute.String("http.request.method", verb), attribute.String("request.id", id)))
	traceID := ""
	if c := span.SpanContext(); c.IsSampled() {
		traceID = c.TraceID().String()
	}
	return ctx, traceID, func() { span.End() }
}

// Describe adds the facts known at the end of a request to its span.
func (t *traces) Describe(ctx context.Context, o serve.Observation) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	if o.Route != "" {
		span.SetName(observe.Method(o.Method) + " " + o.Route)
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

// Statement starts a span within the request's.
func (t *traces) Statement(ctx context.Context, text string) func(error) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return func(error) {}
	}
	verb, _, _ := strings.Cut(text, " ")
	_, span := t.tracer.Start(ctx, verb, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("db.query.text", text), attribute.String("db.operation.name", verb)))
	return func(err error) {
		if err != nil {
			// The message may contain a value.
			span.SetAttributes(attribute.String("error.type", database.ErrorKind(err)))
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}
