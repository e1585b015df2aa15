package serve

import (
	"context"
	"fmt"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// asksDatabase reports whether the database has to read the rule with the row, because it looks at
// rows along relations. It cannot read what is written in Go.
func (a *admission) asksDatabase() bool {
	return a.cond.Has(predicate.OpExists) && !a.cond.Has(predicate.OpFunc)
}

// permitRow asks the rule about a row that was loaded. One that the requester may not read is as if it
// were not there, as it is in lists.
func (a *admission) permitRow(x *exchange, tx *store.Tx, key schema.Key, row *schema.Record) error {
	holds, err := a.holds(x.ctx, tx, key, row, a.cond)
	if err != nil || holds {
		return err
	}
	mayRead, err := a.holds(x.ctx, tx, key, row, a.allowed(true))
	switch {
	case err != nil:
		return err
	case !mayRead:
		return NotFound()
	default:
		return a.deny(x.h.auth)
	}
}

// permitRepresentation asks the rule about the row behind a representation.
func permitRepresentation(x *exchange, a *admission, rec record) error {
	row, err := wholeRow(x, a, rec)
	switch {
	case err != nil:
		return err
	case row == nil:
		return NotFound()
	}
	return a.permitRow(x, nil, rec.key, row)
}

// holds asks a condition about a row. What depends on rows along relations is asked of the database,
// within the transaction where there is one: that is one statement.
func (a *admission) holds(ctx context.Context, tx *store.Tx, key schema.Key, row *schema.Record, cond predicate.Expr) (bool, error) {
	left := cond.Given(row)
	switch {
	case left.IsTrue() || left.IsFalse():
		return left.IsTrue(), nil
	case tx != nil:
		return tx.Meets(key, left)
	default:
		return a.route.resource.rows.Meets(ctx, key, left)
	}
}

// wholeRow is the row behind a representation, for rules: a representation has those members that the
// requester may see, and a rule looks at all. It is nil for a row that is not there.
func wholeRow(x *exchange, a *admission, rec record) (*schema.Record, error) {
	res := a.route.resource
	if res.members == nil {
		return rec.Record, nil
	}
	row := x.records.acquire(res.Type)
	found, err := res.rows.Load(x.ctx, rec.key, row)
	if err != nil {
		return nil, fmt.Errorf("load %s %s: %w", res.Name, rec.key, err)
	}
	if !found {
		return nil, nil
	}
	return row, nil
}

// mayWrite returns which unsafe operations of the route the requester may use: of those of a record, on
// the one whose row that is; nil for none.
func (a *admission) mayWrite(ctx context.Context, rec record, row *schema.Record) (plan.Actions, error) {
	res := a.resource()
	if res == nil || !a.requester.known {
		return 0, nil
	}
	if !a.route.record {
		if !res.Has(plan.Create) || a.allowed(false).IsFalse() {
			return 0, nil
		}
		return plan.Create, nil
	}
	offered := res.Actions & (plan.Replace | plan.Modify | plan.Destroy)
	if row == nil || offered == 0 {
		return 0, nil
	}
	writable, err := a.holds(ctx, nil, rec.key, row, a.allowed(false))
	if writable && !rec.readable {
		writable, err = a.holds(ctx, nil, rec.key, row, a.allowed(true))
	}
	if err != nil || !writable {
		return 0, err
	}
	return offered, nil
}

// holdsOfWritten asks a condition about a row as it was written, of which saved is the representation.
// With beside the row itself does not count among those that its relations lead to: it must not give
// its requester the right to it.
func (a *admission) holdsOfWritten(tx *store.Tx, key schema.Key, saved *schema.Record, cond predicate.Expr, beside bool) (bool, error) {
	row := saved
	if res := a.route.resource; res.members != nil {
		row = res.Type.Acquire()
		defer row.Release()
		if found, err := tx.Load(key, row); err != nil {
			return false, err
		} else if !found {
			return false, errVanished
		}
	}
	left := cond.Given(row)
	switch {
	case left.IsTrue() || left.IsFalse():
		return left.IsTrue(), nil
	case beside:
		return tx.MeetsBeside(key, left)
	default:
		return tx.Meets(key, left)
	}
}

// visible is which rows of a relation's other side the requester may see, by the rules of the
// resources that serve them; nil for all. A row that is not visible can neither be shown nor be
// referred to: to the requester it does not exist.
func (a *admission) visible(f *schema.Field) []store.Seen {
	targets := a.route.resource.Seen[f.Index]
	if targets == nil {
		return nil
	}
	var visible []store.Seen
	for _, target := range targets {
		cond := permission.Reduce(target.Access, a.requester.asks(true))
		if cond.IsTrue() {
			return nil
		}
		visible = append(visible, store.Seen{Type: target.Type, Where: cond, Fixed: !target.Has(plan.Replace | plan.Modify)})
	}
	return visible
}

// view reads representations as the requester may see them.
func (a *admission) view() (store.Scoped, error) {
	var guards []store.Guard
	for _, f := range a.route.resource.related {
		guards = append(guards, store.Guard{Field: f, Seen: a.visible(f)})
	}
	return a.route.resource.rows.Scope(store.View{Guards: guards})
}

// related are the relations that a resource shows and that a rule has a say in.
func related(e *plan.Resource) []*schema.Field {
	var fields []*schema.Field
	for _, f := range e.Reads {
		if f.Relation != nil && e.Seen[f.Index] != nil {
			fields = append(fields, f)
		}
	}
	return fields
}
