// Asking the rule of a resource about one row: loaded, locked or written.

// Package access reads records as a requester may see them, and asks the rules about rows: who may read, write and use them.
// It also reads the query of lists.
package access

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// PermitRow asks the rule about a row that was loaded. One that the requester may not read is as if it
// were not there, as it is in lists: nobody changes what they do not see.
func PermitRow(x *request.Exchange, a *request.Admission, tx *store.Tx, key schema.Key, row *schema.Record) error {
	asked, read := a.Cond, a.Allowed(true)
	if !request.Safe(a.Method) && !read.IsTrue() && !reflect.DeepEqual(read, asked) {
		asked = predicate.And(asked, read)
	}
	rows := a.Route.Res.Rows.ReadIn(x.Context, tx)
	holds, err := RowHolds(rows, key, row, asked)
	if err != nil || holds {
		return err
	}
	mayRead, err := RowHolds(rows, key, row, read)
	switch {
	case err != nil:
		return err
	case !mayRead:
		return request.NotFound()
	default:
		return Deny(x, a, a.Operation, AboutRow(rows, key, row))
	}
}

// RuleOf is the rule of a write: what it asks of the row, and that the requester may read the row.
func RuleOf(a *request.Admission) predicate.Expr {
	asked := a.Cond
	if read := a.Allowed(true); !asked.Implies(read) {
		asked = predicate.And(asked, read)
	}
	return asked
}

// PermitRepresentation asks the rule about the row behind a representation.
func PermitRepresentation(x *request.Exchange, a *request.Admission, rec request.Record) error {
	row, err := WholeRow(x, a, rec, nil)
	switch {
	case err != nil:
		return err
	case row == nil:
		return request.NotFound()
	}
	return PermitRow(x, a, nil, rec.RowKey, row)
}

// RowHolds asks a condition about the row of a key; row is nil where it is not read yet. What depends on
// rows along relations is asked of the database: that is one statement. A row that is not there meets nothing.
func RowHolds(rows store.Rows, key schema.Key, row *schema.Record, cond predicate.Expr) (bool, error) {
	left, err := reduceForRow(rows, key, row, cond)
	switch {
	case err != nil:
		return false, err
	case row != nil && (left.IsTrue() || left.IsFalse()):
		return left.IsTrue(), nil
	default:
		return rows.Meets(key, left)
	}
}

// reduceForRow is what the row of a key leaves open of a condition. The row is read where it is nil and Go has to
// be asked about it.
func reduceForRow(rows store.Rows, key schema.Key, row *schema.Record, cond predicate.Expr) (left predicate.Expr, err error) {
	switch {
	case row != nil:
		return cond.Given(row), nil
	case !cond.Has(predicate.OpFunc):
		return cond, nil
	}
	row = rows.Type().Acquire()
	defer row.Release()
	if found, err := rows.Load(key, row); err != nil || !found {
		return predicate.Constant(false), err
	}
	return cond.Given(row), nil
}

// WholeRow is the row behind a representation, for rules: a representation has those members that the
// requester may see, and a rule looks at all. Some operations may have rules of their own, which look at
// other columns. It is nil for a row that is not there.
func WholeRow(x *request.Exchange, a *request.Admission, rec request.Record, operations []*plan.Operation) (*schema.Record, error) {
	res := a.Route.Res
	lacks := func(o *plan.Operation) bool { return slices.Contains(res.Unread, o) }
	if res.ToMany.Ruled == nil && rec.Type == res.Type && !slices.ContainsFunc(operations, lacks) {
		return rec.Record, nil
	}
	row := x.Pooled.Records.Acquire(res.Type)
	found, err := res.Rows.Read(x.Context).Load(rec.RowKey, row)
	if err != nil {
		return nil, fmt.Errorf("load %s %s: %w", res.Name, rec.RowKey, err)
	}
	if !found {
		return nil, nil
	}
	return row, nil
}

// PermitWritten asks the rule about rows as they were written, before the commit: nobody creates what they may
// not change, and what they may not read they do not write. saved is the representation of one row, nil where that was
// not read. The refusal is always one of the permission: the requester knows what they wrote.
//
// With beside the rows do not count among those that their relations lead to: none of them must give its requester the
// right to it, or to another.
func PermitWritten(x *request.Exchange, a *request.Admission, tx *store.Tx, keys []schema.Key, saved *schema.Record, beside bool) error {
	if len(keys) == 0 {
		return nil
	}
	res, asked, read := a.Route.Res, a.Cond, a.Allowed(true)
	switch {
	case reflect.DeepEqual(read, asked):
		read = predicate.Constant(true)
	case !beside || !LeadsTo(res.Type, read, res.Type.Table):
		asked, read = predicate.And(asked, read), predicate.Constant(true)
	}
	if res.ToMany.Ruled != nil || saved != nil && saved.Type != res.Type {
		saved = nil // it does not have what the rule looks at
	}
	rows := res.Rows.FormerIn(x.Context, tx)
	for _, question := range []struct {
		cond   predicate.Expr
		beside bool
	}{{asked, beside}, {read, false}} {
		left := question.cond
		if saved != nil {
			left = left.Given(saved)
		}
		meet, err := RowsHolding(rows, keys, left, question.beside)
		if err != nil {
			return err
		}
		err = DenyOne(x, a, keys, meet, func(i int, cond predicate.Expr) (bool, error) {
			meet, err := RowsHolding(rows, keys, cond, question.beside)
			return meet[keys[i]], err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// LeadsTo reports whether a condition on rows of a type looks at rows of a table along relations.
func LeadsTo(t *schema.Type, cond predicate.Expr, table string) bool {
	if cond.Op == predicate.OpExists {
		if t = t.Fields[cond.Index].Relation.Type; t.Table == table {
			return true
		}
	}
	return slices.ContainsFunc(cond.Kids, func(kid predicate.Expr) bool { return LeadsTo(t, kid, table) })
}
