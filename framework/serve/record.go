package serve

import (
	"context"
	"fmt"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/schema"
)

// record is the record that a request is about, as it was read; the zero value is none.
type record struct {
	*schema.Record // nil where nothing was read
	key            schema.Key
	address        schema.Key // what addresses name it by
	readable       bool       // it was read under the rule
}

// retrieve reads a record.
func retrieve(x *exchange, a *admission) (result, error) {
	rec, err := loadRepresentation(x, a) // 404
	if err != nil {
		return result{}, err
	}
	x.timing.step("load")
	if !rec.readable {
		if err := permitRepresentation(x, a, rec); err != nil { // 401, 403, 404
			return result{}, err
		}
	}
	x.timing.step("permit-row")
	return result{content: media.Record, record: rec}, nil
}

// loadRepresentation reads the record of the path as the requester may see it.
func loadRepresentation(x *exchange, a *admission) (record, error) {
	address, ok := a.route.resource.Lookup.Parse(a.key)
	if !ok {
		return record{}, NotFound()
	}
	rec := record{address: address, Record: x.records.acquire(a.route.resource.Type)}
	found, err := a.readRepresentation(x.ctx, &rec)
	switch {
	case err != nil:
		return record{}, fmt.Errorf("load %s %s: %w", a.route.resource.Name, address, err)
	case !found:
		return record{}, NotFound()
	}
	return rec, x.reserveRecord(rec.Size(), true)
}

// readRepresentation reads the representation of a record as the requester may see it: in the same
// statement as the rule, where that looks at rows along relations.
func (a *admission) readRepresentation(ctx context.Context, rec *record) (found bool, err error) {
	view, err := a.view()
	if err != nil {
		return false, err
	}
	if rec.readable = reads(a.method) && a.asksDatabase(); rec.readable {
		found, err = view.FindBy(ctx, a.cond, rec.address, rec.Record)
	} else {
		found, err = view.GetBy(ctx, rec.address, rec.Record)
	}
	rec.key = rec.Key()
	return found, err
}

// loadColumns reads the columns of the record of the path, to change it; they count among the bodies,
// or among the responses where toRead is set. The key is no key of a record, or there is none, where found is false.
func loadColumns(x *exchange, a *admission, toRead bool) (rec record, found bool, err error) {
	res := a.route.resource
	address, ok := res.Lookup.Parse(a.key)
	if !ok {
		return record{}, false, nil
	}
	rec = record{address: address, Record: x.records.acquire(res.Type)}
	if found, err = res.rows.LoadBy(x.ctx, address, rec.Record); err != nil {
		return record{}, false, fmt.Errorf("load %s %s: %w", res.Name, address, err)
	}
	rec.key = rec.Key()
	return rec, found, x.reserveRecord(rec.Size(), toRead)
}

// loadPermitted reads the columns of the record of the path for an operation that changes it, and asks
// the rule and the condition If-Match of the request about it. That is a first look, before the body is
// read; what counts is the second one, under the lock of the row.
func loadPermitted(x *exchange, a *admission) (record, error) {
	rec, found, err := loadColumns(x, a, false) // 404
	switch {
	case err != nil:
		return record{}, err
	case !found:
		return record{}, NotFound()
	}
	x.timing.step("load")
	if err := a.permitRow(x, nil, rec.key, rec.Record); err != nil { // 401, 403, 404
		return record{}, err
	}
	x.timing.step("permit-row")
	if err := checkIfMatch(x, a, nil, rec.key); err != nil { // 412
		return record{}, err
	}
	x.timing.step("precondition")
	return rec, nil
}
