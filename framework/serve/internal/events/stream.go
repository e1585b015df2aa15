// The operation GET on /-/events: a stream of events (server-sent events, as HTML defines them).

package events

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// Path is the address of the stream.
const Path = "/-/events"

// eventRetry is the time after which a reader reconnects, in milliseconds.
const eventRetry = 1000

// StreamRoute returns the route of the stream, for requesters who may read some resource with events; nil
// if there is none.
func (hub *Hub) StreamRoute(rs *request.Routes) *request.Route {
	if len(rs.Watched) == 0 {
		return nil
	}
	var rules []permission.Rule
	for _, name := range eventNames(rs) {
		for _, w := range rs.Watched {
			if w.Name == name {
				rules = append(rules, w.Route.Rule)
			}
		}
	}
	o := &plan.Operation{Name: "events", Method: http.MethodGet, Title: "Events", Description: "Changes of rows, as they are made."}
	return &request.Route{
		Route: &plan.Route{Name: o.Title, Description: o.Description}, RouterPattern: Path, Rule: permission.Any(rules...),
		Offered: []*request.Operation{{Operation: o, Perform: hub.streamEvents, Unscoped: true}}, MediaFormats: request.NewFormats([]media.Renderer{eventFormat{}}, false),
	}
}

// eventFormat is the format of the stream, which is written event by event. Refusals have another format.
type eventFormat struct{}

func (eventFormat) Format() media.Format {
	return media.Format{Name: "events", MediaType: "text/event-stream", ContentType: "text/event-stream", Only: media.Record}
}

func (eventFormat) Render(*media.Output, *media.Document) error {
	return errors.New("a stream of events is not a document")
}

// streamEvents sends events to a reader until the reader leaves or the service stops.
func (hub *Hub) streamEvents(x *request.Exchange, a *request.Admission) (request.Result, error) {
	names, query, err := readEventQuery(x)
	if err != nil {
		return request.Result{}, err
	}
	after, given, err := lastEvent(x.R, query)
	if err != nil {
		return request.Result{}, err
	}
	s := &eventStream{hub: hub, stream: x, listener: listener{x: &request.Exchange{Service: x.Service, Context: x.Context, W: x.W, R: x.R, Base: x.Base}, requester: a.Requester, only: names, version: a.Version}}
	if !x.Service.Budgets.Streams.Acquire(x.ClientAddress(), 1) {
		return request.Result{}, problem.New(problem.Unavailable, "Too many streams of events are being read. Please try again.")
	}
	defer x.Service.Budgets.Streams.Release(x.ClientAddress(), 1)
	defer hub.join()()
	first, last, err := eventBounds(uncounted(x.Context), x.Service)
	if err != nil {
		return request.Result{}, err
	}
	s.begin(a)
	if x.R.Method == http.MethodHead {
		return request.Result{Written: true}, nil
	}
	s.part = fmt.Appendf(s.part, "retry: %d\n", eventRetry)
	switch missed := given && (after > last || after < first-1); {
	case !given:
		s.last = last
		s.part = fmt.Appendf(s.part, "id: %d\n\n", s.last)
	case missed:
		s.last = last
		s.part = fmt.Appendf(s.part, "id: %d\nevent: reset\ndata: {\"type\":\"reset\",\"detail\":\"Events after %d are not kept any more. Read the resources again.\"}\n\n", s.last, after)
	default:
		s.last = after
		s.part = append(s.part, '\n')
	}
	s.run()
	return request.Result{Written: true}, nil
}

// eventBounds returns the positions of the oldest event in the outbox and of the last committed one.
func eventBounds(ctx context.Context, service *request.Service) (first, last int64, err error) {
	if _, err = service.Routes.Outbox.Sequence(ctx); err == nil {
		first, last, err = service.Routes.Outbox.Bounds(ctx)
	}
	if err != nil {
		err = fmt.Errorf("events: %w", err)
	}
	return first, last, err
}

