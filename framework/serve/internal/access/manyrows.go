// Asking a condition about many rows, in few statements.

package access

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// RowsHolding finds those of some rows for which a condition holds; with beside none of them counts among the rows that
// relations lead to. It is one statement. Where Go has to be asked about the rows it is one that reads them, and one for
// each condition that Go leaves open of some.
func RowsHolding(rows store.Rows, keys []schema.Key, cond predicate.Expr, beside bool) (map[schema.Key]bool, error) {
	switch {
	case cond.IsTrue() || len(keys) == 0:
		return KeySet(keys), nil
	case cond.IsFalse():
		return nil, nil
	case !cond.Has(predicate.OpFunc):
		return rows.Among(keys, cond, beside)
	}
	type open struct {
		cond predicate.Expr
		rows []schema.Key
	}
	meet, left := map[schema.Key]bool{}, map[string]*open{}
	err := rows.Select(store.Selection{Where: AmongKeys(rows.Type(), keys)}, func(row *schema.Record) error {
		given := cond.Given(row)
		if given.IsTrue() {
			meet[row.Key()] = true
		}
		if given.IsTrue() || given.IsFalse() {
			return nil
		}
		same := fmt.Sprintf("%s %#v", given.Key(), given.Args())
		if left[same] == nil {
			left[same] = &open{cond: given}
		}
		left[same].rows = append(left[same].rows, row.Key())
		return nil
	})
	for _, o := range left {
		if err != nil {
			break
		}
		var found map[schema.Key]bool
		found, err = rows.Among(keys, o.cond, beside)
		for _, key := range o.rows {
			meet[key] = found[key]
		}
	}
	return meet, err
}

// AmongKeys is the condition that a row has one of some keys.
func AmongKeys(t *schema.Type, keys []schema.Key) predicate.Expr {
	args := make([]any, len(keys))
	for i, key := range keys {
		args[i] = key.Arg()
	}
	f := t.Key
	return predicate.Expr{Op: predicate.OpIn, Name: f.Column, Index: f.Index, Value: args}
}

// KeySet makes a set of keys.
func KeySet(keys []schema.Key) map[schema.Key]bool {
	set := make(map[schema.Key]bool, len(keys))
	for _, key := range keys {
		set[key] = true
	}
	return set
}
