// What becomes of rows, kept in tables of entries by the transactions that change them.

package store

import (
	"bytes"
	"slices"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// historyChunk is how many rows are looked at, and how many entries stored, in one statement.
const historyChunk = 100

// Histories are those of the tables of which one is kept.
type Histories struct {
	tables  []schema.Table
	byTable map[string]*History
	audit   *Audit              // nil for none
	outbox  *Outbox             // nil for none
	effects map[string][]Effect // of deletions on tables with a history or audited, by the table of the rows that are deleted
}

// History keeps what becomes of the rows of a table: its entries are the rows of another.
type History struct {
	rows, entries *Table
	max           int // entries of a row; 0 for all
}

// NewHistories returns the histories of some tables: by the table of the rows, of which tables are all. The audit and the
// outbox may be nil.
func NewHistories(tables []schema.Table, byTable map[string]*History, audit *Audit, outbox *Outbox) *Histories {
	h := &Histories{tables: tables, byTable: byTable, audit: audit, outbox: outbox, effects: map[string][]Effect{}}
	for _, t := range tables {
		h.effects[t.Name] = slices.DeleteFunc(Effects(tables, t.Name), func(e Effect) bool { return !h.keeps(t.Name, e) })
	}
	return h
}

// keeps reports whether something is kept of what a deletion of rows of a table does to another.
func (h *Histories) keeps(root string, e Effect) bool {
	rows := h.rowsOf(e.Table)
	return rows != nil && (h.byTable[e.Table] != nil || h.audit != nil && h.audit.tables[e.Table] != nil ||
		h.outbox.watched[e.Table] || h.outbox.captures[root])
}

// RowsOf are the rows of a table that has a history, is audited, or has events; nil for those of another.
func (h *Histories) rowsOf(table string) *Table {
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

// NewHistory keeps what becomes of rows in entries, whose type is one of structs.CompileHistory.
func NewHistory(rows, entries *Table, max int) *History { return &History{rows, entries, max} }

// Author is who changes rows, when and by which operation.
type Author struct {
	Account             int64 // 0 for an anonymous requester
	Username, Operation string
	At                  time.Time
	From                schema.AuditEntry // how and from where the request has come; the rest of it is left out
}

// past is what a transaction keeps of the rows that it changes.
type past struct {
	of      *Histories
	author  Author
	touched map[*History]*touched
	order   []*History
	acts    acts
	batch   string // the name of the transaction among those that delete rows; "" before it does
	// capturing says that the rows of the deletion under way are kept for events.
	capturing bool
}

// touched are rows of a table that a transaction has changed, as they were before: nil for those that it has made.
type touched struct {
	before map[schema.Key][]byte
	keys   []schema.Key
}

// Keeping is the same transaction, which keeps the histories of what it changes: see WriteHistory.
func (tx *Tx) Keeping(h *Histories, author Author) *Tx {
	kept := *tx
	kept.past = &past{of: h, author: author, touched: map[*History]*touched{}}
	return &kept
}

// history is that of the rows of the transaction's table; nil for none.
func (tx *Tx) history() *History { return tx.historyOf(tx.c.spec.Type) }

// historyOf is that of the rows of a type's table; nil for none.
func (tx *Tx) historyOf(t *schema.Type) *History {
	if tx.past == nil {
		return nil
	}
	return tx.past.of.byTable[t.Table]
}

func (p *past) rows(h *History) *touched {
	t := p.touched[h]
	if t == nil {
		t = &touched{before: map[schema.Key][]byte{}}
		p.touched[h] = t
		p.order = append(p.order, h)
	}
	return t
}

// made notes rows that the transaction has made.
func (tx *Tx) made(keys ...schema.Key) { tx.madeRows(tx.c.spec.Type, schema.Created, keys) }

// madeRows is made for rows of a type, with what has become of them for the audit.
func (tx *Tx) madeRows(t *schema.Type, change string, keys []schema.Key) {
	tx.act(t, change, keys)
	if h := tx.historyOf(t); h != nil {
		tx.past.rows(h).note(keys, nil)
	}
}

// restored notes a row whose mark the transaction has taken off. It was there before, and is told apart so from one that
// is made.
func (tx *Tx) restored(key schema.Key) {
	tx.act(tx.c.spec.Type, schema.Restored, []schema.Key{key})
	if h := tx.history(); h != nil {
		tx.past.rows(h).note([]schema.Key{key}, map[schema.Key][]byte{key: []byte("null")})
	}
}

func (t *touched) note(keys []schema.Key, states map[schema.Key][]byte) {
	for _, key := range keys {
		if _, known := t.before[key]; !known {
			t.before[key] = states[key]
			t.keys = append(t.keys, key)
		}
	}
}

// touch notes rows that the transaction is about to change, as they are. From here on nobody else changes them.
func (tx *Tx) touch(keys ...schema.Key) error {
	tx.act(tx.c.spec.Type, schema.Updated, keys)
	h := tx.history()
	if h == nil {
		return nil
	}
	t, on := tx.past.rows(h), tx.On(h.rows)
	keys = slices.DeleteFunc(slices.Clone(keys), func(key schema.Key) bool { _, known := t.before[key]; return known })
	for chunk := range slices.Chunk(keys, historyChunk) {
		if err := on.LockMany(chunk); err != nil {
			return err
		}
		states, err := on.states(chunk)
		if err != nil {
			return err
		}
		t.note(chunk, states)
	}
	return nil
}

// states are rows as entries have them, by their keys.
func (tx *Tx) states(keys []schema.Key) (map[schema.Key][]byte, error) {
	args := make([]any, len(keys))
	for i, key := range keys {
		args[i] = key.Arg()
	}
	f, states := tx.c.spec.Type.Key, make(map[schema.Key][]byte, len(keys))
	where := predicate.Expr{Op: predicate.OpIn, Name: f.Column, Index: f.Index, Value: args}
	err := tx.Select(Selection{Where: where}, func(rec *schema.Record) error {
		states[rec.Key()] = rec.AppendHistory(nil)
		return nil
	})
	return states, err
}

// WriteHistory writes what has become of the rows that the transaction has made and changed, one entry a row, and the
// entries of the audit. It is for the end: what is changed afterwards is not in it. A transaction that keeps nothing takes no statement.
func (tx *Tx) WriteHistory() error {
	if tx.past == nil {
		return nil
	}
	for _, h := range tx.past.order {
		t := tx.past.touched[h]
		for chunk := range slices.Chunk(t.keys, historyChunk) {
			if err := tx.storeChanges(h, chunk, t.before); err != nil {
				return err
			}
		}
	}
	if err := tx.writeEvents(tx.past.acts.list); err != nil {
		return err
	}
	return tx.writeAudit()
}

// storeChanges writes the entries of a chunk of rows that are not any more as they were before.
func (tx *Tx) storeChanges(h *History, keys []schema.Key, before map[schema.Key][]byte) error {
	states, err := tx.On(h.rows).states(keys)
	if err != nil {
		return err
	}
	var entries []schema.HistoryEntry
	for _, key := range keys {
		if was, after := before[key], states[key]; after != nil && !bytes.Equal(was, after) {
			entries = append(entries, tx.past.entry(key, was, after))
		}
	}
	return tx.store(h, entries)
}

func (p *past) entry(key schema.Key, before, after []byte) schema.HistoryEntry {
	e := schema.HistoryEntry{Row: key.String(), At: p.author.At, Username: p.author.Username, Operation: p.author.Operation}
	if p.author.Account != 0 {
		e.Account = &p.author.Account
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

// store stores entries, and removes those before the last ones that are kept.
func (tx *Tx) store(h *History, entries []schema.HistoryEntry) error {
	if len(entries) == 0 {
		return nil
	}
	t, recs, rows := h.entries.spec.Type, make([]*schema.Record, len(entries)), make([]any, len(entries))
	for i := range entries {
		recs[i] = t.Acquire()
		recs[i].Assign(&entries[i])
		rows[i] = entries[i].Row
	}
	_, err := tx.On(h.entries).InsertMany(recs)
	for _, rec := range recs {
		rec.Release()
	}
	if err != nil || h.max == 0 {
		return err
	}
	c := h.entries
	q, err := c.many.Get("trim", func() (*database.Statement, error) {
		row, id := goqu.C(t.ByWire("row").Column), goqu.C(t.Key.Column)
		of := goqu.L("? IN ?", row, query.KeyRows(c.dialect, t.ByWire("row")).Select(goqu.T("keys").Col("value")))
		ranked := c.dialect.From(t.Table).Select(id, goqu.L("row_number() OVER (PARTITION BY ? ORDER BY ? DESC)", row, id).As("place")).Where(of)
		older := c.dialect.From(ranked.As("ranked")).Select(id).Where(goqu.L("place > ?", arg))
		return database.Build(c.dialect.Delete(t.Table).Prepared(true).Where(goqu.L("? IN ?", id, older)), 2)
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, c.dialect.List(rows), h.max)
	}
	return c.wrap(err, "trim")
}
