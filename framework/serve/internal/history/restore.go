// The operation POST on restore/ below a deleted record.

package history

import (
	"example.com/resourceful/framework/serve/internal/actions"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
	"example.com/resourceful/framework/store"
)

// Restore undoes the deletion of a record and of the rows deleted with it. The rows of its route are the
// deleted ones.
func Restore(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return writes.WithIdempotency(x, a, func(key *writes.IdempotencyKey) (request.Result, error) {
		rec, err := writes.LoadToWrite(x, a) // 401, 403, 404, 412
		if err != nil {
			return request.Result{}, err
		}
		change := &writes.Change{Key: rec.RowKey, Current: rec.Record, Call: calls.New(x, a, nil)}
		change.Work = func(tx *store.Tx) error {
			if err := tx.Restore(change.Current); err != nil {
				return err
			}
			change.Answer, err = actions.NewAnswer(x, a, change.Call, change.Key, change.Current.Value())
			return err
		}
		if err := writes.Transact(x, a, key, change); err != nil {
			return request.Result{}, actions.ErrRun(a, err)
		}
		x.Timing.Step("save")
		return *change.Answer, nil
	})
}
