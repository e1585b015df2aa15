// Who changes rows, kept in a table of entries by the transactions that change them.

package store

import (
	"context"
	"slices"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// Audit keeps who changes the rows of all tables that it knows.
type Audit struct {
	entries *Table
	tables  map[string]*Table // that it keeps, by their names
}

// NewAudit keeps who changes rows of some tables in entries, whose rows are schema.AuditEntry.
func NewAudit(entries *Table, tables map[string]*Table) *Audit { return &Audit{entries, tables} }

// act is what becomes of a row.
type act struct {
	t      *schema.Type // nil for a noted one
	key    schema.Key
	change string
	noted  noted
}

// noted is a row of a table that has no type here.
type noted struct{ resource, key string }

// Note has an entry written of what has become of a row that the transaction has changed by a statement in SQL. It does
// nothing where no audit is kept.
func (tx *Tx) Note(change, resource, key string) {
	if tx.past != nil && tx.past.of.audit != nil {
		tx.past.acts.list = append(tx.past.acts.list, act{change: change, noted: noted{resource, key}})
	}
}

// acts are what a transaction does with rows, each once: what is written when it ends.
type acts struct {
	list    []act
	known   map[actOf]bool
	written bool // some are written already
}

type actOf struct {
	table, change string
	key           schema.Key
}

// audits reports whether changes of rows of a table are kept.
func (tx *Tx) audits(table string) bool {
	return tx.past != nil && tx.past.of.audit != nil && tx.past.of.audit.tables[table] != nil
}

// act notes what the transaction does with rows of a type. That a row is changed which it has made is not told.
func (tx *Tx) act(t *schema.Type, change string, keys []schema.Key) {
	if !tx.audits(t.Table) && !tx.watches(t.Table) {
		return
	}
	a := &tx.past.acts
	if a.known == nil {
		a.known = map[actOf]bool{}
	}
	for _, key := range keys {
		of := actOf{t.Table, change, key}
		if a.known[of] || change == schema.Updated && a.known[actOf{t.Table, schema.Created, key}] {
			continue
		}
		a.known[of] = true
		a.list = append(a.list, act{t: t, key: key, change: change})
	}
}

// back forgets all but the first n acts: the others are undone.
func (a *acts) back(n int) {
	for _, undone := range a.list[n:] {
		if undone.t == nil {
			continue
		}
		delete(a.known, actOf{undone.t.Table, undone.change, undone.key})
	}
	a.list = a.list[:n]
}

// auditBelow writes the entries and events of a chunk of rows that go with others, or lose their reference in a column: they
// may be many, and are not held until the end.
func (tx *Tx) auditBelow(table, column string, keys []schema.Key) error {
	if !tx.audits(table) && !tx.watches(table) {
		return nil
	}
	of := tx.past.of.rowsOf(table)
	if err := tx.On(of).LockMany(keys); err != nil {
		return err
	}
	list, change := make([]act, len(keys)), schema.Removed
	if column != "" {
		change = schema.Updated
	}
	for i, key := range keys {
		list[i] = act{t: of.spec.Type, key: key, change: change}
	}
	if err := tx.writeEvents(list); err != nil || !tx.audits(table) {
		return err
	}
	return tx.writeActs(list)
}

// writeAudit writes what the transaction has done. Work that has changed no row has one entry.
func (tx *Tx) writeAudit() error {
	p := tx.past
	if p.of.audit == nil {
		return nil
	}
	list := slices.DeleteFunc(slices.Clone(p.acts.list), func(a act) bool { return a.t != nil && !tx.audits(a.t.Table) })
	if len(list) == 0 && !p.acts.written {
		list = []act{{}}
	}
	return tx.writeActs(list)
}

func (tx *Tx) writeActs(list []act) error {
	if len(list) == 0 {
		return nil
	}
	tx.past.acts.written = true
	author, entries := &tx.past.author, make([]schema.AuditEntry, len(list))
	for i, a := range list {
		e := author.From
		e.At, e.Username, e.Operation, e.Change = author.At, author.Username, author.Operation, a.change
		if author.Account != 0 {
			e.Account = &author.Account
		}
		switch {
		case a.t != nil:
			e.Resource, e.Key = a.t.Name, a.key.String()
		case a.noted != noted{}:
			e.Resource, e.Key = a.noted.resource, a.noted.key
		}
		entries[i] = e
	}
	return tx.past.of.audit.insert(tx, entries)
}

// insert stores entries in a transaction.
func (a *Audit) insert(tx *Tx, entries []schema.AuditEntry) error {
	recs := make([]*schema.Record, len(entries))
	for i := range entries {
		recs[i] = a.entries.spec.Type.Acquire()
		recs[i].Assign(&entries[i])
	}
	_, err := tx.On(a.entries).InsertMany(recs)
	for _, rec := range recs {
		rec.Release()
	}
	return err
}

// Add writes an entry in a transaction of its own.
func (a *Audit) Add(ctx context.Context, e schema.AuditEntry) error {
	return a.entries.Write(ctx, func(tx *Tx) error { return a.insert(tx, []schema.AuditEntry{e}) })
}

// AddIn writes entries in a transaction that others have begun.
func (a *Audit) AddIn(ctx context.Context, s database.Session, entries []schema.AuditEntry) error {
	return a.insert(&Tx{ctx: ctx, s: s, held: held{}, ending: &ending{}}, entries)
}

// Purge removes entries from before a moment, at most so many, and returns how many.
func (a *Audit) Purge(ctx context.Context, before time.Time, limit int64) (int64, error) {
	return a.entries.PurgeBefore(ctx, a.entries.spec.Type.ByWire("at"), before, limit)
}

// recordBelow writes the entries of a chunk of rows of a table that are about to go with others, or to lose their
// reference in a column: of their history, and of the audit.
func (tx *Tx) recordBelow(table, column string, keys []schema.Key) error {
	if err := tx.keepDeleted(table, keys); err != nil {
		return err
	}
	if err := tx.auditBelow(table, column, keys); err != nil {
		return err
	}
	switch h := tx.past.of.byTable[table]; {
	case h == nil:
		return nil
	case column == "":
		return tx.recordGone(h, keys)
	default:
		return tx.recordCleared(h, column, keys)
	}
}
