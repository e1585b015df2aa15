// Asking the rule of a resource about many rows at once.

package writes

import (
	"maps"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// permitLoaded asks the rule of the write about loaded rows, which the requester may read. Items without a row are skipped.
func (b *batch) permitLoaded() error {
	meet, err := b.permittedKeys(nil)
	if err != nil {
		return err
	}
	if !b.lenient {
		return b.denyOne(nil, slices.DeleteFunc(b.keys(), schema.Key.IsZero), meet)
	}
	for _, it := range b.list {
		if meet[it.Key] {
			continue
		}
		refusal := access.Deny(b.x, b.a, b.a.Operation, nil)
		if it.refusal = problem.As(refusal); it.refusal == nil {
			return refusal
		}
	}
	return b.keepValid()
}

// denyOne refuses the first of some rows that does not meet the rule; within the transaction where there is one.
func (b *batch) denyOne(tx *store.Tx, keys []schema.Key, meet map[schema.Key]bool) error {
	rows := b.res.Rows.FormerIn(b.x.Context, tx)
	return access.DenyOne(b.x, b.a, keys, meet, func(i int, cond predicate.Expr) (bool, error) {
		return access.RowHolds(rows, keys[i], nil, cond)
	})
}

// permittedKeys returns the keys of those loaded or locked rows that the requester may write.
func (b *batch) permittedKeys(tx *store.Tx) (map[schema.Key]bool, error) {
	return access.RowsHolding(b.res.Rows.ReadIn(b.x.Context, tx), b.keys(), access.RuleOf(b.a), false)
}

// permitWaiting asks the rule about waiting rows with their new values, before they are stored.
func (w *writer) permitWaiting(tx *store.Tx, waiting []*item) error {
	rule := access.RuleOf(w.a)
	if rule.IsTrue() {
		return nil
	}
	var changed []access.Changed
	for _, it := range waiting {
		if access.LooksAt(rule, it.columns.touched) && !it.asksWritten(rule) {
			changed = append(changed, access.Changed{Key: it.Key, Row: it.row, Fields: it.columns.touched, Locked: w.lockedBy(it)})
		}
	}
	if changed == nil {
		return nil
	}
	return permitNewValues(w.x, w.a, tx.On(w.res.Rows), rule, changed...)
}

// lockedBy are the relations of a row that lead to a row which refuseRelated has locked, because the client has sent it.
func (w *writer) lockedBy(it *item) (locked []*schema.Field) {
	for _, sent := range it.input.changes {
		if f := sent.Field; f.IsToOne() && sent.Value == it.row.Get(f) && access.LockableRows(w.a, f) != nil {
			locked = append(locked, f)
		}
	}
	return locked
}

// permitNewValues asks the rule about rows with their new values, before they are stored.
func permitNewValues(x *request.Exchange, a *request.Admission, tx *store.Tx, rule predicate.Expr, changed ...access.Changed) error {
	rows := a.Route.Res.Rows.FormerIn(x.Context, tx)
	if err := access.LockLooked(rows, rule, changed); err != nil {
		return err
	}
	meet, err := access.WouldHold(rows, rule, changed)
	if err != nil {
		return err
	}
	keys := make([]schema.Key, len(changed))
	for i, c := range changed {
		keys[i] = c.Key
	}
	return access.DenyOne(x, a, keys, meet, func(i int, cond predicate.Expr) (bool, error) {
		meet, err := access.WouldHold(rows, cond, changed[i:i+1])
		return meet[keys[i]], err
	})
}

// permitStored asks the rule about rows that were changed, as they are stored now; asked are the values that it was asked about.
func permitStored(x *request.Exchange, a *request.Admission, tx *store.Tx, rule predicate.Expr, asked map[schema.Key][]any) error {
	rows := a.Route.Res.Rows.FormerIn(x.Context, tx)
	meet, err := access.AllHoldAsStored(rows, rule, asked)
	if err != nil {
		return err
	}
	keys := slices.SortedFunc(maps.Keys(asked), schema.Key.Compare)
	return access.DenyOne(x, a, keys, meet, func(i int, cond predicate.Expr) (bool, error) {
		return access.RowHolds(rows, keys[i], nil, cond)
	})
}

// permitAllWritten asks the rule about rows as they were written, unless that is asked of those that were changed as they are
// read back.
func permitAllWritten(x *request.Exchange, a *request.Admission, tx *store.Tx, written []*item, readBack bool) error {
	var created, joined []schema.Key
	changed := map[schema.Key][]any{}
	rule := access.RuleOf(a)
	for _, it := range written {
		switch {
		case it.Current == nil:
			created = append(created, it.Key)
		case it.asksWritten(rule):
			joined = append(joined, it.Key)
		case !readBack:
			changed[it.Key] = it.columns.permitted
		}
	}
	err := permitStored(x, a, tx, rule, changed)
	if err == nil {
		err = access.PermitWritten(x, a, tx, created, nil, true)
	}
	if err == nil {
		err = access.PermitWritten(x, a, tx, joined, nil, false)
	}
	return err
}

func allIn(keys []schema.Key, in map[schema.Key]bool) bool {
	return !slices.ContainsFunc(keys, func(key schema.Key) bool { return !in[key] })
}
