// Which operations of a route the rules leave to a requester, for Allow, OPTIONS and pages.

package serve

import (
	"context"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// mayUse returns which unsafe operations of the route the requester may use: of those of a record, on
// the one whose row that is; nil for none. A singleton that is there cannot be created. Those without a
// rule of their own are allowed together.
func mayUse(a *admission, ctx context.Context, rec record, row *schema.Record) ([]*operation, error) {
	if a.route == nil || !a.requester.known {
		return nil, nil
	}
	var may []*operation
	var asked, writable bool
	for _, o := range a.route.offered {
		if o.Safe() || o.Record && row == nil || a.route.creates(o) && row != nil {
			continue
		}
		usable := asked && writable
		if o.Access != nil || !asked {
			var err error
			if usable, err = ruleAllows(a, ctx, o, rec, row); err != nil {
				return nil, err
			}
		}
		if o.Access == nil {
			asked, writable = true, usable
		}
		if usable && o.inScope(a.requester.credentials) {
			may = append(may, o)
		}
	}
	return may, nil
}

// mayUseOne reports whether the requester may use an operation, on a row where it is about one.
func mayUseOne(a *admission, ctx context.Context, o *operation, rec record, row *schema.Record) (bool, error) {
	if !o.inScope(a.requester.credentials) {
		return false, nil
	}
	return ruleAllows(a, ctx, o, rec, row)
}

// ruleAllows is mayUseOne by the rules alone.
func ruleAllows(a *admission, ctx context.Context, o *operation, rec record, row *schema.Record) (bool, error) {
	cond := a.ruled(o)
	if !o.Record {
		return !cond.IsFalse(), nil
	}
	if said, ok := rec.usable[o.Operation]; ok {
		return said.Given(rec.Record).IsTrue(), nil
	}
	usable, err := rowHolds(a.route.resource, ctx, nil, rec.key, row, cond)
	if usable && !rec.readable {
		usable, err = rowHolds(a.route.resource, ctx, nil, rec.key, row, a.allowed(true))
	}
	return usable && err == nil, err
}

// askUsable lets the statement that reads the record of a request for Allow say what the rules of the operations of its path
// ask of other rows. Under a condition the record is read under it.
func askUsable(a *admission, x *exchange, s *shape, under predicate.Expr) (*questions, map[*plan.Operation]predicate.Expr) {
	if !x.h.plan.Requests.AllowByRequester || !reads(a.method) || a.route.view != nil || !a.requester.known {
		return nil, nil
	}
	q, said := &questions{given: under}, map[*plan.Operation]predicate.Expr{}
	for _, o := range a.route.offered {
		if !o.Record {
			continue
		}
		if known, ok := q.ask(predicate.And(a.ruled(o), a.allowed(true)), hasRuleColumns(a.route.resource, s, o.Operation)); ok {
			said[o.Operation] = known
		}
	}
	return q, said
}

// knowsUsable reports whether the statement that read the record has said all of the operations of the path.
func knowsUsable(rec record, offered []*operation) bool {
	return !slices.ContainsFunc(offered, func(o *operation) bool {
		_, said := rec.usable[o.Operation]
		return o.Record && !said
	})
}
