// The neighbours of a record in a list.

package pagerequest

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/lists"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// Neighbours implements pageapi.Request.
func (p *pageRequest) Neighbours(query string, each func(rec *schema.Record, behind bool)) error {
	of, ok := admitList(p.a)
	if !ok || !p.found {
		return nil
	}
	res := of.Route.Res
	asked, err := access.ReadQuery(p.x, of, res.Query, query)
	if refusal := problem.As(err); refusal != nil && refusal.Code == problem.Invalid {
		return refusedList(refusal)
	}
	if err == nil {
		err = lists.Narrow(p.x, of, asked)
	}
	if err != nil {
		return err
	}
	order := asked.Order
	if order == nil {
		order = res.Order
	}
	derived := func(o plan.Order) bool { return o.Field.Derived != nil }
	if asked.Rank != "" && asked.Order == nil || slices.ContainsFunc(order, derived) {
		return nil
	}
	rows, err := access.ReadListView(p.x, of, res.List, asked, nil)
	if err != nil {
		return fmt.Errorf("neighbours in %s: %w", res.Name, err)
	}
	place, known := rows.PlaceOf(p.record.RowKey)
	if !known {
		nothing := func(*schema.Record) error { return nil }
		here, err := rows.Seek(p.x.Context, predicate.And(of.Cond, access.AmongKeys(res.Type, []schema.Key{p.record.RowKey})), store.Seek{Limit: 1}, nothing)
		if err != nil || here.First == nil {
			return err
		}
		place = here.First
	}
	where := predicate.And(of.Cond, asked.Where)
	for _, back := range []bool{true, false} {
		_, err := rows.Seek(p.x.Context, where, store.Seek{After: place, Back: back, Limit: 1}, func(rec *schema.Record) error {
			each(rec, !back)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// admitList returns an admission to the list with the record of the path. ok is false if there is none, or
// the requester may not read any of it.
func admitList(a *request.Admission) (*request.Admission, bool) {
	if !a.Route.Record || a.Resource() == nil || a.Route.Res.Singleton {
		return nil, false
	}
	i := slices.IndexFunc(a.Route.Res.Operations, func(o *plan.Operation) bool { return o.Builtin == plan.List })
	if i < 0 {
		return nil, false
	}
	of := *a
	of.Operation = &request.Operation{Operation: a.Route.Res.Operations[i]}
	of.Cond = of.Permits(of.Operation)
	return &of, !of.Cond.IsFalse()
}

// refusedList converts mistakes in a list's query into a mistake of the parameter that contains the query.
func refusedList(refusal *problem.Error) error {
	var problems problem.Fields
	for _, p := range refusal.Fields {
		for _, m := range p.Messages {
			problems.Tell(pageapi.ListField, "invalid", p.Path+": "+m)
		}
	}
	return &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
}
