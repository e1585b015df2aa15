// Reading the record of the path: its representation, or its columns, under the rule.

package access

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// LoadRepresentation reads the record of the path as the requester may see it, with the members that he
// chooses.
func LoadRepresentation(x *request.Exchange, a *request.Admission) (request.Record, *request.Shape, error) {
	rec, ok, err := NamedRecord(x, a)
	if err != nil || !ok {
		return request.Record{}, nil, request.OrNotFound(err)
	}
	shape, err := chosenShape(x, a)
	if err != nil {
		return request.Record{}, nil, err
	}
	rec.Record = x.Pooled.Records.Acquire(shape.Type)
	found, err := ReadRepresentation(x, a, shape, &rec)
	switch {
	case err != nil:
		return request.Record{}, nil, fmt.Errorf("load %s %s: %w", a.Route.Res.Name, a.Key, err)
	case !found:
		return request.Record{}, nil, request.NotFound()
	}
	if bytes := rec.Size(); bytes > request.Free/request.LoadSize {
		err = x.ReserveLoaded(bytes, true)
	}
	return rec, shape, err
}

// LoadUnchanged reads only the version of the record of the path, if that may be long and the client may have it already, in
// the format of the response. It has the client's version where that is the record's: a 304 needs no more of it.
func LoadUnchanged(x *request.Exchange, a *request.Admission, f request.Negotiated) (rec request.Record, has bool, err error) {
	res := a.Route.Res
	switch {
	case res.Versions == nil || res.Mixed || f.Page || a.Form.Overridden || !request.AsksVersion(x):
	case a.Cond.Has(predicate.OpFunc) || x.Service.Plan.Requests.AllowByRequester: // these need the whole row
	default:
		if rec, has, err = NamedRecord(x, a); err != nil || !has {
			return request.Record{}, false, err
		}
		rec.Record = x.Pooled.Records.Acquire(res.Type)
		if rec.RowKey.IsZero() {
			has, err = res.Versions.FindBy(x.Context, a.Cond, rec.Address, rec.Record)
		} else {
			has, err = res.Versions.Find(x.Context, a.Cond, rec.RowKey, rec.Record)
		}
		if err != nil {
			return request.Record{}, false, fmt.Errorf("version of %s %s: %w", res.Name, a.Key, err)
		}
		if has && request.NamesTag(x, request.VersionTag(rec.Record.Version(), f)) {
			x.Timing.Step("version")
			return rec, true, nil
		}
	}
	return request.Record{}, false, nil
}

// chosenShape is the representation of the record that the client asks for. Pages have forms, and so the record
// as a whole.
func chosenShape(x *request.Exchange, a *request.Admission) (*request.Shape, error) {
	res, query := a.Route.Res, a.Operation.Query
	if query == nil || a.Format.Page {
		return res.Retrieve, nil
	}
	asked, err := ReadListing(x, a, query)
	if err != nil {
		return nil, err
	}
	return res.Retrieve.Choose(asked.Members), nil
}

// NamedRecord is the record that the path names, which is still to be read. It is not ok where there can be
// none.
func NamedRecord(x *request.Exchange, a *request.Admission) (rec request.Record, ok bool, err error) {
	res := a.Route.Res
	if res.Singleton {
		rec.RowKey, ok, err = ownKey(x, a)
		return rec, ok, err
	}
	rec.Address, ok = res.Lookup.ParseSegment(a.Key)
	if res.Lookup.Field == res.Type.Key {
		rec.RowKey = rec.Address
	}
	return rec, ok, nil
}

