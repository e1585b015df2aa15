// The operation POST on restore/ below a record that is marked as deleted.

package serve

import (
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// restore takes back the deletion of a record, and of what went with it. The route has the deleted rows for its own.
func restore(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return performOnce(x, a, func(key *idempotencyKey) (request.Result, error) {
		rec, err := loadToWrite(x, a) // 401, 403, 404, 412
		if err != nil {
			return request.Result{}, err
		}
		c := &change{key: rec.RowKey, current: rec.Record, call: calls.New(x, a, nil)}
		c.work = func(tx *store.Tx) error {
			if err := tx.Restore(c.current); err != nil {
				return err
			}
			c.answer, err = newAnswer(x, a, c.call, c.key, c.current.Value())
			return err
		}
		if err := transact(x, a, key, c); err != nil {
			return request.Result{}, errRun(a, err)
		}
		x.Timing.Step("save")
		return *c.answer, nil
	})
}
