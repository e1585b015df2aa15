package observe

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
)

const (
	// eventWindow is the time in which each kind of event has eventRecords records; the others are
	// one record together.
	eventWindow  = 10 * time.Second
	eventRecords = 20
)

// Events logs and counts who logs in, who fails to and who is refused. Counts are exact; records
// are bounded, so that an attack cannot fill the disk.
type Events struct {
	log *slog.Logger

	mu      sync.Mutex
	counts  map[eventKey]uint64
	windows [auth.EventKinds]window
}

// eventKey is what events are counted by.
type eventKey struct{ event, scheme string }

// EventCount is how often there was a kind of event in a scheme.
type EventCount struct {
	Event, Scheme string
	Count         uint64
}

// window counts the records of one kind.
type window struct {
	ends               time.Time
	logged, suppressed int
}

// records says how each kind of event is logged. A client's mistake is no warning; that somebody
// does not stop is.
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

// NewEvents returns the events of one service, whose requesters say by the schemes who they are.
// Close is to be called at its end.
func NewEvents(log *slog.Logger, schemes []auth.Scheme) *Events {
	e := &Events{log: log, counts: map[eventKey]uint64{}}
	expect := func(events ...auth.Event) { // from 0 on, so that the first is an increase
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

// Counts are how often there was each event, in no order. Those that the schemes may report are
// there from the start.
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

// mayLog reports whether there is a record left for an event of this kind. The first one that has
// none makes that the suppressed ones are told of when the window ends.
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

// tell logs how many events of a kind had no record of their own.
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

// suppressedLevel is the level at which suppressed events are told of: many refusals in a short
// time are a warning, as somebody does not stop, and many people who log in are none.
func suppressedLevel(event auth.EventKind) slog.Level {
	switch event {
	case auth.LoginEvent, auth.LogoutEvent, auth.PasswordChangedEvent:
		return records[event].level
	}
	return slog.LevelWarn
}

// Close tells of what was suppressed last.
func (e *Events) Close() {
	for kind := range records {
		e.tell(auth.EventKind(kind))
	}
}
