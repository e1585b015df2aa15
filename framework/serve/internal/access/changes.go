// Asking the rule about rows that are about to be changed.

package access

import (
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
}

// WouldHold finds those of some rows, which meet a condition, that meet it also with their new values. What relations lead
// to is as it is before the change: who gives up a right may still do so, and nobody takes one by the change. It asks the
// database only about rows whose new values the condition looks at, in one statement for all rows with the same question.
func WouldHold(rows store.Rows, cond predicate.Expr, changed []Changed) (map[schema.Key]bool, error) {
	meet := make(map[schema.Key]bool, len(changed))
	var open []*question
	for _, c := range changed {
		if !slices.ContainsFunc(c.Fields, func(f *schema.Field) bool { return looksAt(cond, f) }) {
			meet[c.Key] = true
			continue
		}
		left := cond.Given(c.Row)
		if left.IsTrue() || left.IsFalse() {
			meet[c.Key] = left.IsTrue()
			continue
		}
		columns := slices.DeleteFunc(slices.Clone(c.Fields), func(f *schema.Field) bool { return !looksAt(left, f) })
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

// looksAt reports whether a condition on a row depends on a field of the row itself: a column, or a relation. A function may
// look at anything.
func looksAt(cond predicate.Expr, f *schema.Field) bool {
	looks := cond.Reads(f.Index)
	cond.Walk(func(e predicate.Expr) bool {
		looks = looks || e.Op == predicate.OpFunc || e.Op == predicate.OpExists && e.Index == f.Index || e.Counts() && e.Index == f.Index
		return !looks && e.Op != predicate.OpExists
	})
	return looks
}

// LooksAt reports whether a condition on a row depends on any of some fields of the row itself.
func LooksAt(cond predicate.Expr, fields []*schema.Field) bool {
	return slices.ContainsFunc(fields, func(f *schema.Field) bool { return looksAt(cond, f) })
}

// HoldsAsStored reports whether a row that was changed meets a condition that it would meet with the values that were asked
// about, now that hooks and the database have had their say. It is false where only the database can tell.
func HoldsAsStored(cond predicate.Expr, stored, asked *schema.Record) bool {
	left := cond.Given(stored)
	if left.IsTrue() || left.IsFalse() {
		return left.IsTrue()
	}
	return !slices.ContainsFunc(stored.Type.Columns(), func(f *schema.Field) bool {
		return looksAt(left, f) && stored.Column(f.Index) != asked.Column(f.Index)
	})
}

// AllHoldAsStored is HoldsAsStored of many rows, which it reads in one statement; the database is asked about those of which
// only it can tell.
func AllHoldAsStored(rows store.Rows, cond predicate.Expr, changed []Changed) (bool, error) {
	if len(changed) == 0 || cond.IsTrue() {
		return true, nil
	}
	asked, keys := make(map[schema.Key]*schema.Record, len(changed)), make([]schema.Key, len(changed))
	for i, c := range changed {
		asked[c.Key], keys[i] = c.Row, c.Key
	}
	n, open := 0, []schema.Key(nil)
	err := rows.Select(store.Selection{Where: AmongKeys(rows.Type(), keys)}, func(row *schema.Record) error {
		if n++; !HoldsAsStored(cond, row, asked[row.Key()]) {
			open = append(open, row.Key())
		}
		return nil
	})
	if err != nil || n < len(changed) {
		return false, err
	}
	if open == nil {
		return true, nil
	}
	meet, err := RowsHolding(rows, open, cond, false)
	return len(meet) == len(open), err
}

// AsStored is the condition that a row has the values of a record in the columns that a condition looks at.
func AsStored(cond predicate.Expr, rec *schema.Record) predicate.Expr {
	same := predicate.Constant(true)
	for _, f := range rec.Type.Columns() {
		if !looksAt(cond, f) {
			continue
		}
		op, value := predicate.OpEq, rec.Column(f.Index)
		if value == nil {
			op = predicate.OpIsNull
		}
		same = predicate.And(same, predicate.CompareAt(op, f.Column, f.Index, value))
	}
	return same
}
