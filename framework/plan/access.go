// The permission to use the operations of a path.

package plan

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
)

// Access returns the rule of the path. Without rows it is that of any of its operations, because whoever
// may use one may know of the others.
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

// Permits returns the answer of the rules to a requester before any row is known: an open rest depends on
// the row. An operation with a separate rule also requires the permission to read.
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
