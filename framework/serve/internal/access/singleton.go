// The requester's record of a singleton, which has a path without a key.

package access

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// ownKey is the key of the requester's own record of a singleton.
func ownKey(x *request.Exchange, a *request.Admission) (key schema.Key, ok bool, err error) {
	res := a.Route.Res
	if a.Requester.User == nil {
		return schema.Key{}, false, nil
	}
	me := schema.NumberKey(a.Requester.User.ID)
	owner := res.Type.Owner
	if owner == nil { // the rows are the accounts
		return me, true, nil
	}
	own := predicate.Expr{Op: predicate.OpEq, Name: owner.Column, Index: owner.Index, Value: me.Arg()}
	err = res.Rows.Read(x.Context).Select(store.Selection{Where: own, Limit: 1}, func(rec *schema.Record) error {
		key, ok = rec.Key(), true
		return nil
	})
	if err != nil {
		return schema.Key{}, false, fmt.Errorf("find the %s of %s: %w", res.Name, me, err)
	}
	return key, ok, nil
}
