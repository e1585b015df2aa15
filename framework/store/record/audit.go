// The record of who changes rows, in a table of entries.

package record

import (
	"context"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Audit records who changes the rows of all tables that it knows.
type Audit struct {
	entries *store.Table
	tables  map[string]*store.Table // the audited tables, by their names
}

// NewAudit records who changes rows of some tables in entries, whose rows are schema.AuditEntry.
func NewAudit(entries *store.Table, tables map[string]*store.Table) *Audit {
	return &Audit{entries, tables}
}

// audited is the audit's sink in one transaction.
type audited struct {
	of      *Audit
	author  Author
	changes changes
	written bool // whether some are written already
}

// Keeps implements store.Sink.
func (s *audited) Keeps(table string) bool { return s.of.tables[table] != nil }

// Note implements store.Sink. Rows that are deleted with others may be many: their entries are not held
// until the end.
func (s *audited) Note(tx *store.Tx, c store.Change) error {
	switch {
	case c.Type == nil:
		s.changes.list = append(s.changes.list, change{word: c.Word, resource: c.Resource, name: c.Key})
	case !s.Keeps(c.Type.Table) || c.Below:
	case c.Many():
		return s.write(tx, changesOf(c))
	default:
		s.changes.note(c)
	}
	return nil
}

// Savepoint implements store.Sink.
func (s *audited) Savepoint() (back func()) { return s.changes.savepoint() }

// Write implements store.Sink. An operation that has changed no row has one entry.
func (s *audited) Write(tx *store.Tx) error {
	list := s.changes.list
	if len(list) == 0 && !s.written {
		list = []change{{}}
	}
	return s.write(tx, list)
}

func (s *audited) write(tx *store.Tx, list []change) error {
	if len(list) == 0 {
		return nil
	}
	s.written = true
	entries := make([]schema.AuditEntry, len(list))
	for i, a := range list {
		e := s.author.From
		e.At, e.Username, e.Operation, e.Change = s.author.At, s.author.Username, s.author.Operation, a.word
		if s.author.Account != 0 {
			e.Account = &s.author.Account
		}
		switch {
		case a.t != nil:
			e.Resource, e.Key = a.t.Name, a.key.String()
		case a.resource != "" || a.name != "":
			e.Resource, e.Key = a.resource, a.name
		}
		entries[i] = e
	}
	return insert(tx, s.of.entries, entries)
}

// Add writes an entry in a new transaction.
func (a *Audit) Add(ctx context.Context, e schema.AuditEntry) error {
	return a.entries.Write(ctx, func(tx *store.Tx) error { return insert(tx, a.entries, []schema.AuditEntry{e}) })
}

// AddIn writes entries in a session of an existing transaction.
func (a *Audit) AddIn(ctx context.Context, s database.Session, entries []schema.AuditEntry) error {
	return insert(store.In(ctx, s), a.entries, entries)
}

// Purge removes entries from before a moment, at most limit, and returns how many.
func (a *Audit) Purge(ctx context.Context, before time.Time, limit int64) (int64, error) {
	return a.entries.PurgeBefore(ctx, a.entries.Type().ByWire("at"), before, limit)
}
