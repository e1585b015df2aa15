// The outbox: what becomes of rows, kept by the transactions that change them for whoever is to be told.

package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
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
// are those of schema.CompileEvents. rows are all tables by their names.
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
		if !o.watched[a.t.Table] {
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

// keepsDeleted reports whether rows of a table are kept that the deletion under way deletes.
func (tx *Tx) keepsDeleted(table string) bool {
	return tx.past != nil && tx.past.capturing && tx.past.of.outbox.rows[table] != nil
}

// keepDeleted keeps rows of a table that are about to be deleted, or to lose a reference, with the pairs that they are in.
func (tx *Tx) keepDeleted(table string, keys []schema.Key) error {
	if !tx.keepsDeleted(table) {
		return nil
	}
	p := tx.past
	if p.batch == "" {
		p.batch = rand.Text()
	}
	o := p.of.outbox
	c := o.rows[table]
	for chunk := range slices.Chunk(keys, historyChunk) {
		if err := tx.On(c).LockMany(chunk); err != nil {
			return err
		}
		for _, t := range o.tables {
			for _, col := range t.Columns {
				if t.Name == table && col.Key || t.Pairs && col.References == table {
					if err := tx.keepRows(t, col.Name, c, chunk); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// keepRows keeps the rows of a table whose column is one of some keys of c.
func (tx *Tx) keepRows(t schema.Table, column string, c *Table, keys []schema.Key) error {
	o, d, gone := tx.past.of.outbox, c.dialect, tx.past.of.outbox.deleted.spec.Type
	q, err := o.deleted.many.Get("keep:"+t.Name+"."+column, func() (*database.Statement, error) {
		key := exp.Expression(goqu.L("''"))
		if !t.Pairs {
			key = goqu.L("CAST(? AS text)", goqu.T("t").Col(column))
		}
		rows := d.From(goqu.T(t.Name).As("t")).Prepared(true).
			Select(goqu.L("CAST(? AS "+keyType(d, gone.ByWire("at"))+")", arg), goqu.L("CAST(? AS text)", arg), goqu.L("CAST(? AS text)", arg), key, o.rowJSON(d, t)).
			Where(goqu.L("? IN ?", goqu.T("t").Col(column), keyRows(d, c.spec.Type.Key).Select(goqu.T("keys").Col("value"))))
		names := []any{gone.ByWire("at").Column, gone.ByWire("batch").Column, gone.ByWire("table").Column, gone.ByWire("key").Column, gone.ByWire("row").Column}
		return database.Build(d.Insert(gone.Table).Prepared(true).Cols(names...).FromQuery(rows), 4)
	})
	if err == nil {
		at := storedTime(d, gone, gone.ByWire("at"), tx.past.author.At)
		_, err = tx.s.Exec(tx.ctx, q, at, tx.past.batch, t.Name, keyList(d, keys))
	}
	return c.wrap(err, "keep what is deleted of")
}

// keptColumns are the columns of a table that are kept of deleted rows: those that refer to rows, and those that clients
// are shown. What is kept from all clients is not kept here.
func (o *Outbox) keptColumns(t schema.Table) (columns []schema.Column) {
	for _, col := range t.Columns {
		if c := o.rows[t.Name]; c != nil && col.References == "" && !col.Key {
			if f := c.spec.Type.ByColumn(col.Name); f == nil || f.Wire == "" || f.WriteOnly || f.Kind.Name == "password" || f.IsFile() {
				continue
			}
		}
		columns = append(columns, col)
	}
	return columns
}

// isBlob reports whether SQLite keeps a column as bytes, which JSON does not have.
func isBlob(d *database.Dialect, col schema.Column) bool {
	return d.Name == "sqlite" && col.Value.ColumnIn(field.Dialect(d.Name)).Types[0] == "blob"
}

// rowJSON is a row of a table, called t, as an object of JSON.
func (o *Outbox) rowJSON(d *database.Dialect, t schema.Table) exp.Expression {
	var parts []string
	var values []any
	for _, col := range o.keptColumns(t) {
		value := "?"
		if isBlob(d, col) {
			value = "hex(?)"
		}
		parts = append(parts, "'"+strings.ReplaceAll(col.Name, "'", "''")+"', "+value)
		values = append(values, goqu.T("t").Col(col.Name))
	}
	if d.Name == "postgres" {
		return goqu.L("CAST(jsonb_build_object("+strings.Join(parts, ", ")+") AS text)", values...)
	}
	return goqu.L("json_object("+strings.Join(parts, ", ")+")", values...)
}

// overlay is a table with those of its rows that one transaction deleted, as they were. The name of the transaction is
// the one argument. In a statement that begins with it the name of the table means both.
func (o *Outbox) overlay(d *database.Dialect, t schema.Table) exp.Expression {
	kept, gone := o.keptColumns(t), o.deleted.spec.Type
	g, now, then := goqu.T("g"), goqu.T("t"), goqu.T("r")
	var living, dead []any
	for _, col := range t.Columns {
		living = append(living, now.Col(col.Name))
		has := slices.ContainsFunc(kept, func(k schema.Column) bool { return k.Name == col.Name })
		text := goqu.L("json_extract(?, ?)", g.Col(gone.ByWire("row").Column), goqu.L("'$.\""+strings.ReplaceAll(col.Name, "'", "''")+"\"'"))
		switch {
		case d.Name == "postgres":
			dead = append(dead, then.Col(col.Name))
		case !has:
			dead = append(dead, goqu.L("NULL"))
		case isBlob(d, col):
			dead = append(dead, goqu.L("unhex(?)", text))
		default:
			dead = append(dead, text)
		}
	}
	from := goqu.T(t.Name)
	if d.Name != "postgres" {
		from = from.Schema("main") // the name alone would be the one that is being made
	}
	rows := d.From(goqu.T(gone.Table).As("g")).Where(goqu.L("? = ?", g.Col(gone.ByWire("batch").Column), arg), goqu.L("? = "+quoteText(t.Name), g.Col(gone.ByWire("table").Column)))
	if d.Name == "postgres" {
		rows = rows.CrossJoin(goqu.L("jsonb_populate_record(NULL::?, CAST(? AS jsonb)) AS r", goqu.T(t.Name), g.Col(gone.ByWire("row").Column)))
	}
	return d.From(from.As("t")).Select(living...).UnionAll(rows.Select(dead...))
}

// quoteText is a name of the plan as a text in SQL.
func quoteText(name string) string { return "'" + strings.ReplaceAll(name, "'", "''") + "'" }

// DeletedVisible reports whether a row that a transaction deleted met one of some conditions, were what it deleted with it
// still there, and gives the value of a field of the row. t is the table of the row. Nothing is found where what is kept no
// longer fits the columns of the tables, which have changed their kinds since: see Misfit.
func (o *Outbox) DeletedVisible(ctx context.Context, c *Table, batch string, key schema.Key, visible Visibility, f *schema.Field) (value schema.Key, found bool, err error) {
	d := c.dialect
	args := visibleArgs(d, []Visibility{visible})
	tables, err := o.deletedTables(ctx, batch)
	if err != nil || len(tables) == 0 {
		return schema.Key{}, false, err
	}
	name := "deleted:" + strings.Join(tables, ",") + ":" + shape([]Visibility{visible})
	q, err := c.many.Get(name, func() (*database.Statement, error) {
		cond, err := oneOf(d, []Visibility{visible})
		if err != nil {
			return nil, err
		}
		rows := rowsOf(d, c.spec.Type, "t").Prepared(true).Select(column(f)).Where(cond, c.byKey()).Limit(arg)
		for _, t := range o.tables {
			if slices.Contains(tables, t.Name) {
				rows = rows.With(t.Name, o.overlay(d, t))
			}
		}
		return database.Build(rows, len(tables)+len(args)+2)
	})
	if err != nil {
		return schema.Key{}, false, c.wrap(err, "who was allowed to see a row of")
	}
	all := slices.Concat(slices.Repeat([]any{batch}, len(tables)), args, []any{key.Arg(), 1})
	var dest keyDest
	found, err = c.session.Row(ctx, q, []any{&dest}, all...)
	if database.IsDataError(err) {
		if o.Misfit != nil {
			o.Misfit(c.spec.Type.Table, err)
		}
		return schema.Key{}, false, nil
	}
	return schema.Key(dest), found, c.wrap(err, "who was allowed to see a row of")
}

// deletedTables are the tables of which a transaction deleted rows, in the order of their names.
func (o *Outbox) deletedTables(ctx context.Context, batch string) (tables []string, err error) {
	if batch == "" {
		return nil, nil
	}
	c, t := o.deleted, o.deleted.spec.Type
	q, err := c.many.Get("tables", func() (*database.Statement, error) {
		table := column(t.ByWire("table"))
		return database.Build(c.from().Prepared(true).Select(table).Distinct().Where(by(t.ByWire("batch"))).Order(table.Asc()), 1)
	})
	if err == nil {
		var name string
		err = c.session.Each(ctx, q, []any{&name}, func() error {
			tables = append(tables, name)
			return nil
		}, batch)
	}
	return tables, c.wrap(err, "deleted rows in")
}

// Batch is the name of the last transaction that deleted a row, "" for none that is known.
func (o *Outbox) Batch(ctx context.Context, table, key string) (batch string, err error) {
	t := o.deleted.spec.Type
	sel := Selection{
		Where: predicate.And(equals(t, "table", table), equals(t, "key", key)),
		Order: []Order{{Field: t.Key, Desc: true}}, Limit: 1,
	}
	err = o.deleted.Select(ctx, sel, func(rec *schema.Record) error {
		var row schema.DeletedRow
		rec.StoreValue(&row)
		batch = row.Batch
		return nil
	})
	return batch, err
}

func equals(t *schema.Type, name, value string) predicate.Expr {
	return predicate.Expr{Op: predicate.OpEq, Name: name, Index: t.ByWire(name).Index, Value: value}
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
		p := column(o.position)
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
			if _, err = s.Exec(ctx, rows, storedTime(c.dialect, gone, gone.ByWire("at"), before), limit); err == nil {
				n, err = s.Exec(ctx, events, storedTime(c.dialect, t, at, before), limit)
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
			n, err = tx.s.Exec(ctx, q, storedTime(c.dialect, c.spec.Type, at, before), limit)
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
