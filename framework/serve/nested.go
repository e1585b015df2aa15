// Rows that are below a record of the path.

package serve

import (
	"fmt"
	"net/url"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
)

// findParent finds the record that the rows of the request are below. One that the requester may not
// read is as if it were not there, and so is all that is below it.
func findParent(x *exchange, a *admission) error {
	parent := x.h.routes.resources[a.route.resource.Parent.Resource]
	key, ok := parent.Lookup.Parse(a.parent)
	if !ok {
		return NotFound()
	}
	cond := permission.Reduce(parent.Access, permission.Request{User: a.requester.asks, Safe: true})
	if parent.Lookup.Field != parent.Type.Key || cond.Has(predicate.OpFunc) {
		row := parent.Type.Acquire()
		defer row.Release()
		if found, err := parent.rows.LoadBy(x.ctx, key, row); err != nil || !found {
			return orNotFound(err)
		}
		key, cond = row.Key(), cond.Given(row)
	}
	found, err := parent.rows.Meets(x.ctx, key, cond)
	if err != nil {
		return fmt.Errorf("find %s %s: %w", parent.Name, key, err)
	}
	if !found {
		return NotFound()
	}
	a.above = key
	a.cond = predicate.And(a.cond, a.below())
	return nil
}

func orNotFound(err error) error {
	if err != nil {
		return err
	}
	return NotFound()
}

// below is the condition that a row is below the record of the path.
func (a *admission) below() predicate.Expr {
	f := a.route.resource.Parent.Field
	return predicate.Expr{Op: predicate.OpEq, Name: f.Column, Index: f.Index, Value: a.above.Arg()}
}

// parentOf is the record that the rows of the request are below, as it stands in a path: that
// of the path, or of a record that was read. It is "" where it is not known, and where there is none.
func (a *admission) parentOf(rec record) string {
	res := a.resource()
	if a.parent != "" || res == nil || res.Parent == nil || rec.Record == nil {
		return url.PathEscape(a.parent)
	}
	return res.Parent.PathOf(rec.Record)
}
