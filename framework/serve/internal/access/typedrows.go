// Rows as structs: reading and changing several at once, for the framework's own tables.

package access

import (
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Select returns the rows that meet a condition, in the order of their keys.
func Select[T any](rows store.Rows, where predicate.Expr) (list []T, err error) {
	err = rows.Select(store.Selection{Where: where, Order: []store.Order{{Field: rows.Type().Key}}}, func(rec *schema.Record) error {
		var row T
		rec.StoreValue(&row)
		list = append(list, row)
		return nil
	})
	return list, err
}

// Change locks rows, and calls fn for those that meet a condition. It stores the columns with some names of each
// row that fn returns true for.
func Change[T any](tx *store.Tx, of *store.Table, keys []schema.Key, where predicate.Expr, names []string, fn func(*T) bool) error {
	tx = tx.On(of)
	if err := tx.LockMany(keys); err != nil {
		return err
	}
	t := of.Type()
	rows, err := Select[T](of.ReadIn(tx.Context(), tx), predicate.And(where, AmongKeys(t, keys)))
	if err != nil {
		return err
	}
	var changed []schema.Key
	var recs []*schema.Record
	for i := range rows {
		if !fn(&rows[i]) {
			continue
		}
		rec := t.Acquire()
		defer rec.Release()
		rec.Assign(&rows[i])
		recs, changed = append(recs, rec), append(changed, rec.Key())
	}
	if len(recs) == 0 {
		return nil
	}
	var fields []*schema.Field
	for _, name := range names {
		fields = append(fields, t.ByColumn(name))
	}
	return tx.UpdateMany(changed, recs, fields)
}
