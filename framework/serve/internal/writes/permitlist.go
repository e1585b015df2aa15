// Asking the rule of a resource about many rows at once.

package writes

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// permit asks the rule about rows that were loaded, and which the requester may read.
func (m *items) permit() error {
	meet, err := m.permitted(nil)
	if err != nil {
		return err
	}
	if !m.lenient {
		return m.denyOne(nil, m.keys(), meet)
	}
	for _, it := range m.list {
		it.refusal = problem.As(m.denyOne(nil, []schema.Key{it.Key}, meet))
	}
	return m.settle()
}

// denyOne refuses the first of some rows that does not meet the rule; within the transaction where there is one.
func (m *items) denyOne(tx *store.Tx, keys []schema.Key, meet map[schema.Key]bool) error {
	rows := m.res.Rows.ReadIn(m.x.Context, tx)
	return access.DenyOne(m.x, m.a, keys, meet, func(key schema.Key, cond predicate.Expr) (bool, error) {
		return access.RowHolds(rows, key, nil, cond)
	})
}

// permitted are the keys of those rows that the requester may write, of rows that were loaded or locked.
func (m *items) permitted(tx *store.Tx) (map[schema.Key]bool, error) {
	return access.RowsHolding(m.res.Rows.ReadIn(m.x.Context, tx), m.keys(), access.RuleOf(m.a), false)
}

// permitChanges asks the rule about rows with their new values, before they are stored.
func (w *writer) permitChanges(tx *store.Tx, waiting []*item) error {
	rule := access.RuleOf(w.a)
	if !slices.ContainsFunc(waiting, func(it *item) bool { return access.LooksAt(rule, it.columns.touched) }) {
		return nil
	}
	changed := make([]access.Changed, len(waiting))
	for i, it := range waiting {
		changed[i] = access.Changed{Key: it.Key, Row: it.row, Fields: it.columns.touched}
	}
	return permitChanges(w.x, w.a, tx.On(w.res.Rows), rule, changed...)
}

func permitChanges(x *request.Exchange, a *request.Admission, tx *store.Tx, rule predicate.Expr, changed ...access.Changed) error {
	rows := a.Route.Res.Rows.ReadIn(x.Context, tx)
	meet, err := access.WouldHold(rows, rule, changed)
	if err != nil {
		return err
	}
	keys := make([]schema.Key, len(changed))
	for i, c := range changed {
		keys[i] = c.Key
	}
	return access.DenyOne(x, a, keys, meet, func(key schema.Key, cond predicate.Expr) (bool, error) {
		meet, err := access.WouldHold(rows, cond, changed[slices.Index(keys, key):][:1])
		return meet[key], err
	})
}

// permitAllWritten asks the rule about rows as they were written, unless that is asked of those that were changed as they are
// read back. None of them gives its requester the right to one that was made.
func permitAllWritten(x *request.Exchange, a *request.Admission, tx *store.Tx, written []*item, readBack bool) error {
	res, asked, read := a.Route.Res, a.Cond, a.Allowed(true)
	var keys, created, joined []schema.Key
	var changed []access.Changed
	rule := access.RuleOf(a)
	for _, it := range written {
		switch {
		case it.Current == nil:
			created = append(created, it.Key)
		case it.asksWritten(rule):
			joined = append(joined, it.Key)
		case !readBack:
			changed = append(changed, access.Changed{Key: it.Key, Row: it.row})
		}
	}
	rows := res.Rows.ReadIn(x.Context, tx)
	if stored, err := access.AllHoldAsStored(rows, rule, changed); err != nil || !stored {
		if err == nil {
			err = access.Deny(x, a, a.Operation, nil)
		}
		return err
	}
	keys = slices.Concat(created, joined)
	switch {
	case reflect.DeepEqual(read, asked):
		read = predicate.Constant(true)
	case created == nil || !access.LeadsTo(res.Type, read, res.Type.Table):
		asked, read = predicate.And(asked, read), predicate.Constant(true)
	}
	for _, question := range []struct {
		about  []schema.Key
		cond   predicate.Expr
		beside bool
	}{{created, asked, true}, {joined, asked, false}, {keys, read, false}} {
		if len(question.about) == 0 {
			continue
		}
		meet, err := access.RowsHolding(rows, keys, question.cond, question.beside)
		if err != nil {
			return err
		}
		err = access.DenyOne(x, a, question.about, meet, func(key schema.Key, cond predicate.Expr) (bool, error) {
			meet, err := access.RowsHolding(rows, []schema.Key{key}, cond, question.beside)
			return meet[key], err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func all(keys []schema.Key, in map[schema.Key]bool) bool {
	return !slices.ContainsFunc(keys, func(key schema.Key) bool { return !in[key] })
}
