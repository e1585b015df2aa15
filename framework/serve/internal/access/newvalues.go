// Asking the rules about rows with their new values, before and after these are stored.

package access

import (
	"maps"
	"reflect"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Changed is a row that is about to be changed.
type Changed struct {
	Key    schema.Key
	Row    *schema.Record  // with its new values
	Fields []*schema.Field // the columns that change
	Locked []*schema.Field // those that lead to a row which the transaction has locked
}

// WouldHold finds those of some rows, which meet a condition, that meet it also with their new values. What relations lead
// to is as it is before the change: who gives up a right may still do so, and nobody takes one by the change. It asks the
// database only about rows whose new values the condition looks at, in one statement for all rows with the same question.
func WouldHold(rows store.Rows, cond predicate.Expr, changed []Changed) (map[schema.Key]bool, error) {
	meet := make(map[schema.Key]bool, len(changed))
	var open []*question
	for _, c := range changed {
		if !LooksAt(cond, c.Fields) {
			meet[c.Key] = true
			continue
		}
		left := cond.Given(c.Row)
		if left.IsTrue() || left.IsFalse() {
			meet[c.Key] = left.IsTrue()
			continue
		}
		columns := slices.DeleteFunc(slices.Clone(c.Fields), func(f *schema.Field) bool { return !looksAtField(left, f) })
		i := slices.IndexFunc(open, func(q *question) bool { return q.same(left, columns) })
		if i < 0 {
			i, open = len(open), append(open, &question{left: left, columns: columns})
		}
		open[i].keys, open[i].rows = append(open[i].keys, c.Key), append(open[i].rows, c.Row)
	}
	for _, q := range open {
		found, err := rows.WouldMeet(q.keys, q.rows, q.columns, q.left)
		if err != nil {
			return nil, err
		}
		for key := range found {
			meet[key] = true
		}
	}
	return meet, nil
}

// question is what the database is asked about the new values of some rows.
type question struct {
	left    predicate.Expr
	columns []*schema.Field // new values that it looks at
	keys    []schema.Key
	rows    []*schema.Record
}

func (q *question) same(left predicate.Expr, columns []*schema.Field) bool {
	return slices.Equal(q.columns, columns) && q.left.Key() == left.Key() && reflect.DeepEqual(q.left.Args(), left.Args())
}

// looksAtField reports whether a condition on a row depends on a field of the row itself: a column, or a relation. A function may
// look at anything.
func looksAtField(cond predicate.Expr, f *schema.Field) bool {
	looks := cond.Reads(f.Index)
	cond.Walk(func(e predicate.Expr) bool {
		looks = looks || e.Op == predicate.OpFunc || e.Op == predicate.OpExists && e.Index == f.Index || e.Counts() && e.Index == f.Index
		return !looks && e.Op != predicate.OpExists
	})
	return looks
}

// LooksAt reports whether a condition on a row depends on any of some fields of the row itself.
func LooksAt(cond predicate.Expr, fields []*schema.Field) bool {
	return slices.ContainsFunc(fields, func(f *schema.Field) bool { return looksAtField(cond, f) })
}

// HoldsAsStored reports whether a row that was changed meets a condition that it would meet with the values that were asked
// about, now that hooks and the database have had their say. It is false where only the database can tell.
func HoldsAsStored(cond predicate.Expr, stored *schema.Record, asked []any) bool {
	left := cond.Given(stored)
	if left.IsTrue() || left.IsFalse() {
		return left.IsTrue()
	}
	for i, f := range stored.Type.Columns() {
		if stored.Column(f.Index) != asked[i] && looksAtField(left, f) {
			return false
		}
	}
	return true
}

// AllHoldAsStored is HoldsAsStored of many rows, which it reads in one statement; the database is asked about those of which
// only it can tell.
func AllHoldAsStored(rows store.Rows, cond predicate.Expr, asked map[schema.Key][]any) (map[schema.Key]bool, error) {
	keys := slices.Collect(maps.Keys(asked))
	if len(keys) == 0 || cond.IsTrue() {
		return KeySet(keys), nil
	}
	meet, open := map[schema.Key]bool{}, []schema.Key(nil)
	err := rows.Select(store.Selection{Where: AmongKeys(rows.Type(), keys)}, func(row *schema.Record) error {
		key := row.Key()
		if meet[key] = HoldsAsStored(cond, row, asked[key]); !meet[key] {
			open = append(open, key)
		}
		return nil
	})
	if err != nil || open == nil {
		return meet, err
	}
	found, err := RowsHolding(rows, open, cond, false)
	for key := range found {
		meet[key] = true
	}
	return meet, err
}

// AsStored is the condition that a row has some values in the columns that a condition looks at. It is not ok where the
// database does not compare one of these.
func AsStored(cond predicate.Expr, t *schema.Type, asked []any) (same predicate.Expr, ok bool) {
	same = predicate.Constant(true)
	for i, f := range t.Columns() {
		if !looksAtField(cond, f) {
			continue
		}
		op := predicate.OpEq
		if asked[i] == nil {
			op = predicate.OpIsNull
		} else if !f.Kind.Compared() {
			return same, false
		}
		same = predicate.And(same, predicate.CompareAt(op, f.Column, f.Index, asked[i]))
	}
	return same, true
}

// LockLooked keeps the rows to which changed rows are to refer from changing until the transaction ends, where a condition
// looks at them: its answer stays true.
func LockLooked(rows store.Rows, cond predicate.Expr, changed []Changed) error {
	keys := map[*schema.Field][]schema.Key{}
	for _, c := range changed {
		for _, f := range c.Fields {
			key, refers := c.Row.Get(f).(schema.Key)
			if refers && !key.IsZero() && f.IsToOne() && looksAtField(cond, f) && !slices.Contains(keys[f], key) && !slices.Contains(c.Locked, f) {
				keys[f] = append(keys[f], key)
			}
		}
	}
	for f, list := range keys {
		if _, err := rows.Missing(f, list, store.EveryRow(f.Relation.Type)); err != nil {
			return err
		}
	}
	return nil
}