// ReadRepresentation reads the representation of a record as the requester may see it: in the same
// statement as the rule, where that looks at rows along relations.
func ReadRepresentation(x *request.Exchange, a *request.Admission, s *request.Shape, rec *request.Record) (found bool, err error) {
	rec.Readable = !a.Cond.IsTrue() && readsUnderRule(a, s)
	under := predicate.Constant(true)
	if rec.Readable {
		under = a.Cond
	}
	var asked *Questions
	asked, rec.Usable = askUsable(x, a, s, under)
	view := s.Same
	if view == nil || !asked.none() {
		mine, err := ReadViewGiven(x, a, s, nil, under, asked)
		if err != nil {
			return false, err
		}
		view = &mine
	}
	switch byKey := !rec.RowKey.IsZero(); {
	case rec.Readable && byKey:
		found, err = view.Find(x.Context, a.Cond, rec.RowKey, rec.Record)
	case rec.Readable:
		found, err = view.FindBy(x.Context, a.Cond, rec.Address, rec.Record)
	case byKey:
		found, err = view.Get(x.Context, rec.RowKey, rec.Record)
	default:
		found, err = view.GetBy(x.Context, rec.Address, rec.Record)
	}
	rec.Complete(a.Route.Res)
	return found, err
}

// ReadVisible is ReadRepresentation for a request whose rule is not only about reading. It finds no record that the
// requester may not read.
func ReadVisible(x *request.Exchange, a *request.Admission, s *request.Shape, rec *request.Record) (found bool, err error) {
	if found, err = ReadRepresentation(x, a, s, rec); err != nil || !found || rec.Readable {
		return found, err
	}
	row := rec.Record
	if !a.Route.Res.IsWholeRow(s) {
		row = nil
	}
	return mayRead(x, a, rec, row)
}

// LoadVisible is LoadColumns of a record that the requester may read; it finds no other.
func LoadVisible(x *request.Exchange, a *request.Admission) (rec request.Record, found bool, err error) {
	if rec, found, err = LoadColumns(x, a, true); err == nil && found {
		found, err = mayRead(x, a, &rec, rec.Record)
	}
	if err != nil || !found {
		return request.Record{}, false, err
	}
	return rec, true, nil
}

// mayRead asks the rule of reading about a record; row is nil where its columns are not read. One that the requester may
// not read is as if it were not there.
func mayRead(x *request.Exchange, a *request.Admission, rec *request.Record, row *schema.Record) (may bool, err error) {
	cond := a.Allowed(true)
	if cond.IsTrue() {
		return true, nil
	}
	rec.Readable, err = RowHolds(a.Route.Res.Rows.Read(x.Context), rec.RowKey, row, cond)
	return rec.Readable, err
}

// LoadColumns reads the columns of the record of the path, to change it; they count among the bodies,
// or among the responses where toRead is set. found is false where the path names no record.
func LoadColumns(x *request.Exchange, a *request.Admission, toRead bool) (rec request.Record, found bool, err error) {
	rec, ok, err := NamedRecord(x, a)
	if err != nil || !ok {
		return request.Record{}, false, err
	}
	res := a.Route.Res
	rec.Record = x.Pooled.Records.Acquire(res.Type)
	if rec.RowKey.IsZero() {
		found, err = res.Rows.LoadBy(x.Context, rec.Address, rec.Record)
	} else {
		found, err = res.Rows.Read(x.Context).Load(rec.RowKey, rec.Record)
	}
	if err != nil {
		return request.Record{}, false, fmt.Errorf("load %s %s: %w", res.Name, a.Key, err)
	}
	rec.Complete(res)
	if bytes := rec.Size(); bytes > request.Free/request.LoadSize {
		err = x.ReserveLoaded(bytes, toRead)
	}
	return rec, found, err
}

// LoadPermitted reads the columns of the record of the path, and asks the rule about it.
func LoadPermitted(x *request.Exchange, a *request.Admission) (request.Record, error) {
	rec, found, err := LoadColumns(x, a, false) // 404
	switch {
	case err != nil:
		return request.Record{}, err
	case !found:
		return request.Record{}, missing{request.NotFound()}
	}
	x.Timing.Step("load")
	if err := PermitRow(x, a, nil, rec.RowKey, rec.Record); err != nil { // 401, 403, 404
		return request.Record{}, asMissing(err)
	}
	x.Timing.Step("permit-row")
	return rec, nil
}

// LockableRows is visible for a write, which keeps the rows of some relations from being deleted to its end.
func LockableRows(a *request.Admission, f *schema.Field) []store.Visibility {
	visible := a.Visible(f)
	if target := f.Relation.Type; visible == nil && target.Deleted != nil {
		return []store.Visibility{store.EveryRow(target)}
	}
	return visible
}
