// The operations on a record's history: listing its entries, and restoring a version.

// Package history lists the history of a record, restores its earlier versions, and restores deleted records.
package history

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/lists"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
)

// PerformHistory returns the function that performs an operation on a history.
func PerformHistory(o *plan.Operation) func(x *request.Exchange, a *request.Admission) (request.Result, error) {
	if o.Safe() {
		return listHistory
	}
	return restoreEntry
}

// listHistory lists the changes of the record in the path, the newest first, with the members that the
// requester may read:
//
//	{"id": 12, "at": "2026-01-31T12:00:00Z", "by": "alice", "operation": "modify",
//	    "before": {"title": "a"}, "after": {"title": "b"}}
//
// before and after have the changed members; before is null for a creation, after for a deletion.
func listHistory(x *request.Exchange, a *request.Admission) (request.Result, error) {
	asked, err := access.ReadListing(x, a, a.Operation.Query) // 400
	if err != nil {
		return request.Result{}, err
	}
	where, err := historyOf(x, a) // 401, 403, 404
	if err != nil {
		return request.Result{}, err
	}
	res := a.Route.Res
	p := &lists.Page{}
	p.Ask(x, a, asked)
	p.Query.Order = []plan.Order{{Field: res.History.Type.Key, Desc: true}}
	p.Query.Count = func(count plan.Count) (int64, error) {
		n, err := res.Entries.Count(x.Context, where, count.Limit())
		return count.Known(n), err
	}
	pages := res.History.Pages
	w, err := pages.Read(&p.Query) // 404
	if err != nil {
		return request.Result{}, err
	}
	fields, size := keptFields(res.Retrieve.Type.Shown), int64(0)
	var entries []*pastEntry
	err = res.Entries.Page(x.Context, where, w.Offset, w.Limit+1, func(rec *schema.Record) error {
		if p.Found.More = int64(len(entries)) == w.Limit; p.Found.More {
			return nil
		}
		if err := reserveEntries(x, size+rec.Size()); err != nil { // 413, 503
			return err
		}
		e, err := newPastEntry(rec, x.Locale.Zone)
		if err != nil {
			return err
		}
		size += e.keep(fields)
		entries = append(entries, e)
		return nil
	})
	if err == nil {
		p.Found.Total, err = p.Query.Count(w.Count)
	}
	if err != nil {
		return request.Result{}, fmt.Errorf("history of %s: %w", res.Name, err)
	}
	p.Found.Rows = int64(len(entries))
	links, err := pages.Page(&p.Query, w, p.Found) // 404
	if err != nil {
		return request.Result{}, err
	}
	rows, err := appendEntries(x, a, fields, entries)
	if err != nil {
		return request.Result{}, err
	}
	encoded, list := request.FrameRows(rows, pages.Frame(&links), p.Found.Rows)
	return request.Result{Content: media.Page, Encoded: encoded, Rows: list, Links: &links}, nil
}

// reserveEntries counts the memory of a page's entries while they are read: the kept part of earlier ones,
// and the whole next one.
func reserveEntries(x *request.Exchange, bytes int64) error {
	if bytes <= request.Free/request.LoadSize {
		return nil
	}
	if all := x.Service.Budgets.Responses.Limit() / 2; bytes > all {
		return problem.New(problem.TooLarge, "The entries take more than %d bytes. Ask for fewer of them, with page_size.", all)
	}
	return x.ReserveLoaded(bytes, true)
}

// historyOf returns the condition on the entries of the record in the path, if the requester may read it.
// For a deleted record the declaration decides who may read them.
func historyOf(x *request.Exchange, a *request.Admission) (predicate.Expr, error) {
	res := a.Route.Res
	rec, found, err := access.LoadColumns(x, a, true)
	if err != nil {
		return predicate.Expr{}, err
	}
	if !found {
		return historyOfDeleted(x, a)
	}
	if err := access.PermitRow(x, a, nil, rec.RowKey, rec.Record); err != nil {
		return predicate.Expr{}, err
	}
	return sinceMade(x, res, entriesAbout(res, rec.RowKey))
}

