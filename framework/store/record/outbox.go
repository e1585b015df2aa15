// The outbox: events about rows.

package record

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/internal/query"
)

// EventChannel is the PostgreSQL channel on which processes notify each other of events.
const EventChannel = "resourceful_events"

// sequencedEvents is the number of events that get their positions in one transaction.
const sequencedEvents = 1000

// Outbox records the changes of some tables' rows as events. An event is written in the transaction of the
// change, and gets its position after the commit, from one transaction at a time: a reader that continues
// from a position misses none, in whatever order transactions end.
type Outbox struct {
	db       *database.DB
	events   *store.Table
	deleted  *store.Table
	watched  map[string]bool         // tables whose rows have events
	rows     map[string]*store.Table // of all tables, since a deleted row determines who was allowed to see others
	tables   []schema.Table
	captures map[string]bool // tables whose deletions affect a watched one, or who may see it
	reads    Reads           // those that determine who may see watched rows
	position *schema.Field
	Changed  func() // called after the commit of events; nil for nothing
	// Misfit is called for a deleted row whose table cannot be queried, since the kept values no longer fit
	// the columns; nil for nothing.
	Misfit func(table string, err error)
}

// Reads are the columns, and the tables of pairs, by which rules select the rows that a reader may see: names
// by the table of the rows.
type Reads map[string]map[string]bool

// Add adds those of a condition on the rows of a type.
func (r Reads) Add(t *schema.Type, cond predicate.Expr) {
	for _, f := range t.Columns() {
		if cond.Reads(f.Index) {
			r.add(t.Table, f.Column)
		}
	}
	cond.Walk(func(e predicate.Expr) bool {
		if e.Op != predicate.OpExists {
			return true
		}
		f := t.Fields[e.Index]
		switch to := f.Relation; {
		case f.IsManyToMany():
			r.add(t.Table, to.Through)
		case f.IsHasMany() && to.By != nil:
			r.add(to.Type.Table, to.By.Column)
		default:
			r.add(t.Table, f.Column)
		}
		r.Add(f.Relation.Type, e.Kids[0])
		return false
	})
}

func (r Reads) add(table, name string) {
	if r[table] == nil {
		r[table] = map[string]bool{}
	}
	r[table][name] = true
}

// any reports whether one of some fields of a table is among them.
func (r Reads) any(table string, fields []*schema.Field) bool {
	names := r[table]
	return names != nil && slices.ContainsFunc(fields, func(f *schema.Field) bool {
		return names[f.Column] || f.IsManyToMany() && names[f.Relation.Through]
	})
}

// NewOutbox records events about the rows of watched tables in events, and former states of rows in deleted;
// both types come from structs.CompileEvents. reads are those of the rules of watched rows, and rows are all
// tables by their names.
func NewOutbox(db *database.DB, events, deleted *store.Table, tables []schema.Table, watched map[string]bool, reads Reads, rows map[string]*store.Table) *Outbox {
	o := &Outbox{
		db: db, events: events, deleted: deleted, watched: watched, reads: reads, rows: rows, tables: tables, captures: map[string]bool{},
		position: events.Type().ByWire("position"),
	}
	for _, t := range tables {
		gone := func(e store.Effect) bool { return watched[e.Table] && e.Column == "" }
		if rows[t.Name] != nil && (watched[t.Name] || reads[t.Name] != nil || slices.ContainsFunc(store.Effects(tables, t.Name), gone)) {
			o.captures[t.Name] = true
		}
	}
	return o
}

// told is the outbox's sink in one transaction.
type told struct {
	of      *Outbox
	at      time.Time
	changes changes
	former  changes // rows whose state before an update is kept, and rows that have none, being created
	batch   string  // name of the transaction among those that keep rows; "" before the first of them
	// capturing means that the rows of the current deletion are kept for events.
	capturing bool
}

// Keeps implements store.Sink.
func (s *told) Keeps(table string) bool { return s.of.watched[table] || s.keepsDeleted(table) }

// Note implements store.Sink. Rows are kept in their last state if they are removed, if they lose a reference,
// or if they change in what determines who may see them or others.
// Events of rows that are deleted with others, which may be many, are not held until the end.
func (s *told) Note(tx *store.Tx, c store.Change) error {
	if c.Type == nil {
		return nil
	}
	if c.Word == schema.Removed && !c.Along {
		s.capturing = s.of.captures[c.Type.Table]
	}
	if c.Word == schema.Removed || c.Many() {
		if err := s.keepDeleted(tx, c); err != nil {
			return err
		}
	} else if c.Word == schema.Updated {
		if err := s.keepFormer(tx, c); err != nil {
			return err
		}
	} else if c.Word == schema.Created {
		if err := s.markCreated(tx, c); err != nil {
			return err
		}
	}
	switch {
	case !s.of.watched[c.Type.Table]:
	case c.Many():
		return s.write(tx, changesOf(c))
	default:
		s.changes.note(c)
	}
	return nil
}

// Savepoint implements store.Sink.
func (s *told) Savepoint() (back func()) {
	changes, former := s.changes.savepoint(), s.former.savepoint()
	return func() {
		changes()
		former()
	}
}

// Write implements store.Sink.
func (s *told) Write(tx *store.Tx) error { return s.write(tx, s.changes.list) }

// write writes events.
func (s *told) write(tx *store.Tx, list []change) error {
	if len(list) == 0 {
		return nil
	}
	events := make([]schema.Event, len(list))
	for i, a := range list {
		events[i] = schema.Event{At: s.at, Change: a.word, Table: a.t.Table, Key: a.key.String()}
		if a.word == schema.Removed || a.word == schema.Updated {
			events[i].Batch = s.batch
		}
	}
	tx.AfterCommit(s.of, s.of.changed)
	return insert(tx, s.of.events, events)
}

