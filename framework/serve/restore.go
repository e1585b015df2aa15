// The operation POST on restore/ below a record that is marked as deleted.

package serve

import (
	"example.com/resourceful/framework/store"
)

// restore takes back the deletion of a record, and of what went with it. The route has the deleted rows for its own.
func restore(x *exchange, a *admission) (result, error) {
	return performOnce(x, a, func(key *idempotencyKey) (result, error) {
		rec, err := loadToWrite(x, a) // 401, 403, 404, 412
		if err != nil {
			return result{}, err
		}
		c := &change{key: rec.key, current: rec.Record, call: newCall(x, a, nil)}
		c.work = func(tx *store.Tx) error {
			if err := tx.Restore(c.current); err != nil {
				return err
			}
			c.answer, err = newAnswer(x, a, c.call, c.key, c.current.Value())
			return err
		}
		if err := transact(x, a, key, c); err != nil {
			return result{}, errRun(a, err)
		}
		x.timing.step("save")
		return *c.answer, nil
	})
}
