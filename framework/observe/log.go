// A log handler that adds the request and the trace to records.

package observe

import (
	"context"
	"log/slog"

	"example.com/resourceful/framework/serve"
)

// Logs returns a log handler that adds the ids of the request and of the trace to each record, if there are
// any.
func Logs(handler slog.Handler) slog.Handler { return logs{handler} }

type logs struct{ slog.Handler }

// Handle is called by the logger.
func (l logs) Handle(ctx context.Context, record slog.Record) error {
	if id := RequestID(ctx); id != "" {
		record.AddAttrs(slog.String("request_id", id))
		if trace := traceID(ctx); trace != "" {
			record.AddAttrs(slog.String("trace_id", trace))
		}
	}
	return l.Handler.Handle(ctx, record)
}

// WithAttrs is called by the logger.
func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }

// WithGroup is called by the logger.
func (l logs) WithGroup(name string) slog.Handler { return logs{l.Handler.WithGroup(name)} }

func logRequest(ctx context.Context, log *slog.Logger, o serve.Observation) {
	log.LogAttrs(ctx, slog.LevelInfo, "request",
		slog.String("method", Method(o.Method)), slog.String("route", Route(o.Route)), slog.Int("status", o.Status),
		slog.Duration("duration", o.Duration), slog.Int64("bytes", o.Bytes), slog.Int64("user", o.UserID),
		slog.Int("statements", o.Statements))
}
