package serve

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// recordKey is the key of the record that the path stands for. It is not ok where there can be none.
func (a *admission) recordKey(x *exchange) (key schema.Key, ok bool, err error) {
	res := a.route.resource
	switch {
	case !res.Singleton:
		key, ok = res.Type.ParseKey(a.key)
		return key, ok, nil
	case a.requester.user == nil:
		return schema.Key{}, false, nil
	case res.Type.Owner == nil: // the rows are the accounts
		return schema.NumberKey(a.requester.user.ID), true, nil
	}
	if key, err = a.ownKey(x, res.Type.Owner); err != nil {
		err = fmt.Errorf("find the %s of account %d: %w", res.Name, a.requester.user.ID, err)
	}
	return key, !key.IsZero(), err
}

// ownKey is the key of the row that the requester owns, zero for none.
func (a *admission) ownKey(x *exchange, owner *schema.Field) (key schema.Key, err error) {
	own := predicate.Expr{Op: predicate.OpEq, Name: owner.Column, Index: owner.Index, Value: a.requester.user.ID}
	view, err := a.view()
	if err != nil {
		return schema.Key{}, err
	}
	err = view.Page(x.ctx, own, 0, 1, func(rec *schema.Record) error {
		key = rec.Key()
		return nil
	})
	return key, err
}
