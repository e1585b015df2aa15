// The operations DELETE on a record and on a list.

package writes

import (
	"net/http"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Destroy deletes a record: 204, and for a form the way back to the list, because a browser that gets
// 204 stays on the page of a record that is gone.
func Destroy(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		rec, err := LoadToWrite(x, a) // 401, 403, 404, 412
		if err != nil {
			return request.Result{}, err
		}
		b := newBatchOfOne(x, a)
		b.list[0].Key, b.list[0].Current = rec.RowKey, rec.Record
		change, err := b.deleteAll(key)
		switch {
		case err != nil:
			return request.Result{}, err
		case change.Answer != nil: // of a dry run
			return *change.Answer, nil
		default:
			return deleted(x, a, rec), nil
		}
	})
}

// DestroyList deletes the rows that a list of keys names, or that filters leave, all of them or none.
func DestroyList(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		return RetryOnConflict(x, a, func() (request.Result, error) {
			b, err := chooseRows(x, a, plan.Destroy) // 400, 401, 403, 409, 413, 415
			if err != nil {
				return request.Result{}, err
			}
			defer b.release()
			change, err := b.deleteAll(key)
			if err != nil {
				return request.Result{}, err
			}
			return *change.Answer, nil
		})
	})
}

// deleteAll deletes the rows of the items in one transaction.
func (b *batch) deleteAll(key *IdempotencyKey) (*Change, error) {
	for _, it := range b.list {
		it.row, it.Call = it.Current, calls.New(b.x, b.a, nil)
		it.Call.Previous = it.Current
	}
	w := &writer{batch: b, verb: verb{(*writer).deleteRows, (*writer).deleteWaiting, http.StatusNoContent}}
	return w.transact(key)
}

// deleteRows runs the hooks around the deletion of the rows, and deletes them.
func (w *writer) deleteRows(tx *store.Tx) error {
	hooks := &w.res.Hooks
	w.begin(tx)
	var err error
	if !w.one {
		err = w.lockAndCompare(tx)
	}
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

// deleteWaiting deletes rows that wait, together.
func (w *writer) deleteWaiting(tx *store.Tx, waiting []*item) error {
	keys := (&batch{list: waiting}).keys()
	gone, err := calls.FilesBelow(w.x.Context, w.x.Service, tx, w.res, keys)
	if err != nil {
		return err
	}
	w.c.removedFiles = append(w.c.removedFiles, gone...)
	if len(waiting) == 1 {
		found, err := tx.Delete(waiting[0].Key, w.c.Call.Now())
		if err == nil && !found {
			err = request.NotFound()
		}
		return err
	}
	return tx.DeleteMany(keys, w.c.Call.Now())
}
