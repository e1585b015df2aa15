package serve

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// named is the record that the path names, which is still to be read. It is not ok where there can be
// none.
func (a *admission) named(x *exchange) (rec record, ok bool, err error) {
	res := a.route.resource
	if !res.Singleton {
		rec.address, ok = res.Lookup.Parse(a.key)
		if res.Lookup.Field == res.Type.Key {
			rec.key = rec.address
		}
		return rec, ok, nil
	}
	if a.requester.user == nil {
		return record{}, false, nil
	}
	me := schema.NumberKey(a.requester.user.ID)
	owner := res.Type.Owner
	if owner == nil { // the rows are the accounts
		return record{key: me}, true, nil
	}
	own := predicate.Expr{Op: predicate.OpEq, Name: owner.Column, Index: owner.Index, Value: me.Arg()}
	view, err := a.view()
	if err == nil {
		err = view.Page(x.ctx, own, 0, 1, func(row *schema.Record) error {
			rec.key, ok = row.Key(), true
			return nil
		})
	}
	if err != nil {
		return record{}, false, fmt.Errorf("find the %s of %s: %w", res.Name, me, err)
	}
	return rec, ok, nil
}