// sinceMade leaves out the entries of an earlier record with the same key: clients may reuse the key of a
// deleted record.
func sinceMade(x *request.Exchange, res *request.Resource, where predicate.Expr) (predicate.Expr, error) {
	if as := res.Type.Key.AsKey; as.Numbered || as.New != nil {
		return where, nil
	}
	made, t := int64(0), res.History.Type
	since := predicate.And(where, predicate.Expr{Op: predicate.OpIsNull, Name: "before", Index: t.ByWire("before").Index})
	err := res.Entries.Page(x.Context, since, 0, 1, func(rec *schema.Record) error {
		made = rec.Key().Number()
		return nil
	})
	return predicate.And(where, predicate.Expr{Op: predicate.OpGte, Name: "id", Index: t.Key.Index, Value: made}), err
}

// historyOfDeleted is historyOf for a deleted record.
func historyOfDeleted(x *request.Exchange, a *request.Admission) (predicate.Expr, error) {
	res := a.Route.Res
	rec, ok, err := access.NamedRecord(x, a)
	if err != nil {
		return predicate.Expr{}, err
	}
	rule := res.History.Deleted
	asked := a.Requester.Request(true)
	if !ok || rec.RowKey.IsZero() || rule == nil || !permission.Reduce(rule, asked).IsTrue() {
		return predicate.Expr{}, request.NotFound()
	}
	where := entriesAbout(res, rec.RowKey)
	last, err := newestEntry(x, res, where)
	if err == nil && (last == nil || !last.below(a)) {
		err = request.NotFound()
	}
	if err != nil || a.Above.IsZero() {
		return where, err
	}
	return sinceMade(x, res, where) // the earlier record may have had another parent
}

// newestEntry returns the last entry that meets a condition; nil for none.
func newestEntry(x *request.Exchange, res *request.Resource, where predicate.Expr) (entry *pastEntry, err error) {
	err = res.Entries.Page(x.Context, where, 0, 1, func(rec *schema.Record) (err error) {
		if bytes := rec.Size(); bytes > request.Free/request.LoadSize {
			err = x.ReserveLoaded(bytes, true) // 503
		}
		if err == nil {
			entry, err = newPastEntry(rec, nil)
		}
		return err
	})
	return entry, err
}

// below reports whether the row belonged to the parent record of the path, after the entry or when it was
// deleted.
func (e *pastEntry) below(a *request.Admission) bool {
	if a.Above.IsZero() {
		return true
	}
	name := a.Route.Res.Parent.Field.HistoryName()
	return slices.Contains(pastKeys(e.state()[name]), a.Above)
}

// entriesAbout returns the condition that an entry is about the row with a key.
func entriesAbout(res *request.Resource, key schema.Key) predicate.Expr {
	return predicate.Expr{Op: predicate.OpEq, Name: "row", Index: res.History.Type.ByWire("row").Index, Value: key.String()}
}

// restoreEntry gives the record in the path the members that it had after an entry, like a PATCH of them.
func restoreEntry(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return writes.WithIdempotency(x, a, func(key *writes.IdempotencyKey) (request.Result, error) {
		return writes.RetryOnConflict(x, a, func() (request.Result, error) { return restoreOnce(x, a, key) })
	})
}

func restoreOnce(x *request.Exchange, a *request.Admission, key *writes.IdempotencyKey) (request.Result, error) {
	rec, err := writes.LoadToWrite(x, a) // 401, 403, 404, 412
	if err != nil {
		return request.Result{}, err
	}
	entry, err := findEntry(x, a, rec.RowKey) // 404
	if err != nil {
		return request.Result{}, err
	}
	body, err := restoredBody(x, a, rec, entry.state()) // 400
	if err != nil {
		return request.Result{}, err
	}
	a.Sent.Body, a.Sent.Err, a.Sent.Read, a.Sent.Disclosed = media.Body{Value: body}, nil, true, true
	before := &writes.RowState{ColumnValues: writes.ColumnValues(rec.Record), Related: writes.RelatedKeys(rec.Record, a.Route.Res.ToMany.Loaded)}
	return writes.SaveBody(x, a, key, rec, schema.Modify, before) // 400
}

