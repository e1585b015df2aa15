// Who may use the operations of a path.

package plan

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
)

// Access is the rule of the path: of a path without rows that of any of its operations, because whoever may use one is
// told of the others.
func (r *Route) Access() permission.Rule {
	switch e := r.Resource; {
	case e == nil:
		rules := make([]permission.Rule, len(r.Operations))
		for i, o := range r.Operations {
			rules[i] = o.Access
		}
		return permission.Any(rules...)
	case r.Nested || e.Singleton:
		return e.Access
	default:
		return e.RowAccess
	}
}

// Permits is what the rules say to a requester of an operation of the path before any row is known: what they leave open
// depends on the row. Whoever asks for an operation with a rule of its own has to be one who may read.
func (r *Route) Permits(o *Operation, q permission.Request) predicate.Expr {
	if q.Safe = o.Safe(); o.Access == nil {
		return permission.Reduce(r.Access(), q)
	}
	own := permission.Reduce(o.Access, q)
	if o.Resource == nil {
		return own
	}
	q.Safe = true
	return predicate.And(permission.Reduce(r.Access(), q), own)
}
