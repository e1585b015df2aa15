// The parent record in the path of nested rows, which the requester must be allowed to read.

package access

import (
	"fmt"
	"net/url"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// FindParent finds the record that the rows of the request are below. One that the requester may not
// read is as if it were not there, and so is all that is below it.
func FindParent(x *request.Exchange, a *request.Admission) error {
	parent := x.Service.Routes.Resources[a.Route.Res.Parent.Resource]
	key, ok := parent.Lookup.ParseSegment(a.Parent)
	if !ok {
		return request.NotFound()
	}
	if parent.Lookup.Field != parent.Type.Key {
		row := parent.Type.Acquire()
		defer row.Release()
		if found, err := parent.Rows.LoadBy(x.Context, key, row); err != nil || !found {
			return request.OrNotFound(err)
		}
		key = row.Key()
	}
	a.Above = key
	if err := PermitParent(x, a, nil); err != nil { // 404
		return err
	}
	a.Cond = predicate.And(a.Cond, a.Below())
	if a.Operation.Builtin == plan.Create {
		return permitBelow(x, a) // 403
	}
	return nil
}

// PermitParent asks whether the requester may read the record that the rows are below. A write asks again in
// its transaction, and keeps the answer true to its end: others may have deleted or hidden the record.
func PermitParent(x *request.Exchange, a *request.Admission, tx *store.Tx) error {
	above := a.Route.Res.Parent
	parent := x.Service.Routes.Resources[above.Resource]
	cond := permission.Reduce(parent.RowAccess, a.Requester.Request(true))
	var found bool
	var err error
	if tx != nil && !cond.Has(predicate.OpFunc) {
		var missing []schema.Key
		fixed := parent.Writes&(plan.Replace|plan.Modify|plan.Destroy) == 0
		missing, err = tx.Missing(above.Field, []schema.Key{a.Above}, store.Visibility{Type: parent.Type, Where: cond, Fixed: fixed})
		found = len(missing) == 0
	} else {
		found, err = RowHolds(parent.Rows.ReadIn(x.Context, tx), a.Above, nil, cond)
	}
	switch {
	case err != nil:
		return fmt.Errorf("find %s %s: %w", parent.Name, a.Above, err)
	case !found:
		return request.NotFound()
	default:
		return nil
	}
}

// permitBelow refuses a create where the rule allows no row below the record of the path, whatever the body
// says, before that is looked at. What else the rule asks is asked of the row as written.
func permitBelow(x *request.Exchange, a *request.Admission) error {
	res := a.Route.Res
	f := res.Parent.Field
	cond := conditionOnParent(a.Cond, f.Index, false)
	if cond.IsTrue() {
		return nil
	}
	missing, err := res.Rows.Read(x.Context).Missing(f, []schema.Key{a.Above}, store.Visibility{Type: f.Relation.Type, Where: cond})
	if err == nil && len(missing) > 0 {
		err = Deny(x, a, a.Operation, nil)
	}
	return err
}

// conditionOnParent reduces a condition on a row to its part about the record behind one relation, when nothing else of
// the row is known. Any other part counts as true, or as false if it is negated.
func conditionOnParent(e predicate.Expr, relation int, negated bool) predicate.Expr {
	switch e.Op {
	case predicate.OpTrue, predicate.OpFalse:
		return e
	case predicate.OpNot:
		return predicate.Not(conditionOnParent(e.Kids[0], relation, !negated))
	case predicate.OpAnd, predicate.OpOr:
		join := predicate.And
		if e.Op == predicate.OpOr {
			join = predicate.Or
		}
		kids := make([]predicate.Expr, len(e.Kids))
		for i := range e.Kids {
			kids[i] = conditionOnParent(e.Kids[i], relation, negated)
		}
		return join(kids...)
	case predicate.OpExists:
		if e.Index == relation {
			return e.Kids[0]
		}
	}
	return predicate.Constant(!negated)
}

// ParentOf is the record that the rows of the request are below, as it stands in a path: that
// of the path, or of a record that was read. It is "" where it is not known, and where there is none.
func ParentOf(a *request.Admission, rec request.Record) string {
	res := a.Resource()
	if a.Parent != "" || res == nil || res.Parent == nil || rec.Record == nil {
		return url.PathEscape(a.Parent)
	}
	return res.Parent.PathOf(rec.Record)
}
