// Asking the rule of a resource about many rows at once.

package serve

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// permitAllWritten is permitWritten for some rows that were written together: with beside, none of them gives its
// requester the right to another.
func permitAllWritten(x *exchange, a *admission, tx *store.Tx, keys []schema.Key, beside bool) error {
	res, asked, read := a.route.resource, a.cond, a.allowed(true)
	switch {
	case reflect.DeepEqual(read, asked):
		read = predicate.Constant(true)
	case !beside || !leadsTo(res.Type, read, res.Type.Table):
		asked, read = predicate.And(asked, read), predicate.Constant(true)
	}
	holds, err := res.allHold(tx, keys, asked, beside)
	if err == nil && holds {
		holds, err = res.allHold(tx, keys, read, false)
	}
	if err == nil && !holds {
		err = a.deny(x.h.auth)
	}
	return err
}

// allHold reports whether a condition holds for all rows of some keys.
func (res *resource) allHold(tx *store.Tx, keys []schema.Key, cond predicate.Expr, beside bool) (bool, error) {
	if len(keys) == 0 || cond.IsTrue() {
		return true, nil
	}
	meet, err := res.holding(tx, keys, cond, beside)
	return err == nil && !slices.ContainsFunc(keys, func(key schema.Key) bool { return !meet[key] }), err
}

// holding are those of some rows for which a condition holds: one statement, or two where Go has to be asked about the
// rows. Only what Go leaves open of a row takes one more for that row.
func (res *resource) holding(tx *store.Tx, keys []schema.Key, cond predicate.Expr, beside bool) (map[schema.Key]bool, error) {
	if !cond.Has(predicate.OpFunc) {
		return tx.Among(keys, cond, beside)
	}
	meet, open := map[schema.Key]bool{}, map[schema.Key]predicate.Expr{}
	err := tx.Select(store.Selection{Where: listed(res, keys)}, func(row *schema.Record) error {
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
		var among map[schema.Key]bool
		among, err = tx.Among(keys, left, beside)
		meet[key] = among[key]
	}
	return meet, err
}
