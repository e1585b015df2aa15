package serve

import (
	"context"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
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
		cond := auth.Reduce(target.Access, auth.Request{User: x.user, Safe: true})
		if cond.Op == auth.True {
			return nil
		}
		seen = append(seen, store.Seen{Type: target.Type, Where: cond})
	}
	return seen
}

// view reads representations as the requester may see them.
func (x *exchange) view() (store.View, error) {
	var guards []store.Guard
	for _, f := range x.route.resource.related {
		if seen := x.seen(f); seen != nil {
			guards = append(guards, store.Guard{Field: f, Seen: seen})
		}
	}
	return x.route.resource.rows.View(guards...)
}

// get reads one representation as the requester may see it.
func (x *exchange) get() (func(ctx context.Context, id int64, rec *schema.Record) (bool, error), error) {
	view, err := x.view()
	return view.Get, err
}

// related are the relations that an endpoint shows and that a rule has a say in.
func related(e *rest.Endpoint) []*schema.Field {
	var fields []*schema.Field
	for _, f := range e.Reads {
		if f.Relation != nil && e.Seen[f.Index] != nil {
			fields = append(fields, f)
		}
	}
	return fields
}
