// The operation DELETE on a record.

package writes

import (
	"example.com/resourceful/framework/schema"
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
		hooks := &a.Route.Res.Hooks
		c := &Change{Key: rec.RowKey, Current: rec.Record, row: rec.Record, Call: calls.New(x, a, nil), after: hooks.AfterDelete}
		c.Call.Previous = rec.Record
		c.Work = func(tx *store.Tx) error {
			if err := c.Call.RunHook(hooks.BeforeDelete, c.row); err != nil {
				return err
			}
			var err error
			if c.gone, err = calls.FilesBelow(x.Context, x.Service, tx, a.Route.Res, []schema.Key{rec.RowKey}); err != nil {
				return err
			}
			if err := c.tellEffects(x, a, tx, []schema.Key{rec.RowKey}); err != nil {
				return err
			}
			found, err := tx.Delete(rec.RowKey, c.Call.Now())
			if err == nil && !found {
				return request.NotFound()
			}
			return err
		}
		if err := Transact(x, a, key, c); err != nil {
			return request.Result{}, errSave(a.Route.Res, err)
		}
		x.Timing.Step("save")
		if c.Answer != nil { // of a dry run
			return *c.Answer, nil
		}
		return deleted(x, a, rec), nil
	})
}
