// The effects of a deletion on other rows, as the requester may see them.

package access

import (
	"cmp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// EffectsOf are what the deletion of some rows does to others, of which there are some.
func EffectsOf(x *request.Exchange, a *request.Admission, s database.Session, keys []schema.Key) (list []pageapi.Effect, err error) {
	return count(x, a, s, keys, store.Effects(x.Service.Plan.Tables, a.Route.Res.Type.Table))
}

// ImpactsOf are the effects, and the rows that keep others from being deleted.
func ImpactsOf(x *request.Exchange, a *request.Admission, s database.Session, keys []schema.Key) (list []pageapi.Effect, err error) {
	return count(x, a, s, keys, store.Impacts(x.Service.Plan.Tables, a.Route.Res.Type.Table))
}

// count returns the effects that concern rows.
func count(x *request.Exchange, a *request.Admission, s database.Session, keys []schema.Key, effects []store.Effect) (list []pageapi.Effect, err error) {
	for _, e := range effects {
		effect, err := effectOf(x, a, s, e, keys)
		if err != nil {
			return nil, err
		}
		if effect.Count != 0 {
			list = append(list, effect)
		}
	}
	return list, nil
}

// memberOfColumn returns the member of a record that shows a column.
func memberOfColumn(res *plan.Resource, column string) (name string, shown bool) {
	for _, f := range res.Shapes.Retrieve.Type.Shown {
		if cmp.Or(f.Of, f).Column == column {
			return f.Wire, true
		}
	}
	return "", false
}

// effectOf is what becomes of the rows of one table; its count is 0 where there are none that the requester may see.
func effectOf(x *request.Exchange, a *request.Admission, s database.Session, e store.Effect, keys []schema.Key) (effect pageapi.Effect, err error) {
	var served []*plan.Resource
	for _, r := range x.Service.Plan.Resources {
		if r.Type.Table == e.Table {
			served = append(served, r)
		}
	}
	visible := a.Requester.Visible(served)
	var shown *plan.Resource
	counted := true
	for i, r := range served {
		if visible == nil || !visible[i].Where.IsFalse() {
			shown = r
			counted = visible == nil || !visible[i].Where.Has(predicate.OpFunc)
			break
		}
	}
	if shown == nil || e.Column == "" && a.Route.Res.Type.Deleted != nil && shown.Type.Deleted == nil {
		return pageapi.Effect{}, nil // of rows that are marked as deleted, those go that are marked too
	}
	name, isShown := memberOfColumn(shown, e.Column)
	if e.On == schema.SetNull && !isShown {
		return pageapi.Effect{}, nil
	}
	effect = pageapi.Effect{Resource: shown, On: e.On, Field: name, Count: -1}
	if counted {
		effect.Count, err = a.Route.Res.Rows.CountEffect(x.Context, s, x.Service.Plan.Tables, e, shown.Type, keys, visible...)
	}
	return effect, err
}
