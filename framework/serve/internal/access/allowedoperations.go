// The operations of a path that the rules allow a requester, for Allow, OPTIONS and pages.

package access

import (
	"context"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
)

// MayUse returns which unsafe operations of the route the requester may use: of those of a record, on
// the one whose row that is; nil for none. A singleton that is there cannot be created. Those without a
// rule of their own are allowed together.
func MayUse(ctx context.Context, a *request.Admission, rec request.Record, row *schema.Record) ([]*request.Operation, error) {
	if a.Route == nil || !a.Requester.Known {
		return nil, nil
	}
	var may []*request.Operation
	var asked, writable bool
	for _, o := range a.Route.Offered {
		if o.Safe() || o.Record && row == nil || a.Route.Creates(o) && row != nil {
			continue
		}
		usable, shared := asked && writable, o.Access == nil && o.When == nil
		if !shared || !asked {
			var err error
			if usable, err = Allows(ctx, a, o, rec, row); err != nil {
				return nil, err
			}
		}
		if shared {
			asked, writable = true, usable
		}
		if usable && o.InScope(a.Requester.Credentials) {
			may = append(may, o)
		}
	}
	return may, nil
}

// MayUseOne reports whether the requester may use an operation, on a row where it is about one.
func MayUseOne(ctx context.Context, a *request.Admission, o *request.Operation, rec request.Record, row *schema.Record) (bool, error) {
	if !o.InScope(a.Requester.Credentials) {
		return false, nil
	}
	return Allows(ctx, a, o, rec, row)
}

// Allows is MayUseOne without the scopes of a token.
func Allows(ctx context.Context, a *request.Admission, o *request.Operation, rec request.Record, row *schema.Record) (bool, error) {
	if !o.Record {
		return !a.Ruled(o).IsFalse(), nil
	}
	if said, ok := rec.Usable[o.Operation]; ok {
		return said.Given(rec.Record).IsTrue(), nil
	}
	cond := predicate.And(a.Ruled(o), o.Condition())
	rows := a.Route.Res.Rows.Read(ctx)
	usable, err := RowHolds(rows, rec.RowKey, row, cond)
	if usable && !rec.Readable {
		usable, err = RowHolds(rows, rec.RowKey, row, a.Allowed(true))
	}
	return usable && err == nil, err
}

// askUsable lets the statement that reads the record of a request for Allow say what the rules of the operations of its path
// ask of other rows. Under a condition the record is read under it.
func askUsable(x *request.Exchange, a *request.Admission, s *request.Shape, under predicate.Expr) (*Questions, map[*plan.Operation]predicate.Expr) {
	if !x.Service.Plan.Requests.AllowByRequester || !request.Reads(a.Method) || a.Route.View != nil || !a.Requester.Known {
		return nil, nil
	}
	q, said := &Questions{Given: under}, map[*plan.Operation]predicate.Expr{}
	for _, o := range a.Route.Offered {
		if !o.Record {
			continue
		}
		if known, ok := q.Ask(predicate.And(a.Ruled(o), a.Allowed(true), o.Condition()), HasRuleColumns(a.Route.Res, s, o.Operation)); ok {
			said[o.Operation] = known
		}
	}
	return q, said
}

// KnowsUsable reports whether the statement that read the record has said all of the operations of the path.
func KnowsUsable(rec request.Record, offered []*request.Operation) bool {
	return !slices.ContainsFunc(offered, func(o *request.Operation) bool {
		_, said := rec.Usable[o.Operation]
		return o.Record && !said
	})
}

// HasRuleColumns reports whether a representation has all columns that the rules of an operation look at.
func HasRuleColumns(res *request.Resource, s *request.Shape, o *plan.Operation) bool {
	return res.IsWholeRow(s) && !slices.Contains(res.Unread, o)
}
