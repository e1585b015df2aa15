// The outbox: what becomes of rows, kept by the transactions that change them for whoever is to be told.

package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// EventChannel is the channel of PostgreSQL on which processes tell one another that there are events.
const EventChannel = "resourceful_events"

// sequencedEvents is how many events get their positions in one transaction.
const sequencedEvents = 1000

// Outbox keeps what becomes of the rows of some tables. An event is written in the transaction of the change, and gets
// its position after the commit, from one transaction at a time: whoever reads on from a position misses none, in whatever
// order transactions end.
type Outbox struct {
	db       *database.DB
	events   *Table
	deleted  *Table
	watched  map[string]bool   // tables whose rows have events
	rows     map[string]*Table // of all tables, whose deleted rows say who was allowed to see others
	tables   []schema.Table
	captures map[string]bool // tables whose deletions concern one that is watched
	position *schema.Field
	Changed  func() // called after the commit of events; nil for nothing
	// Misfit is called for a deleted row of a table that cannot be asked about, since what is kept no longer fits the
	// columns; nil for nothing.
	Misfit func(table string, err error)
}

// NewOutbox keeps events about the rows of watched tables in events, and those that are deleted in deleted, whose types
// are those of structs.CompileEvents. rows are all tables by their names.
func NewOutbox(db *database.DB, events, deleted *Table, tables []schema.Table, watched map[string]bool, rows map[string]*Table) *Outbox {
	o := &Outbox{
		db: db, events: events, deleted: deleted, watched: watched, rows: rows, tables: tables, captures: map[string]bool{},
		position: events.spec.Type.ByWire("position"),
	}
	for _, t := range tables {
		gone := func(e Effect) bool { return watched[e.Table] && e.Column == "" }
		if rows[t.Name] != nil && (watched[t.Name] || slices.ContainsFunc(Effects(tables, t.Name), gone)) {
			o.captures[t.Name] = true
		}
	}
	return o
}

// watches reports whether changes of rows of a table have events.
func (tx *Tx) watches(table string) bool {
	return tx.past != nil && tx.past.of.outbox != nil && tx.past.of.outbox.watched[table]
}

// writeEvents writes the events of what the transaction does with rows.
func (tx *Tx) writeEvents(list []act) error {
	if tx.past.of.outbox == nil {
		return nil
	}
	o, recs := tx.past.of.outbox, []*schema.Record(nil)
	defer func() {
		for _, rec := range recs {
			rec.Release()
		}
	}()
	for _, a := range list {
		if a.t == nil || !o.watched[a.t.Table] {
			continue
		}
		e := schema.Event{At: tx.past.author.At, Change: a.change, Table: a.t.Table, Key: a.key.String()}
		if a.change == schema.Removed {
			e.Batch = tx.past.batch
		}
		rec := o.events.spec.Type.Acquire()
		rec.Assign(&e)
		recs = append(recs, rec)
	}
	if recs == nil {
		return nil
	}
	tx.ending.outbox = o
	_, err := tx.On(o.events).InsertMany(recs)
	return err
}

// Sequence gives positions to the events that have none, and reports whether there were some. It tells other processes.
func (o *Outbox) Sequence(ctx context.Context) (some bool, err error) {
	c, t := o.events, o.events.spec.Type
	pending := predicate.Expr{Op: predicate.OpIsNull, Name: "position", Index: o.position.Index}
	for {
		n, err := c.Count(ctx, pending, 1)
		if err != nil || n == 0 {
			return some, err
		}
		some = true
		q, err := c.many.Get("sequence", func() (*database.Statement, error) { return c.sequencing(o.position) })
		if err == nil {
			err = o.db.Write(ctx, func(s database.Session) error { return o.sequence(ctx, s, q) })
		}
		if err != nil {
			return some, fmt.Errorf("positions of %s: %w", t.Table, err)
		}
	}
}

// sequence gives positions to some events, while nobody else does.
func (o *Outbox) sequence(ctx context.Context, s database.Session, q *database.Statement) error {
	if o.events.dialect.Name == "postgres" { // SQLite has one writer
		if err := s.Scan(ctx, o.db.Raw("SELECT pg_advisory_xact_lock(hashtext('"+EventChannel+"'))"), drop); err != nil {
			return err
		}
	}
	if _, err := s.Exec(ctx, q, sequencedEvents); err != nil {
		return err
	}
	return o.notify(ctx, s)
}

func drop(func(...any) error) error { return nil }

// sequencing builds the statement that gives positions, in the order of the ids.
func (c *Table) sequencing(position *schema.Field) (*database.Statement, error) {
	t, p := c.spec.Type, position.Column
	last := c.dialect.From(t.Table).Select(goqu.L("COALESCE(MAX(?), 0)", goqu.C(p)))
	id := goqu.T("n").Col(t.Key.Column)
	next := c.dialect.From(goqu.T(t.Table).As("n")).Where(goqu.L("? IS NULL", goqu.T("n").Col(p))).Order(id.Asc()).Limit(arg).
		Select(id.As("event"), goqu.L("? + ROW_NUMBER() OVER (ORDER BY ?)", last, id).As("position"))
	return database.Build(c.dialect.Update(t.Table).Prepared(true).Set(goqu.Record{p: goqu.T("o").Col("position")}).
		From(next.As("o")).Where(goqu.L("? = ?", goqu.T(t.Table).Col(t.Key.Column), goqu.T("o").Col("event"))), 1)
}

