package serve

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// recordKey is the key of the record that the path stands for. It is not ok where there can be none.
func (a *admission) recordKey(x *exchange) (key schema.Key, ok bool, err error) {
	res := a.route.resource
	if !res.Singleton {
		key, ok = res.Type.ParseKey(a.key)
		return key, ok, nil
	}
	if a.requester.user == nil {
		return schema.Key{}, false, nil
	}
	me := schema.NumberKey(a.requester.user.ID)
	owner := res.Type.Owner
	if owner == nil { // the rows are the accounts
		return me, true, nil
	}
	own := predicate.Expr{Op: predicate.OpEq, Name: owner.Column, Index: owner.Index, Value: me.Arg()}
	view, err := a.view()
	if err == nil {
		err = view.Page(x.ctx, own, 0, 1, func(rec *schema.Record) error {
			key, ok = rec.Key(), true
			return nil
		})
	}
	if err != nil {
		return schema.Key{}, false, fmt.Errorf("find the %s of %s: %w", res.Name, me, err)
	}
	return key, ok, nil
}
