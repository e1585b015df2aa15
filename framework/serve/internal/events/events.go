// Reading events: the stored changes, as a reader may see them.

// Package events sends changes to readers who may see them: in streams and by webhooks.
package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

const (
	// maxTold is the largest number of events in one batch.
	maxTold = 64
	// toldBytes is roughly the limit of the records in a batch of more than one event.
	toldBytes = 1 << 20
)

// NewOutbox returns the outbox of the set; nil for none.
func NewOutbox(service *request.Service, hub *Hub) (*record.Outbox, error) {
	e := service.Plan.Events
	if e == nil {
		return nil, nil
	}
	events, err := store.NewTable(service.DB, store.TableSpec{Type: e.Type, Reads: e.Type.Columns()})
	if err != nil {
		return nil, err
	}
	deleted, err := store.NewTable(service.DB, store.TableSpec{Type: e.Deleted, Reads: e.Deleted.Columns()})
	if err != nil {
		return nil, err
	}
	told, reads := map[string]bool{}, record.Reads{}
	for table, w := range service.Routes.Watched {
		told[table] = true
		for _, cond := range permission.Reading(w.Route.Rule) {
			reads.Add(w.Route.Res.Type, cond)
		}
	}
	o := record.NewOutbox(service.DB, events, deleted, service.Plan.Tables, told, reads, service.TablesByName())
	o.Changed, o.Misfit = hub.wake, hub.passOver
	if hub.outbox == nil {
		hub.outbox = o
	}
	return o, nil
}

// listener is a reader of events.
type listener struct {
	x         *request.Exchange // the reader's request, or an internal one
	requester request.Requester
	only      map[string]bool  // names of resources; nil for all
	version   *request.Version // the reader's version of the service; nil without versions
	shared    *sharedRows      // rows for listeners to the same events; nil for none
}

// watched returns the resource of a table in the listener's version; nil without events.
func (l *listener) watched(table string) *request.Watched {
	w := l.x.Service.Routes.Watched[table]
	if w == nil || l.version == nil || w.Versions[l.version.Index] == nil {
		return w
	}
	return w.Versions[l.version.Index]
}

// toldEvent is one event for a listener.
type toldEvent struct {
	position int64
	body     []byte // nil if the listener may not see the event
}

// as changes the listener's credentials, for example to the same account's current ones; nil is anonymous.
func (l *listener) as(ctx context.Context, who *auth.Credentials) error {
	service := l.x.Service
	x := &request.Exchange{Service: service, Context: ctx}
	if who != nil {
		if err := x.FindGrants(who); err != nil {
			return err
		}
	}
	l.requester = request.NewRequester(who)
	l.requester.At = service.Options.Now()
	if service.ServiceOf == nil {
		return nil
	}
	of, err := service.ServiceOf(l.requester)
	if err == nil {
		l.x.Service = of
	}
	return err
}

// admission returns the listener's read of a resource, or nil if the listener may not or does not want to
// read it.
func (l *listener) admission(w *request.Watched) *request.Admission {
	if l.only != nil && !l.only[w.Name] || !w.Reads.InScope(l.requester.Credentials) {
		return nil
	}
	a := &request.Admission{Target: request.Target{Route: w.Route}, Method: w.Reads.Method, Requester: l.requester, Operation: w.Reads}
	a.Cond = permission.Reduce(w.Route.Rule, l.requester.Request(true))
	if a.Cond.IsFalse() {
		return nil
	}
	return a
}

// errTooMuch asks for a smaller batch.
var errTooMuch = errors.New("the records of the events are large")

// tell returns messages for the first events of a list, as the listener may see them now.
func (l *listener) tell(ctx context.Context, list []schema.Event) ([]toldEvent, error) {
	if l.shared == nil {
		l.shared = &sharedRows{}
		defer func() { l.shared = nil }()
	}
	for n := len(list); ; n = max(1, n/4) {
		events, err := l.tellList(ctx, list[:n])
		if !errors.Is(err, errTooMuch) {
			return events, err
		}
	}
}

func (l *listener) tellList(ctx context.Context, list []schema.Event) ([]toldEvent, error) {
	live, err := l.readLive(ctx, list)
	if err != nil {
		return nil, err
	}
	events := make([]toldEvent, len(list))
	for i, e := range list {
		events[i].position = *e.Position
		w := l.watched(e.Table)
		if w == nil {
			continue // an earlier version of the program wrote the event
		}
		rec := live[eventRow{e.Table, e.Key}]
		if e.Change == schema.Removed || rec == nil {
			if rec, err = l.readFormer(ctx, w, e); err != nil {
				return nil, err
			}
		}
		if rec != nil {
			events[i].body = appendEvent(nil, w.Name, e, rec)
		}
	}
	return events, nil
}

// eventRow identifies the row of an event.
type eventRow struct{ table, key string }

// toldRecord is a row for a listener.
type toldRecord struct {
	key  []byte // its key in addresses, as JSON
	json []byte // nil for a row that the listener may see no more
}