// notify tells other processes that there are events, once what is done in a session is committed.
func (o *Outbox) notify(ctx context.Context, s database.Session) error {
	if o.events.dialect.Name != "postgres" {
		return nil
	}
	return s.Scan(ctx, o.db.Raw("SELECT pg_notify('"+EventChannel+"', '')"), drop)
}

// Notify tells other processes that there may be events.
func (o *Outbox) Notify(ctx context.Context) error {
	if o.events.dialect.Name != "postgres" {
		return nil
	}
	return o.db.Write(ctx, func(s database.Session) error { return o.notify(ctx, s) })
}

// Bounds are the positions of the first event that is kept and of the last one; 0 where there is none.
func (o *Outbox) Bounds(ctx context.Context) (first, last int64, err error) {
	c := o.events
	q, err := c.many.Get("bounds", func() (*database.Statement, error) {
		p := query.Column(o.position)
		least := c.from().Select(goqu.L("COALESCE(MIN(?), 0)", p))
		most := c.from().Select(goqu.L("COALESCE(MAX(?), 0)", p))
		return database.Build(c.dialect.Select(least, most).Prepared(true), 0)
	})
	if err == nil {
		_, err = c.session.Row(ctx, q, []any{&first, &last})
	}
	return first, last, c.wrap(err, "bounds of")
}

// After are the first events behind a position, in their order.
func (o *Outbox) After(ctx context.Context, position int64, limit int) (list []schema.Event, err error) {
	sel := Selection{
		Where: predicate.Expr{Op: predicate.OpGt, Name: "position", Index: o.position.Index, Value: position},
		Order: []Order{{Field: o.position}}, Limit: int64(limit),
	}
	err = o.events.Select(ctx, sel, func(rec *schema.Record) error {
		var e schema.Event
		rec.StoreValue(&e)
		list = append(list, e)
		return nil
	})
	return list, err
}

// Purge removes events from before a moment, at most so many, and the rows that were deleted before it. It returns how many
// events those were. The last event stays: positions are counted from it.
func (o *Outbox) Purge(ctx context.Context, before time.Time, limit int64) (n int64, err error) {
	c, t := o.events, o.events.spec.Type
	at, p, last := t.ByWire("at"), o.position.Column, c.dialect.From(t.Table).Select(goqu.L("MAX(?)", goqu.C(o.position.Column)))
	events, err := c.many.Get("purge-events", func() (*database.Statement, error) {
		return c.purging(at, 2, goqu.L("? < ?", goqu.T("x").Col(p), last))
	})
	if err != nil {
		return 0, c.wrap(err, "purge")
	}
	gone := o.deleted.spec.Type
	rows, err := o.deleted.many.Get("purge-rows", func() (*database.Statement, error) { return o.deleted.purging(gone.ByWire("at"), 2) })
	if err == nil {
		err = o.db.Write(ctx, func(s database.Session) (err error) {
			if _, err = s.Exec(ctx, rows, query.StoredTime(c.dialect, gone, gone.ByWire("at"), before), limit); err == nil {
				n, err = s.Exec(ctx, events, query.StoredTime(c.dialect, t, at, before), limit)
			}
			return err
		})
	}
	return n, c.wrap(err, "purge")
}

// PurgeBefore removes rows whose field is a moment before another one, at most so many, and returns how many.
func (c *Table) PurgeBefore(ctx context.Context, at *schema.Field, before time.Time, limit int64) (n int64, err error) {
	q, err := c.many.Get("purge-before:"+at.Column, func() (*database.Statement, error) { return c.purging(at, 2) })
	if err == nil {
		err = c.Write(ctx, func(tx *Tx) (err error) {
			n, err = tx.s.Exec(ctx, q, query.StoredTime(c.dialect, c.spec.Type, at, before), limit)
			return err
		})
	}
	return n, c.wrap(err, "purge")
}

// purging builds the statement that removes the oldest rows by a moment.
func (c *Table) purging(at *schema.Field, args int, where ...exp.Expression) (*database.Statement, error) {
	t, x := c.spec.Type, goqu.T("x")
	old := c.dialect.From(goqu.T(t.Table).As("x")).Select(x.Col(t.Key.Column)).
		Where(append([]exp.Expression{goqu.L("? < ?", x.Col(at.Column), arg)}, where...)...).Order(x.Col(at.Column).Asc()).Limit(arg)
	return database.Build(c.dialect.Delete(t.Table).Prepared(true).Where(goqu.L("? IN ?", goqu.C(t.Key.Column), old)), args)
}
