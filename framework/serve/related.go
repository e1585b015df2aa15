package serve

import (
	"context"
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// seen is which rows of a relation's other side the requester may see, by the rules of the
// resources that serve them; nil for all. A row that is not seen can neither be shown nor be
// referred to: to the requester it does not exist.
func (x *exchange) seen(f *schema.Field) []store.Seen {
	targets := x.endpoint().Seen[f.Index]
	if targets == nil {
		return nil
	}
	var seen []store.Seen
	for _, target := range targets {
		cond := permission.Reduce(target.Access, x.asks(true))
		if cond.IsTrue() {
			return nil
		}
		seen = append(seen, store.Seen{Type: target.Type, Where: cond, Fixed: !target.Has(plan.Replace | plan.Modify)})
	}
	return seen
}

// view reads representations as the requester may see them.
func (x *exchange) view() (store.Scoped, error) {
	var guards []store.Guard
	for _, f := range x.route.resource.related {
		if seen := x.seen(f); seen != nil {
			guards = append(guards, store.Guard{Field: f, Seen: seen})
		}
	}
	return x.route.resource.rows.Scope(guards...)
}

// get reads the representation that an address names, as the requester may see it: where the rule
// looks at rows along relations, in the same statement.
func (x *exchange) get() (func(ctx context.Context, value schema.Key, rec *schema.Record) (bool, error), error) {
	view, err := x.view()
	if x.reads() && x.asksDatabase() {
		return func(ctx context.Context, value schema.Key, rec *schema.Record) (bool, error) {
			return view.FindBy(ctx, x.cond, value, rec)
		}, err
	}
	return view.GetBy, err
}

// checkRelated refuses references to rows that the requester may see no longer. validate has said what
// it had to say of them; they may have changed until the transaction began, and from here on they
// cannot. It asks nothing where rules have no say.
func (x *exchange) checkRelated(tx *store.Tx) error {
	for _, c := range x.changes {
		var ids []schema.Key
		switch value := c.Value.(type) {
		case schema.Key:
			ids = []schema.Key{value}
		case []schema.Key:
			ids = value
		}
		f := c.Field
		if f.Relation == nil || len(ids) == 0 {
			continue
		}
		seen := x.seen(f)
		if seen == nil {
			continue
		}
		missing, err := tx.Missing(f, ids, seen...)
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			var problems problem.Fields
			problems.Add(f.Wire, "%s", f.Missing(x.named(f, missing[0])))
			return problems.Err()
		}
	}
	return nil
}

// named is how the input has named a related row: by the text that it is shown by, or by its key.
func (x *exchange) named(f *schema.Field, id schema.Key) any {
	if text, ok := x.names[f]; ok {
		return text
	}
	return id
}

// keepHidden leaves a reference alone that the requester was shown as null, because he may not see
// the row, and has sent back so: what is read and sent again without a change changes nothing. It
// asks the database only where an empty value was sent for such a reference.
func (x *exchange) keepHidden() error {
	for _, f := range x.route.resource.related {
		id, refers := x.record.Get(f).(schema.Key)
		if !f.IsToOne() || !refers || !x.concerned(f) || !x.sentNothing(f) {
			continue
		}
		seen := x.seen(f)
		if seen == nil {
			continue
		}
		hidden, err := x.route.resource.rows.Missing(x.ctx, f, []schema.Key{id}, seen...)
		if err != nil {
			return err
		}
		if len(hidden) > 0 {
			x.changes = slices.DeleteFunc(x.changes, func(c schema.Change) bool { return c.Field == f })
			x.problems = slices.DeleteFunc(x.problems, func(p problem.Field) bool { return p.Path == f.Wire })
		}
	}
	return nil
}

// concerned reports whether a field would change or is refused.
func (x *exchange) concerned(f *schema.Field) bool {
	changes := func(c schema.Change) bool { return c.Field == f }
	return x.problems.Get(f.Wire) != nil || slices.ContainsFunc(x.changes, changes)
}

// sentNothing reports whether the input has no value for a field, or none but null.
func (x *exchange) sentNothing(f *schema.Field) bool {
	if x.body.Form != nil {
		text, sent := last(x.body.Form, f.Wire)
		return !sent || text == ""
	}
	object, isObject := x.body.Value.(map[string]any)
	return isObject && object[f.Wire] == nil
}

// related are the relations that an endpoint shows and that a rule has a say in.
func related(e *plan.Resource) []*schema.Field {
	var fields []*schema.Field
	for _, f := range e.Reads {
		if f.Relation != nil && e.Seen[f.Index] != nil {
			fields = append(fields, f)
		}
	}
	return fields
}
