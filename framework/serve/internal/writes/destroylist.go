// The operation DELETE on a list, of many rows.

package writes

import (
	"net/http"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// DestroyList deletes the rows that a list of keys names, or that filters leave, all of them or none.
func DestroyList(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		return RetryOnConflict(x, a, func() (request.Result, error) {
			m, err := chooseRows(x, a, plan.Destroy) // 400, 401, 403, 409, 413, 415
			if err != nil {
				return request.Result{}, err
			}
			defer m.release()
			for _, it := range m.list {
				it.row, it.Call = it.Current, calls.New(x, a, nil)
				it.Call.Previous = it.Current
			}
			w := &listWriter{items: m, steps: (*listWriter).destroy, status: http.StatusNoContent}
			w.write = w.remove
			return w.transact(key)
		})
	})
}

// destroy deletes the rows.
func (w *listWriter) destroy(tx *store.Tx) error {
	hooks := &w.res.Hooks
	w.begin(tx)
	err := w.relock(tx)
	if err == nil && !w.a.Prefers.Lenient {
		err = w.c.tellEffects(w.x, w.a, tx, w.keys())
	}
	if err == nil {
		err = w.run(tx, func(it *item) error { return it.Call.RunHook(hooks.BeforeDelete, it.row) })
	}
	if err == nil {
		err = w.runAfter(hooks.AfterDelete)
	}
	return err
}

// remove deletes rows together.
func (w *listWriter) remove(tx *store.Tx, waiting []*item) error {
	m := items{list: waiting}
	gone, err := calls.FilesBelow(w.x.Context, w.x.Service, tx, w.res, m.keys())
	if err != nil {
		return err
	}
	w.c.gone = append(w.c.gone, gone...)
	return tx.DeleteMany(m.keys(), w.c.Call.Now())
}
