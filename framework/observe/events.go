// Logs and counts of logins and refusals.

package observe

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
)

const (
	// eventWindow is the time in which each kind of event gets eventRecords log records; further ones share
	// a single record.
	eventWindow  = 10 * time.Second
	eventRecords = 20
)

// Events logs and counts logins, failed logins and refusals. Counts are exact; log records are limited, so
// that an attack cannot fill the disk.
type Events struct {
	log *slog.Logger

	mu      sync.Mutex
	counts  map[eventKey]uint64
	windows [auth.EventKinds]window
}

// eventKey identifies a counter of events.
type eventKey struct{ event, scheme string }

// EventCount is the number of events of one kind in one scheme.
type EventCount struct {
	Event, Scheme string
	Count         uint64
}

// window counts the log records of one kind.
type window struct {
	ends               time.Time
	logged, suppressed int
}

// records are the log record of each kind of event. A client's mistake is no warning, but an attack is.
var records = [auth.EventKinds]struct {
	level   slog.Level
	message string
}{
	auth.LoginEvent:            {slog.LevelInfo, "login"},
	auth.LoginFailedEvent:      {slog.LevelInfo, "login failed"},
	auth.LoginThrottledEvent:   {slog.LevelWarn, "login throttled"},
	auth.LoginUnavailableEvent: {slog.LevelWarn, "login refused: too many passwords are being checked"},
	auth.LogoutEvent:           {slog.LevelInfo, "logout"},
	auth.PasswordChangedEvent:  {slog.LevelInfo, "password changed"},
	auth.PermissionDeniedEvent: {slog.LevelInfo, "permission denied"},
	auth.CrossOriginEvent:      {slog.LevelInfo, "cross-origin request refused"},
}

// NewEvents returns the events of one service with authentication schemes. The caller closes it.
func NewEvents(log *slog.Logger, schemes []auth.Scheme) *Events {
	e := &Events{log: log, counts: map[eventKey]uint64{}}
	expect := func(events ...auth.Event) { // counters start at 0, so that the first event is an increase
		for _, event := range events {
			e.counts[eventKey{event.Kind.String(), event.Scheme}] = 0
		}
	}
	expect(auth.EventsOf(auth.AnonymousScheme, auth.PermissionDeniedEvent, auth.CrossOriginEvent)...)
	for _, s := range schemes {
		expect(auth.EventsOf(s.Name(), auth.PermissionDeniedEvent)...)
		if reporter, ok := s.(auth.Reporter); ok {
			expect(reporter.Reports()...)
		}
	}
	return e
}

// Record is for auth.Options.Events.
func (e *Events) Record(ctx context.Context, event auth.Event) {
	e.count(event)
	r := records[event.Kind]
	if event.Routine {
		r.level = slog.LevelDebug
	}
	if !e.log.Enabled(ctx, r.level) || !e.mayLog(event.Kind) {
		return
	}
	e.log.LogAttrs(ctx, r.level, r.message, attributes(event)...)
}

func (e *Events) count(event auth.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.counts[eventKey{event.Kind.String(), event.Scheme}]++
}

// Counts returns the number of each event, in no order. It includes zero counts for all events that the
// schemes may report.
func (e *Events) Counts() []EventCount {
	e.mu.Lock()
	defer e.mu.Unlock()
	counts := make([]EventCount, 0, len(e.counts))
	for key, n := range e.counts {
		counts = append(counts, EventCount{key.event, key.scheme, n})
	}
	return counts
}

func attributes(event auth.Event) []slog.Attr {
	attrs := []slog.Attr{slog.String("event", event.Kind.String()), slog.String("scheme", event.Scheme)}
	if event.UserID != 0 {
		attrs = append(attrs, slog.Int64("user", event.UserID), slog.String("username", event.Username))
	}
	if event.NameHash != "" {
		attrs = append(attrs, slog.String("name_hash", event.NameHash))
	}
	if event.Reason != "" {
		attrs = append(attrs, slog.String("reason", event.Reason))
	}
	client := "unknown"
	if event.Client.IsValid() {
		client = event.Client.String()
	}
	attrs = append(attrs, slog.String("client", client))
	if event.Method != "" {
		attrs = append(attrs, slog.String("method", Method(event.Method)), slog.String("route", Route(event.Route)))
	}
	return attrs
}

// mayLog reports whether an event of this kind may be logged. The first suppressed event schedules a record
// about all of them for the end of the window.
func (e *Events) mayLog(kind auth.EventKind) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	w, now := &e.windows[kind], time.Now()
	if !now.Before(w.ends) {
		w.ends, w.logged = now.Add(eventWindow), 0
	}
	if w.logged < eventRecords {
		w.logged++
		return true
	}
	if w.suppressed++; w.suppressed == 1 {
		time.AfterFunc(w.ends.Sub(now), func() { e.tell(kind) })
	}
	return false
}

// tell logs the number of suppressed events of a kind.
func (e *Events) tell(kind auth.EventKind) {
	e.mu.Lock()
	n := e.windows[kind].suppressed
	e.windows[kind].suppressed = 0
	e.mu.Unlock()
	if n > 0 {
		e.log.LogAttrs(context.Background(), suppressedLevel(kind), "events suppressed",
			slog.String("event", kind.String()), slog.Int("count", n))
	}
}

// suppressedLevel returns the level of the record about suppressed events: many refusals in a short time
// are a warning, many logins are not.
func suppressedLevel(event auth.EventKind) slog.Level {
	switch event {
	case auth.LoginEvent, auth.LogoutEvent, auth.PasswordChangedEvent:
		return records[event].level
	}
	return slog.LevelWarn
}

// Close logs the last suppressed events.
func (e *Events) Close() {
	for kind := range records {
		e.tell(auth.EventKind(kind))
	}
}