// changed signals that there are new events.
func (o *Outbox) changed() {
	if o.Changed != nil {
		o.Changed()
	}
}

// Sequence assigns positions to the events that have none, and reports whether there were any. It notifies
// other processes.
func (o *Outbox) Sequence(ctx context.Context) (some bool, err error) {
	c, t := o.events, o.events.Type()
	pending := predicate.Expr{Op: predicate.OpIsNull, Name: "position", Index: o.position.Index}
	for {
		n, err := c.Count(ctx, pending, 1)
		if err != nil || n == 0 {
			return some, err
		}
		some = true
		q, err := c.Statement("sequence", o.sequencing)
		if err == nil {
			err = o.db.Write(ctx, func(s database.Session) error { return o.sequence(ctx, s, q) })
		}
		if err != nil {
			return some, fmt.Errorf("positions of %s: %w", t.Table, err)
		}
	}
}

// sequence assigns positions to some events, while nobody else does.
func (o *Outbox) sequence(ctx context.Context, s database.Session, q *database.Statement) error {
	if o.events.Dialect().Name == "postgres" { // SQLite has one writer
		if err := s.Scan(ctx, o.db.Raw("SELECT pg_advisory_xact_lock(hashtext('"+EventChannel+"'))"), drop); err != nil {
			return err
		}
	}
	if _, err := s.Exec(ctx, q, sequencedEvents); err != nil {
		return err
	}
	return notify(ctx, s, o.db, EventChannel)
}

func drop(func(...any) error) error { return nil }

// sequencing builds the statement that assigns positions, in the order of the ids.
func (o *Outbox) sequencing() (*database.Statement, error) {
	t, p, d := o.events.Type(), o.position.Column, o.events.Dialect()
	last := d.From(t.Table).Select(goqu.L("COALESCE(MAX(?), 0)", goqu.C(p)))
	id := goqu.T("n").Col(t.Key.Column)
	next := d.From(goqu.T(t.Table).As("n")).Where(goqu.L("? IS NULL", goqu.T("n").Col(p))).Order(id.Asc()).Limit(arg).
		Select(id.As("event"), goqu.L("? + ROW_NUMBER() OVER (ORDER BY ?)", last, id).As("position"))
	return database.Build(d.Update(t.Table).Prepared(true).Set(goqu.Record{p: goqu.T("o").Col("position")}).
		From(next.As("o")).Where(goqu.L("? = ?", goqu.T(t.Table).Col(t.Key.Column), goqu.T("o").Col("event"))), 1)
}

// notify notifies other processes on a channel, once the session commits.
func notify(ctx context.Context, s database.Session, db *database.DB, channel string) error {
	if db.Dialect().Name != "postgres" {
		return nil
	}
	return s.Scan(ctx, db.Raw("SELECT pg_notify('"+channel+"', '')"), drop)
}

// Notify notifies other processes that there may be events, or jobs.
func Notify(ctx context.Context, db *database.DB, channel string) error {
	if db.Dialect().Name != "postgres" {
		return nil
	}
	return db.Write(ctx, func(s database.Session) error { return notify(ctx, s, db, channel) })
}

// Bounds returns the positions of the first and the last event that is kept; 0 for none.
func (o *Outbox) Bounds(ctx context.Context) (first, last int64, err error) {
	c := o.events
	q, err := c.Statement("bounds", func() (*database.Statement, error) {
		p := query.Column(o.position)
		least := c.From().Select(goqu.L("COALESCE(MIN(?), 0)", p))
		most := c.From().Select(goqu.L("COALESCE(MAX(?), 0)", p))
		return database.Build(c.Dialect().Select(least, most).Prepared(true), 0)
	})
	if err == nil {
		_, err = c.Session().Row(ctx, q, []any{&first, &last})
	}
	return first, last, c.Wrap(err, "bounds of")
}

// After returns the first events after a position, in their order.
func (o *Outbox) After(ctx context.Context, position int64, limit int) (list []schema.Event, err error) {
	sel := store.Selection{
		Where: predicate.Expr{Op: predicate.OpGt, Name: "position", Index: o.position.Index, Value: position},
		Order: []store.Order{{Field: o.position}}, Limit: int64(limit),
	}
	err = o.events.Read(ctx).Select(sel, func(rec *schema.Record) error {
		var e schema.Event
		rec.StoreValue(&e)
		list = append(list, e)
		return nil
	})
	return list, err
}

// Purge removes events from before a moment, at most limit, and the rows that were deleted before it. It
// returns the number of events. The last event stays: positions are counted from it.
func (o *Outbox) Purge(ctx context.Context, before time.Time, limit int64) (n int64, err error) {
	c, t := o.events, o.events.Type()
	at, p, last := t.ByWire("at"), o.position.Column, c.Dialect().From(t.Table).Select(goqu.L("MAX(?)", goqu.C(o.position.Column)))
	events, err := c.Statement("purge-events", func() (*database.Statement, error) {
		return c.Purging(at, 2, goqu.L("? < ?", goqu.T("x").Col(p), last))
	})
	if err != nil {
		return 0, c.Wrap(err, "purge")
	}
	gone := o.deleted.Type()
	rows, err := o.deleted.Statement("purge-rows", func() (*database.Statement, error) { return o.deleted.Purging(gone.ByWire("at"), 2) })
	if err == nil {
		err = o.db.Write(ctx, func(s database.Session) (err error) {
			if _, err = s.Exec(ctx, rows, query.StoredTime(c.Dialect(), gone, gone.ByWire("at"), before), limit); err == nil {
				n, err = s.Exec(ctx, events, query.StoredTime(c.Dialect(), t, at, before), limit)
			}
			return err
		})
	}
	return n, c.Wrap(err, "purge")
}