// findEntry finds the entry in the path among those of the record.
func findEntry(x *request.Exchange, a *request.Admission, key schema.Key) (entry *pastEntry, err error) {
	res := a.Route.Res
	n, err := strconv.ParseInt(a.Entry, 10, 64)
	if err != nil {
		return nil, request.NotFound()
	}
	where, err := historyOf(x, a)
	if err != nil {
		return nil, err
	}
	where = predicate.And(where, predicate.Expr{Op: predicate.OpEq, Name: "id", Index: res.History.Type.Key.Index, Value: n})
	entry, err = newestEntry(x, res, where)
	if err == nil && entry == nil {
		err = request.NotFound()
	}
	return entry, err
}

// pastEntry is an entry of a history: the values of the row before and after, by HistoryName.
type pastEntry struct {
	id            int64
	at            []byte // as JSON
	by, operation string
	before, after pastState
}

// pastState holds the values of a row as JSON; nil if there was no row.
type pastState map[string]json.RawMessage

func newPastEntry(rec *schema.Record, zone *time.Location) (*pastEntry, error) {
	var row schema.HistoryEntry
	rec.StoreValue(&row)
	e := &pastEntry{id: row.ID, at: rec.AppendFieldIn(nil, rec.Type.ByWire("at"), "", zone), by: row.Username, operation: row.Operation}
	for _, s := range []struct {
		text *string
		to   *pastState
	}{{row.Before, &e.before}, {row.After, &e.after}} {
		if s.text == nil {
			continue
		}
		if err := json.Unmarshal([]byte(*s.text), s.to); err != nil {
			return nil, fmt.Errorf("entry %d of a history: %w", row.ID, err)
		}
	}
	return e, nil
}

// state returns the values of the row after the entry, or before its deletion.
func (e *pastEntry) state() pastState {
	if e.after == nil {
		return e.before
	}
	return e.after
}

// changed reports whether the entry changed a value. A creation or deletion changes all.
func (e *pastEntry) changed(name string) bool {
	return e.before == nil || e.after == nil || string(e.before[name]) != string(e.after[name])
}

// keep removes the values that the page does not show: other fields, and unchanged ones. It returns the
// size of the rest.
func (e *pastEntry) keep(fields []*schema.Field) (bytes int64) {
	had := *e
	e.before, e.after = nil, nil
	for _, s := range []struct{ from, to *pastState }{{&had.before, &e.before}, {&had.after, &e.after}} {
		if *s.from == nil {
			continue
		}
		*s.to = pastState{}
		for _, f := range fields {
			name := cmp.Or(f.Of, f).HistoryName()
			if value := (*s.from)[name]; value != nil && had.changed(name) {
				(*s.to)[name] = value
				bytes += int64(len(value))
			}
		}
	}
	return bytes
}

// appendEntries appends entries with commas between them, with some fields.
func appendEntries(x *request.Exchange, a *request.Admission, fields []*schema.Field, entries []*pastEntry) (b []byte, err error) {
	var states []pastState
	for _, e := range entries {
		states = append(states, e.before, e.after)
	}
	shown, err := newPastMembers(x, a, fields, states)
	if err != nil {
		return nil, err
	}
	for i, e := range entries {
		b = strconv.AppendInt(append(request.Comma(b, i), `{"id":`...), e.id, 10)
		b = append(append(b, `,"at":`...), e.at...)
		if b = append(b, `,"by":`...); e.by == "" {
			b = append(b, "null"...)
		} else {
			b = notation.AppendText(b, e.by)
		}
		b = notation.AppendText(append(b, `,"operation":`...), e.operation)
		b = shown.appendState(append(b, `,"before":`...), e.before)
		b = shown.appendState(append(b, `,"after":`...), e.after)
		b = append(b, '}')
	}
	return b, nil
}
