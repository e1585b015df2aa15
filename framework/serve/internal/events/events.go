// Events as their readers may see them.

// Package events tells of changes as their readers may see them: in streams, and by webhooks.
package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

const (
	// maxTold is how many events are told at once.
	maxTold = 64
	// toldBytes is about how much the records take that are told at once, beside one alone.
	toldBytes = 1 << 20
)

// NewOutbox is the outbox of the set; nil where no changes are told.
func NewOutbox(h *request.Service, b *Hub) (*record.Outbox, error) {
	e := h.Plan.Events
	if e == nil {
		return nil, nil
	}
	events, err := store.NewTable(h.DB, store.TableSpec{Type: e.Type, Reads: e.Type.Columns()})
	if err != nil {
		return nil, err
	}
	deleted, err := store.NewTable(h.DB, store.TableSpec{Type: e.Deleted, Reads: e.Deleted.Columns()})
	if err != nil {
		return nil, err
	}
	told, rows := map[string]bool{}, map[string]*store.Table{}
	for table := range h.Routes.Watched {
		told[table] = true
	}
	for _, t := range h.Plan.Types {
		if rows[t.Table] == nil || len(h.Tables[t.Go].Served) > 0 {
			rows[t.Table] = h.Tables[t.Go].Table
		}
	}
	o := record.NewOutbox(h.DB, events, deleted, h.Plan.Tables, told, rows)
	o.Changed, o.Misfit = b.wake, b.passOver
	if b.outbox == nil {
		b.outbox = o
	}
	return o, nil
}

// listener is who is told of events.
type listener struct {
	x         *request.Exchange // of the request that listens, or one of its own
	requester request.Requester
	only      map[string]bool  // names of resources; nil for all
	version   *request.Version // that it reads; nil where there is one alone
}

// watched is the resource of a table as the listener's version has it; nil where no changes are told.
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
	body     []byte // nil for one that the listener is not told
}

// as is the listener with other credentials, such as those of the same account a little later; nil is nobody.
func (l *listener) as(ctx context.Context, who *auth.Credentials) error {
	h := l.x.Service
	x := &request.Exchange{Service: h, Context: ctx}
	if who != nil {
		if err := x.FindGrants(who); err != nil {
			return err
		}
	}
	l.requester = request.NewRequester(who)
	l.requester.At = h.Options.Now()
	if h.ServiceOf == nil {
		return nil
	}
	of, err := h.ServiceOf(l.requester)
	if err == nil {
		l.x.Service = of
	}
	return err
}

// admission is a listener that reads the rows of a resource; nil where there is none for it.
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

// errTooMuch says that fewer events are to be read at once.
var errTooMuch = errors.New("the records of the events are large")

// tell makes the messages of events, or of the first of them, as the listener may see them now.
func (l *listener) tell(ctx context.Context, list []schema.Event) ([]toldEvent, error) {
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
			continue // it was told by an earlier version of the program
		}
		rec := live[eventRow{e.Table, e.Key}]
		if e.Change == schema.Removed || rec == nil {
			if rec, err = l.readDeleted(ctx, w, e); err != nil {
				return nil, err
			}
		}
		if rec != nil {
			events[i].body = appendEvent(nil, w.Name, e, rec)
		}
	}
	return events, nil
}

// eventRow is a row that an event is about.
type eventRow struct{ table, key string }

// toldRecord is what a listener is told of a row.
type toldRecord struct {
	key  schema.Key // that addresses name it by
	json []byte     // nil for one that is deleted
}

