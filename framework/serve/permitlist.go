// Asking the rule of a resource about many rows at once.

package serve

import (
	"fmt"
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
	for _, it := range m.list {
		if meet[it.key] {
			continue
		}
		refusal := access.Deny(m.x, m.a, m.a.Operation, nil)
		if !m.lenient {
			return refusal
		}
		it.refusal = problem.As(refusal)
	}
	return m.settle()
}

// permitted are the keys of those rows that the requester may write, of rows that were loaded or locked.
func (m *items) permitted(tx *store.Tx) (map[schema.Key]bool, error) {
	asked, read := m.a.Cond, m.a.Allowed(true)
	if !reflect.DeepEqual(read, asked) {
		asked = predicate.And(asked, read)
	}
	return rowsHolding(m.res, m.x, tx, m.keys(), asked, false)
}

// permitAllWritten is PermitWritten for some rows that were written together. None of them gives its requester the right to
// one that was made or moved.
func permitAllWritten(x *request.Exchange, a *request.Admission, tx *store.Tx, written []*item) error {
	res, asked, read := a.Route.Res, a.Cond, a.Allowed(true)
	var keys, moved, kept []schema.Key
	for _, it := range written {
		if keys = append(keys, it.key); it.madeOrMoved() {
			moved = append(moved, it.key)
		} else {
			kept = append(kept, it.key)
		}
	}
	switch {
	case reflect.DeepEqual(read, asked):
		read = predicate.Constant(true)
	case moved == nil || !access.LeadsTo(res.Type, read, res.Type.Table):
		asked, read = predicate.And(asked, read), predicate.Constant(true)
	}
	for _, question := range []struct {
		about  []schema.Key
		cond   predicate.Expr
		beside bool
	}{{moved, asked, true}, {kept, asked, false}, {keys, read, false}} {
		if len(question.about) == 0 {
			continue
		}
		meet, err := rowsHolding(res, x, tx, keys, question.cond, question.beside)
		if err != nil {
			return err
		}
		if !all(question.about, meet) {
			return access.Deny(x, a, a.Operation, nil)
		}
	}
	return nil
}

func all(keys []schema.Key, in map[schema.Key]bool) bool {
	return !slices.ContainsFunc(keys, func(key schema.Key) bool { return !in[key] })
}

// rowsHolding are those of some rows for which a condition holds, asked within the transaction where there is one; with beside
// none of them counts among the rows that relations lead to. It is one statement. Where Go has to be asked about the rows it
// is one that reads them, and one for each condition that Go leaves open of some.
func rowsHolding(res *request.Resource, x *request.Exchange, tx *store.Tx, keys []schema.Key, cond predicate.Expr, beside bool) (map[schema.Key]bool, error) {
	among := func(cond predicate.Expr) (map[schema.Key]bool, error) {
		if tx == nil {
			return res.Rows.Among(x.Context, keys, cond)
		}
		return tx.Among(keys, cond, beside)
	}
	switch {
	case cond.IsTrue() || len(keys) == 0:
		return setOf(keys), nil
	case !cond.Has(predicate.OpFunc):
		return among(cond)
	}
	type open struct {
		cond predicate.Expr
		rows []schema.Key
	}
	meet, left := map[schema.Key]bool{}, map[string]*open{}
	err := selectRows(res, x, tx, store.Selection{Where: listed(res, keys)}, func(row *schema.Record) error {
		given := cond.Given(row)
		if given.IsTrue() {
			meet[row.Key()] = true
		}
		if given.IsTrue() || given.IsFalse() {
			return nil
		}
		same := fmt.Sprintf("%s %#v", given.Key(), given.Args())
		if left[same] == nil {
			left[same] = &open{cond: given}
		}
		left[same].rows = append(left[same].rows, row.Key())
		return nil
	})
	for _, o := range left {
		if err != nil {
			break
		}
		var found map[schema.Key]bool
		found, err = among(o.cond)
		for _, key := range o.rows {
			meet[key] = found[key]
		}
	}
	return meet, err
}

// selectRows reads whole rows, within the transaction where there is one.
func selectRows(res *request.Resource, x *request.Exchange, tx *store.Tx, rows store.Selection, each func(row *schema.Record) error) error {
	if tx == nil {
		return res.Rows.Select(x.Context, rows, each)
	}
	return tx.Select(rows, each)
}
