// Reading the record of the path: its representation, or its columns, under the rule.

package serve

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// loadRepresentation reads the record of the path as the requester may see it, with the members that he
// chooses.
func loadRepresentation(x *exchange, a *admission) (record, *shape, error) {
	rec, ok, err := namedRecord(a, x)
	if err != nil || !ok {
		return record{}, nil, orNotFound(err)
	}
	shape, err := chosenShape(a, x)
	if err != nil {
		return record{}, nil, err
	}
	rec.Record = x.pooled.records.acquire(shape.Type)
	found, err := readRepresentation(a, x, shape, &rec)
	switch {
	case err != nil:
		return record{}, nil, fmt.Errorf("load %s %s: %w", a.route.resource.Name, a.key, err)
	case !found:
		return record{}, nil, NotFound()
	}
	if bytes := rec.Size(); bytes > free/loadSize {
		err = x.reserveLoaded(bytes, true)
	}
	return rec, shape, err
}

// chosenShape is the representation of the record that the client asks for. Pages have forms, and so the record
// as a whole.
func chosenShape(a *admission, x *exchange) (*shape, error) {
	res, query := a.route.resource, a.operation.query
	if query == nil || a.format.Page {
		return res.retrieve, nil
	}
	asked, err := readListing(x, a, query)
	if err != nil {
		return nil, err
	}
	return res.retrieve.choose(asked.Members), nil
}

// namedRecord is the record that the path names, which is still to be read. It is not ok where there can be
// none.
func namedRecord(a *admission, x *exchange) (rec record, ok bool, err error) {
	res := a.route.resource
	if res.Singleton {
		rec.key, ok, err = ownKey(a, x)
		return rec, ok, err
	}
	rec.address, ok = res.Lookup.Parse(a.key)
	if res.Lookup.Field == res.Type.Key {
		rec.key = rec.address
	}
	return rec, ok, nil
}

// readRepresentation reads the representation of a record as the requester may see it: in the same
// statement as the rule, where that looks at rows along relations.
func readRepresentation(a *admission, x *exchange, s *shape, rec *record) (found bool, err error) {
	rec.readable = !a.cond.IsTrue() && readsUnderRule(a, s)
	under := predicate.Constant(true)
	if rec.readable {
		under = a.cond
	}
	var asked *questions
	asked, rec.usable = askUsable(a, x, s, under)
	view := s.same
	if view == nil || !asked.none() {
		mine, err := readViewGiven(a, x, s, nil, under, asked)
		if err != nil {
			return false, err
		}
		view = &mine
	}
	switch byKey := !rec.key.IsZero(); {
	case rec.readable && byKey:
		found, err = view.Find(x.ctx, a.cond, rec.key, rec.Record)
	case rec.readable:
		found, err = view.FindBy(x.ctx, a.cond, rec.address, rec.Record)
	case byKey:
		found, err = view.Get(x.ctx, rec.key, rec.Record)
	default:
		found, err = view.GetBy(x.ctx, rec.address, rec.Record)
	}
	rec.complete(a.route.resource)
	return found, err
}

// readFor reads the representation of a record as the requester may see it, for a call: within the
// transaction of that, where there is one.
func readFor(a *admission, x *exchange, c *call, res *resource, key schema.Key, rec *schema.Record) (found bool, err error) {
	view, err := readView(a, x, res.retrieve, c)
	switch {
	case err != nil:
		return false, err
	case c.tx != nil:
		return view.GetIn(c.tx, key, rec)
	default:
		return view.Get(x.ctx, key, rec)
	}
}

// loadColumns reads the columns of the record of the path, to change it; they count among the bodies,
// or among the responses where toRead is set. found is false where the path names no record.
func loadColumns(x *exchange, a *admission, toRead bool) (rec record, found bool, err error) {
	rec, ok, err := namedRecord(a, x)
	if err != nil || !ok {
		return record{}, false, err
	}
	res := a.route.resource
	rec.Record = x.pooled.records.acquire(res.Type)
	if rec.key.IsZero() {
		found, err = res.rows.LoadBy(x.ctx, rec.address, rec.Record)
	} else {
		found, err = res.rows.Load(x.ctx, rec.key, rec.Record)
	}
	if err != nil {
		return record{}, false, fmt.Errorf("load %s %s: %w", res.Name, a.key, err)
	}
	rec.complete(res)
	if bytes := rec.Size(); bytes > free/loadSize {
		err = x.reserveLoaded(bytes, toRead)
	}
	return rec, found, err
}

// loadPermitted reads the columns of the record of the path, and asks the rule about it.
func loadPermitted(x *exchange, a *admission) (record, error) {
	rec, found, err := loadColumns(x, a, false) // 404
	switch {
	case err != nil:
		return record{}, err
	case !found:
		return record{}, NotFound()
	}
	x.timing.step("load")
	if err := permitRow(a, x, nil, rec.key, rec.Record); err != nil { // 401, 403, 404
		return record{}, err
	}
	x.timing.step("permit-row")
	return rec, nil
}

// loadToWrite is loadPermitted for an operation that changes the record, which asks the conditions of the
// request too. That is a first look, before the body is read; what counts is the second one, under the
// lock of the row.
func loadToWrite(x *exchange, a *admission) (record, error) {
	rec, err := loadPermitted(x, a) // 401, 403, 404
	if err == nil {
		err = checkConditions(x, a, nil, rec.key, rec.Record) // 412, 428
	}
	if err != nil {
		return record{}, err
	}
	x.timing.step("precondition")
	return rec, nil
}

// lockableRows is visible for a write, which keeps the rows of some relations from being deleted to its end.
func lockableRows(a *admission, f *schema.Field) []store.Visibility {
	visible := a.visible(f)
	if target := f.Relation.Type; visible == nil && target.Deleted != nil {
		return []store.Visibility{store.EveryRow(target)}
	}
	return visible
}
