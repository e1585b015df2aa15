// Asking the rule of a resource about many rows at once.

package serve

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
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
		refusal := m.a.deny(m.x.h.auth)
		if !m.lenient {
			return refusal
		}
		it.refusal = problem.As(refusal)
	}
	return m.settle()
}

// permitted are the keys of those rows that the requester may write, of rows that were loaded or locked.
func (m *items) permitted(tx *store.Tx) (map[schema.Key]bool, error) {
	asked, read := m.a.cond, m.a.allowed(true)
	if !reflect.DeepEqual(read, asked) {
		asked = predicate.And(asked, read)
	}
	return m.res.holding(m.x, tx, m.keys(), asked, false)
}

// permitAllWritten is permitWritten for some rows that were written together. None of them gives its requester the right to
// one that was made or moved.
func permitAllWritten(x *exchange, a *admission, tx *store.Tx, written []*item) error {
	res, asked, read := a.route.resource, a.cond, a.allowed(true)
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
	case moved == nil || !leadsTo(res.Type, read, res.Type.Table):
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
		meet, err := res.holding(x, tx, keys, question.cond, question.beside)
		if err != nil {
			return err
		}
		if !all(question.about, meet) {
			return a.deny(x.h.auth)
		}
	}
	return nil
}

func all(keys []schema.Key, in map[schema.Key]bool) bool {
	return !slices.ContainsFunc(keys, func(key schema.Key) bool { return !in[key] })
}

// holding are those of some rows for which a condition holds, asked within the transaction where there is one; with beside
// none of them counts among the rows that relations lead to. It is one statement, or two where Go has to be asked about
// the rows. Only what Go leaves open of a row takes one more for that row.
func (res *resource) holding(x *exchange, tx *store.Tx, keys []schema.Key, cond predicate.Expr, beside bool) (map[schema.Key]bool, error) {
	among := func(cond predicate.Expr) (map[schema.Key]bool, error) {
		if tx == nil {
			return res.rows.Among(x.ctx, keys, cond)
		}
		return tx.Among(keys, cond, beside)
	}
	switch {
	case cond.IsTrue() || len(keys) == 0:
		return setOf(keys), nil
	case !cond.Has(predicate.OpFunc):
		return among(cond)
	}
	meet, open := map[schema.Key]bool{}, map[schema.Key]predicate.Expr{}
	err := res.selectRows(x, tx, store.Selection{Where: listed(res, keys)}, func(row *schema.Record) error {
		if left := cond.Given(row); left.IsTrue() {
			meet[row.Key()] = true
		} else if !left.IsFalse() {
			open[row.Key()] = left
		}
		return nil
	})
	for key, left := range open {
		if err != nil {
			break
		}
		var one map[schema.Key]bool
		one, err = among(left)
		meet[key] = one[key]
	}
	return meet, err
}

// selectRows reads whole rows, within the transaction where there is one.
func (res *resource) selectRows(x *exchange, tx *store.Tx, rows store.Selection, each func(row *schema.Record) error) error {
	if tx == nil {
		return res.rows.Select(x.ctx, rows, each)
	}
	return tx.Select(rows, each)
}
