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
	for _, it := range m.list {
		if meet[it.Key] {
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
	return access.RowsHolding(m.res.Rows.ReadIn(m.x.Context, tx), m.keys(), asked, false)
}

// permitAllWritten is PermitWritten for some rows that were written together. None of them gives its requester the right to
// one that was made or moved.
func permitAllWritten(x *request.Exchange, a *request.Admission, tx *store.Tx, written []*item) error {
	res, asked, read := a.Route.Res, a.Cond, a.Allowed(true)
	var keys, moved, kept []schema.Key
	for _, it := range written {
		if keys = append(keys, it.Key); it.madeOrMoved() {
			moved = append(moved, it.Key)
		} else {
			kept = append(kept, it.Key)
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
		meet, err := access.RowsHolding(res.Rows.ReadIn(x.Context, tx), keys, question.cond, question.beside)
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
