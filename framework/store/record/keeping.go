// Records of the changes in transactions, and their authors.

package record

import (
	"slices"
	"time"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Histories are the histories of the tables that have one, with the audit, the outbox and the jobs.
type Histories struct {
	tables  []schema.Table
	byTable map[string]*History
	audit   *Audit                    // nil for none
	outbox  *Outbox                   // nil for none
	jobs    *Jobs                     // nil for none
	effects map[string][]store.Effect // of deletions, on tables that are recorded, by the table of the deleted rows
}

// NewHistories returns the histories of some tables: by the table of the rows, of which tables are all. The
// audit, the outbox and the jobs may be nil.
func NewHistories(tables []schema.Table, byTable map[string]*History, audit *Audit, outbox *Outbox, jobs *Jobs) *Histories {
	h := &Histories{tables: tables, byTable: byTable, audit: audit, outbox: outbox, jobs: jobs, effects: map[string][]store.Effect{}}
	for _, t := range tables {
		h.effects[t.Name] = slices.DeleteFunc(store.Effects(tables, t.Name), func(e store.Effect) bool { return !h.keeps(t.Name, e) })
	}
	return h
}

// keeps reports whether something records the effect of a deletion of a table's rows on another table.
func (h *Histories) keeps(root string, e store.Effect) bool {
	rows := h.rowsOf(e.Table)
	return rows != nil && (h.byTable[e.Table] != nil || h.audit != nil && h.audit.tables[e.Table] != nil ||
		h.outbox.watched[e.Table] || h.outbox.captures[root])
}

// rowsOf returns the rows of a table that has a history, is audited, or has events; nil for another table.
func (h *Histories) rowsOf(table string) *store.Table {
	if of := h.byTable[table]; of != nil {
		return of.rows
	}
	if h.audit != nil && h.audit.tables[table] != nil {
		return h.audit.tables[table]
	}
	if h.outbox != nil {
		return h.outbox.rows[table]
	}
	return nil
}

// Keep returns a transaction that records its changes: see store.Tx.WriteHistory.
func (h *Histories) Keep(tx *store.Tx, author Author) *store.Tx {
	r := &store.Recorder{Sinks: make([]store.Sink, 0, 4), Tables: h.tables, Effects: h.effects, Rows: h.rowsOf, Limit: author.Limit}
	if h.audit != nil {
		r.Sinks = append(r.Sinks, &audited{of: h.audit, author: author})
	}
	if h.outbox != nil {
		r.Sinks = append(r.Sinks, &told{of: h.outbox, at: author.At})
	}
	if h.jobs != nil {
		r.Sinks = append(r.Sinks, &enqueued{of: h.jobs})
	}
	r.Sinks = append(r.Sinks, &histories{byTable: h.byTable, author: author, touched: map[*History]*touched{}})
	return tx.Recording(r)
}

// Author is the author of a change, with its time and operation.
type Author struct {
	Account             int64 // 0 for an anonymous requester
	Username, Operation string
	At                  time.Time
	From                schema.AuditEntry // only the scheme and origin of the request
	// Limit refuses a number of bytes that the transaction keeps; nil for no limit.
	Limit func(bytes int64) error
}

// entry returns the entry of a history about a row.
func (a *Author) entry(key schema.Key, before, after []byte) schema.HistoryEntry {
	e := schema.HistoryEntry{Row: key.String(), At: a.At, Username: a.Username, Operation: a.Operation}
	if a.Account != 0 {
		e.Account = &a.Account
	}
	text := func(state []byte) *string {
		if state == nil {
			return nil
		}
		s := string(state)
		return &s
	}
	e.Before, e.After = text(before), text(after)
	return e
}

// changes are the changes of a transaction to rows, each once: they are written when it ends.
type changes struct {
	list  []change
	known map[knownChange]bool
}

// knownChange identifies a change. Several types may describe the rows of a table.
type knownChange struct {
	table, word string
	key         schema.Key
}

// change is the change of a row.
type change struct {
	t    *schema.Type // nil for a row of a table without a type
	key  schema.Key
	word string
	// resource and name identify a row without a type.
	resource, name string
}

// note adds a change of the transaction to rows of a type. It leaves out changes of rows that the
// transaction has created.
func (l *changes) note(c store.Change) {
	if l.known == nil {
		l.known = map[knownChange]bool{}
	}
	table := c.Type.Table
	for _, key := range c.Keys {
		of := knownChange{table, c.Word, key}
		if l.known[of] || c.Word == schema.Updated && l.known[knownChange{table, schema.Created, key}] {
			continue
		}
		l.known[of] = true
		l.list = append(l.list, change{t: c.Type, key: key, word: c.Word})
	}
}

// changesOf returns a change of rows that change along with others, row by row.
func changesOf(c store.Change) []change {
	list := make([]change, len(c.Keys))
	for i, key := range c.Keys {
		list[i] = change{t: c.Type, key: key, word: c.Word}
	}
	return list
}

// savepoint returns a function that removes all changes after this point: they are undone.
func (l *changes) savepoint() (back func()) {
	n := len(l.list)
	return func() {
		for _, undone := range l.list[n:] {
			if undone.t != nil {
				delete(l.known, knownChange{undone.t.Table, undone.word, undone.key})
			}
		}
		l.list = l.list[:n]
	}
}
