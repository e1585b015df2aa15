// Refusals by rules: not found, or forbidden with the reason that the rule gives.

package access

import (
	"errors"
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Meets answers a condition about a row.
type Meets func(cond predicate.Expr) (bool, error)

// Deny refuses what the rule does not allow, as that says: see permission.OrNotFound and permission.Because. about answers
// what depends on the row; with nil it is not known.
func Deny(x *request.Exchange, a *request.Admission, o *request.Operation, about Meets) error {
	denied := x.Service.Auth.Denied(a.Requester.User)
	if permission.Tells(a.Route.Rule) || o != nil && permission.Tells(o.Access) {
		told, err := ExplainRefusal(a, o, "", about)
		switch {
		case err != nil:
			return err
		case told.NotFound:
			return request.Denial{Refusal: problem.As(request.NotFound())}
		case told.Because != "" && a.Requester.User != nil:
			denied.Detail = told.Because
		}
	}
	return request.Denial{Refusal: denied}
}

// AboutRow answers conditions about the row of a key.
func AboutRow(rows store.Rows, key schema.Key, row *schema.Record) Meets {
	return func(cond predicate.Expr) (bool, error) {
		return RowHolds(rows, key, row, cond)
	}
}

// ExplainRefusal finds out what refuses an operation, which is nil for one that the route does not offer: its own rule, or that
// of the resource.
func ExplainRefusal(a *request.Admission, o *request.Operation, do string, about Meets) (permission.Refusal, error) {
	method := a.Method
	if o != nil {
		method = o.Method
	}
	asked := a.Requester.Request(request.Safe(method))
	if o == nil || o.Access == nil {
		return permission.Explain(a.Route.Rule, asked, do, about)
	}
	if told, is, err := permission.ExplainRefused(o.Access, asked, do, about); is || err != nil || o.Resource == nil {
		return told, err
	}
	return permission.Explain(a.Route.Rule, a.Requester.Request(true), do, about)
}

// DenyOne denies the first of some rows that does not meet the rule; the denial has its key. holds answers conditions about
// the row of the key at a place.
func DenyOne(x *request.Exchange, a *request.Admission, keys []schema.Key, meet map[schema.Key]bool, holds func(i int, cond predicate.Expr) (bool, error)) error {
	i := slices.IndexFunc(keys, func(key schema.Key) bool { return !meet[key] })
	if i < 0 {
		return nil
	}
	err := Deny(x, a, a.Operation, func(cond predicate.Expr) (bool, error) { return holds(i, cond) })
	if d, is := errors.AsType[request.Denial](err); is {
		d.Key = keys[i]
		return d
	}
	return err
}