// readLive reads the rows that events are about, as far as they are there and the listener may see them: in one statement
// for each resource.
func (l *listener) readLive(ctx context.Context, list []schema.Event) (map[eventRow]*toldRecord, error) {
	keys, order := map[*request.Watched][]any{}, []*request.Watched(nil)
	asked := map[eventRow]bool{}
	for _, e := range list {
		w, row := l.watched(e.Table), eventRow{e.Table, e.Key}
		if w == nil || e.Change == schema.Removed || asked[row] {
			continue
		}
		if key, ok := w.Keys.Parse(e.Key); ok {
			if keys[w] == nil {
				order = append(order, w)
			}
			asked[row], keys[w] = true, append(keys[w], key.Arg())
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
		where := predicate.And(a.Cond, predicate.Expr{Op: predicate.OpIn, Name: t.Key.Column, Index: t.Key.Index, Value: keys[w]})
		view, err := access.ReadViewGiven(&x, a, res.Retrieve, nil, a.Cond, nil)
		if err == nil {
			err = view.Stream(ctx, where, func(rec *schema.Record) error {
				if size += rec.Size(); size > toldBytes && len(list) > 1 {
					return errTooMuch
				}
				live[eventRow{t.Table, rec.Key().String()}] = &toldRecord{res.Lookup.Of(rec), rec.Append(nil, x.Base)}
				return nil
			})
		}
		if err != nil {
			return nil, fmt.Errorf("events of %s: %w", res.Name, err)
		}
	}
	return live, nil
}

// readDeleted finds a row that is deleted, where the listener was allowed to see it; nil for none.
func (l *listener) readDeleted(ctx context.Context, w *request.Watched, e schema.Event) (*toldRecord, error) {
	a := l.admission(w)
	if a == nil {
		return nil, nil
	}
	res, outbox := w.Route.Res, l.x.Service.Routes.Outbox
	key, ok := w.Keys.Parse(e.Key)
	if !ok {
		return nil, nil
	}
	batch := e.Batch
	if e.Change != schema.Removed {
		there, err := res.Rows.Read(ctx).Meets(key, predicate.Constant(true))
		if err != nil || there { // the listener may not see it
			return nil, err
		}
		if batch, err = outbox.Batch(ctx, e.Table, e.Key); err != nil {
			return nil, err
		}
	}
	address, found, err := outbox.DeletedVisible(ctx, res.Rows, batch, key, store.Visibility{Type: res.Type, Where: a.Cond}, res.Lookup.Field)
	if err != nil || !found {
		return nil, err
	}
	return &toldRecord{key: address}, nil
}

// appendEvent appends an event:
//
//	{"id": "7", "type": "tickets.update", "at": "2026-01-31T12:00:00Z", "key": 12, "record": {…}}
//
// record is what reading the record shows to the listener now; null of one that is deleted.
func appendEvent(b []byte, name string, e schema.Event, rec *toldRecord) []byte {
	b = append(b, `{"id":"`...)
	b = strconv.AppendInt(b, *e.Position, 10)
	b = field.AppendText(append(b, `","type":`...), name+"."+e.Change)
	b = append(b, `,"at":"`...)
	layout := "2006-01-02T15:04:05.000000Z"
	if e.At.Nanosecond() == 0 {
		layout = time.RFC3339
	}
	b = append(e.At.UTC().AppendFormat(b, layout), `","key":`...)
	b = append(rec.key.AppendJSON(b), `,"record":`...)
	if rec.json == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, rec.json...)
	}
	return append(b, '}')
}

// eventNames are the names of the resources whose changes are told, sorted.
func eventNames(rs *request.Routes) (names []string) {
	for _, w := range rs.Watched {
		names = append(names, w.Name)
	}
	slices.Sort(names)
	return names
}

// Purge removes the events, and what webhooks were sent, that are older than they are kept, and returns how many those were.
func Purge(ctx context.Context, h *request.Service, now time.Time) (removed int64, err error) {
	if h.Routes.Outbox == nil {
		return 0, nil
	}
	before := now.Add(-h.Plan.Events.Keep)
	purges := []func() (int64, error){func() (int64, error) { return h.Routes.Outbox.Purge(ctx, before, request.PurgedRows) }}
	if w := h.Plan.Webhooks; w != nil {
		deliveries := h.Tables[w.Deliveries.Go].Table
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
