// The operation DELETE on a record.

package serve

import (
	"net/http"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// destroy deletes a record: 204, and for a form the way back to the list, because a browser that gets
// 204 stays on the page of a record that is gone.
func destroy(x *exchange, a *admission) (result, error) {
	return performOnce(x, a, func(key *idempotencyKey) (result, error) {
		rec, err := loadToWrite(x, a) // 401, 403, 404, 412
		if err != nil {
			return result{}, err
		}
		hooks := &a.route.resource.Hooks
		c := &change{key: rec.key, current: rec.Record, row: rec.Record, call: newCall(x, a, nil), after: hooks.AfterDelete}
		c.call.before = rec.Record
		c.work = func(tx *store.Tx) error {
			if err := c.call.hook(hooks.BeforeDelete, c.row); err != nil {
				return err
			}
			var err error
			if c.gone, err = filesBelow(x.h, x.ctx, tx, a.route.resource, []schema.Key{rec.key}); err != nil {
				return err
			}
			if err := c.tellEffects(x, a, tx, []schema.Key{rec.key}); err != nil {
				return err
			}
			found, err := tx.Delete(rec.key, c.call.Now())
			if err == nil && !found {
				return NotFound()
			}
			return err
		}
		if err := transact(x, a, key, c); err != nil {
			return result{}, errSave(a.route.resource, err)
		}
		x.timing.step("save")
		if c.answer != nil { // of a dry run
			return *c.answer, nil
		}
		return deleted(x, a, rec), nil
	})
}

// deleted is the result of a deletion that was done.
func deleted(x *exchange, a *admission, rec record) result {
	if a.form.Overridden {
		return result{seeOther: landing(x, a, rec, false)}
	}
	return result{status: http.StatusNoContent}
}