// readLive reads the rows of events that exist and that the listener may see, in one statement for each
// resource.
func (l *listener) readLive(ctx context.Context, list []schema.Event) (map[eventRow]*toldRecord, error) {
	keys, order := map[*request.Watched][]any{}, []*request.Watched(nil)
	asked, rows := map[eventRow]bool{}, map[*request.Watched][]eventRow{}
	for _, e := range list {
		w, row := l.watched(e.Table), eventRow{e.Table, e.Key}
		if w == nil || e.Change == schema.Removed || asked[row] {
			continue
		}
		if key, ok := w.Keys.Parse(e.Key); ok {
			if keys[w] == nil {
				order = append(order, w)
			}
			asked[row], keys[w], rows[w] = true, append(keys[w], key.Arg()), append(rows[w], row)
		}
	}
	live, size := map[eventRow]*toldRecord{}, int64(0)
	for _, w := range order {
		a := l.admission(w)
		if a == nil {
			continue
		}
		x := *l.x
		x.Context = ctx
		res, t := w.Route.Res, w.Route.Res.Type
		shared := l.shared.under(w, a.Cond)
		if shared.has(rows[w]) {
			for _, row := range rows[w] {
				live[row] = shared.live[row]
			}
			continue
		}
		where := predicate.And(a.Cond, predicate.Expr{Op: predicate.OpIn, Name: t.Key.Column, Index: t.Key.Index, Value: keys[w]})
		view, err := access.ReadViewGiven(&x, a, res.Retrieve, nil, a.Cond, nil)
		if err == nil {
			err = view.Stream(ctx, where, func(rec *schema.Record) error {
				if size += rec.Size(); size > toldBytes && len(list) > 1 {
					return errTooMuch
				}
				live[eventRow{t.Table, rec.Key().String()}] = &toldRecord{res.Lookup.Field.AppendKey(nil, res.Lookup.Of(rec)), rec.Append(nil, x.Base)}
				return nil
			})
		}
		if err != nil {
			return nil, fmt.Errorf("events of %s: %w", res.Name, err)
		}
		if res.Retrieve.Same != nil {
			for _, row := range rows[w] {
				shared.live[row] = live[row]
			}
		}
	}
	return live, nil
}

// readFormer returns a row that was deleted, or that the listener may not see, if they were allowed to see it
// before the event or before its deletion; nil otherwise.
func (l *listener) readFormer(ctx context.Context, w *request.Watched, e schema.Event) (*toldRecord, error) {
	a := l.admission(w)
	if a == nil {
		return nil, nil
	}
	shared := l.shared.under(w, a.Cond)
	rec, known := shared.former[*e.Position]
	if known {
		return rec, nil
	}
	rec, err := l.findFormer(ctx, w, e, a.Cond)
	if err == nil {
		shared.former[*e.Position] = rec
	}
	return rec, err
}

// findFormer is readFormer for listeners with a condition.
func (l *listener) findFormer(ctx context.Context, w *request.Watched, e schema.Event, cond predicate.Expr) (*toldRecord, error) {
	res, outbox := w.Route.Res, l.x.Service.Routes.Outbox
	key, ok := w.Keys.Parse(e.Key)
	if !ok {
		return nil, nil
	}
	batches := []string{e.Batch}
	if e.Change != schema.Removed {
		there, err := res.Rows.Read(ctx).Meets(key, predicate.Constant(true))
		if err == nil && !there {
			var deletion string
			deletion, err = outbox.Batch(ctx, e.Table, e.Key)
			batches = append(batches, deletion)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, batch := range batches {
		address, found, err := outbox.FormerVisible(ctx, res.Rows, batch, key, store.Visibility{Type: res.Type, Where: cond}, res.Lookup.Field)
		if err != nil {
			return nil, err
		}
		if found {
			return &toldRecord{key: res.Lookup.Field.AppendKey(nil, address)}, nil
		}
	}
	return nil, nil
}

// appendEvent appends an event:
//
//	{"id": "7", "type": "tickets.update", "at": "2026-01-31T12:00:00Z", "key": 12, "record": {…}}
//
// record is the current representation for the listener; null for a deleted row.
func appendEvent(b []byte, name string, e schema.Event, rec *toldRecord) []byte {
	b = append(b, `{"id":"`...)
	b = strconv.AppendInt(b, *e.Position, 10)
	b = notation.AppendText(append(b, `","type":`...), name+"."+e.Change)
	b = append(b, `,"at":"`...)
	layout := "2006-01-02T15:04:05.000000Z"
	if e.At.Nanosecond() == 0 {
		layout = time.RFC3339
	}
	b = append(e.At.UTC().AppendFormat(b, layout), `","key":`...)
	b = append(append(b, rec.key...), `,"record":`...)
	if rec.json == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, rec.json...)
	}
	return append(b, '}')
}

// eventNames returns the names of the resources with events, sorted.
func eventNames(rs *request.Routes) (names []string) {
	for _, w := range rs.Watched {
		names = append(names, w.Name)
	}
	slices.Sort(names)
	return names
}

// Purge removes events and deliveries whose retention time is over, and returns their number.
func Purge(ctx context.Context, service *request.Service, now time.Time) (removed int64, err error) {
	if service.Routes.Outbox == nil {
		return 0, nil
	}
	before := now.Add(-service.Plan.Events.Keep)
	purges := []func() (int64, error){func() (int64, error) { return service.Routes.Outbox.Purge(ctx, before, request.PurgedRows) }}
	if w := service.Plan.Webhooks; w != nil {
		deliveries := service.Tables[w.Deliveries.Go].Table
		purges = append(purges, func() (int64, error) {
			return deliveries.PurgeBefore(ctx, w.Deliveries.ByWire("created"), before, request.PurgedRows)
		})
	}
	for _, purge := range purges {
		for n := int64(request.PurgedRows); n == request.PurgedRows; removed += n {
			if n, err = purge(); err != nil {
				return removed, fmt.Errorf("remove old events: %w", err)
			}
		}
	}
	return removed, nil
}