// readEventQuery reads the query: resource names, nil for all, and the id of the last event, "" for none.
func readEventQuery(x *request.Exchange) (names map[string]bool, last string, err error) {
	var problems problem.Fields
	known, params := eventNames(&x.Service.Routes), []string{"last_event_id", "resources"}
	for _, p := range querystring.Parse(x.R.URL.RawQuery) {
		switch {
		case p.Name == "last_event_id":
			last = p.Value
		case p.Name == "resources":
			for name := range strings.SplitSeq(p.Value, ",") {
				if names == nil {
					names = map[string]bool{}
				}
				if names[name] = true; !slices.Contains(known, name) {
					problems.Tell(p.Name, "invalid_choice", fmt.Sprintf("Select a valid choice. %s is not one of the available choices.", name))
				}
			}
		case x.Service.Plan.Requests.IgnoreUnknown || p.Name == "format" || x.Service.Routes.Versions.InQuery(p.Name) || strings.HasPrefix(p.Name, "_"):
		default:
			problems.Tell(p.Name, "unknown", field.Unknown("parameter", p.Name, params))
		}
	}
	if len(problems) > 0 {
		return nil, "", &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	return names, last, nil
}

// lastEvent returns the position of the last event that a reader has received: from the header
// Last-Event-ID, or from the query for readers that cannot send it. given is false for a new reader.
func lastEvent(r *http.Request, query string) (position int64, given bool, err error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = query
	}
	if text == "" {
		return 0, false, nil
	}
	position, err = strconv.ParseInt(text, 10, 64)
	if err != nil || position < 0 {
		return 0, false, problem.New(problem.Malformed, "Last-Event-ID is the id of no event.")
	}
	return position, true, nil
}

// eventStream is the stream of one reader.
type eventStream struct {
	hub    *Hub
	stream *request.Exchange // the exchange of the stream; the listener reads with another one
	listener
	last int64  // the position after which reading continues
	sent int64  // the last position that the reader received
	part []byte // the next bytes to write
}

// begin writes the headers.
func (s *eventStream) begin(a *request.Admission) {
	h := s.stream.W.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for nginx as a proxy, which would buffer events
	h["Allow"] = a.Route.Allow
	s.stream.Started = true
	s.stream.W.WriteHeader(http.StatusOK)
}

// run sends new events until the reader is too slow or may no longer read.
func (s *eventStream) run() {
	service := s.stream.Service
	beat := time.NewTicker(service.Options.Events.Heartbeat)
	defer beat.Stop()
	s.sent = s.last
	for s.flush() == nil {
		changed := s.hub.next()
		more, err := s.read()
		switch {
		case err != nil:
			s.explain(err)
			return
		case more:
			continue
		}
		select {
		case <-changed:
		case <-beat.C:
			if s.part = append(s.part, ':'); s.sent != s.last { // the reader stores the position and does not read it again
				s.part = fmt.Appendf(s.part, "\nid: %d", s.last)
			}
			s.sent, s.part = s.last, append(s.part, '\n', '\n')
			if err := s.identify(uncounted(s.stream.Context)); err != nil {
				s.explain(err)
				return
			}
		case <-s.hub.closed:
			return
		case <-s.stream.Context.Done():
			return
		}
	}
}

// read reads the next events, and reports whether there may be more. It authenticates the reader after it
// has read them, so that nobody receives a change under rights that they had only before it.
func (s *eventStream) read() (more bool, err error) {
	ctx := uncounted(s.stream.Context)
	next, err := s.stream.Service.Routes.Outbox.After(ctx, s.last, maxTold)
	if err != nil || len(next) == 0 {
		return false, err
	}
	if err := s.identify(ctx); err != nil {
		return false, err
	}
	events, err := s.tell(ctx, next)
	if err != nil {
		return false, err
	}
	for _, e := range events {
		if s.last = e.position; e.body != nil {
			s.sent = e.position
			s.part = fmt.Appendf(s.part, "id: %d\ndata: %s\n\n", e.position, e.body)
		}
	}
	return true, nil
}

// identify authenticates the reader again: credentials expire, and permissions change. An open stream
// is no activity of a session.
func (s *eventStream) identify(ctx context.Context) error {
	service := s.stream.Service
	who, err := service.Auth.Authenticate(auth.WithoutUse(ctx), s.stream.W, s.stream.R)
	if err != nil {
		return err
	}
	if known := s.requester.User; (who == nil) != (known == nil) || who != nil && who.User.ID != known.ID {
		return service.Auth.Denied(nil)
	}
	return s.as(ctx, who)
}

// explain logs the error that ended a stream, unless it is a refusal.
func (s *eventStream) explain(err error) {
	if problem.As(err) == nil && s.stream.Context.Err() == nil {
		s.stream.Service.Options.Logger.WarnContext(s.stream.Context, "stream of events ended", "error", err)
	}
}

// flush writes the next bytes, within the time limit of a write.
func (s *eventStream) flush() error {
	x := s.stream
	if len(s.part) == 0 {
		return nil
	}
	if err := x.ReserveResponse(int64(len(s.part)) - request.Free); err != nil {
		return err
	}
	x.Writer.ExtendDeadline()
	_, err := x.Write(s.part)
	if err == nil {
		err = http.NewResponseController(x.W).Flush()
	}
	s.part = s.part[:0]
	if cap(s.part) > request.KeptBuffer {
		s.part = nil
	}
	_ = x.ReserveResponse(0)
	return err
}
