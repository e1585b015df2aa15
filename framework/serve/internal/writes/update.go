// The operations PUT and PATCH on a record.

package writes

import (
	"errors"
	"maps"
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Update replaces or modifies a record.
func Update(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		return RetryOnConflict(x, a, func() (request.Result, error) { return updateOnce(x, a, key) })
	})
}

// errPatched says that a patch was applied to what the record no longer is.
var errPatched = errors.New("record changed since a patch was applied to it")

// updateOnce replaces or modifies a record as it is read.
func updateOnce(x *request.Exchange, a *request.Admission, key *IdempotencyKey) (request.Result, error) {
	rec, err := LoadToWrite(x, a) // 401, 403, 404, 412
	if err != nil {
		return request.Result{}, err
	}
	mode := schema.Replace
	if a.Operation.Builtin == plan.Modify {
		mode = schema.Modify
	}
	return saveInput(x, a, key, rec, mode)
}

// saveInput changes a record by the body.
func saveInput(x *request.Exchange, a *request.Admission, key *IdempotencyKey, rec request.Record, mode schema.Mode) (request.Result, error) {
	in, err := ReadInput(x, a, mode, rec) // 400, 413, 415
	if err != nil {
		return request.Result{}, err
	}
	defer in.tree.release(x)
	return SaveChanges(x, a, key, rec, in)
}

// SaveChanges changes a record by what was read of the body.
func SaveChanges(x *request.Exchange, a *request.Admission, key *IdempotencyKey, rec request.Record, in input) (request.Result, error) {
	saved, err := storeChanges(x, a, key, rec, in)
	if err != nil {
		return request.Result{}, errSave(a.Route.Res, err)
	}
	x.Timing.Step("save")
	rec.Record, rec.Address = saved, a.Route.Res.Lookup.Of(saved)
	return request.Result{Content: media.Record, Record: rec}, nil
}

// errChanged says that the row is no longer the one that was loaded: all is looked at from the beginning.
var errChanged = errors.New("row changed meanwhile")

// storeChanges puts the client's values into the row, derives the others and stores them. It returns the
// representation of what is stored.
func storeChanges(x *request.Exchange, a *request.Admission, key *IdempotencyKey, rec request.Record, in input) (saved *schema.Record, err error) {
	res, row := a.Route.Res, rec.Record
	derives := res.Validate != nil || res.BeforeSave != nil
	current := x.Pooled.Records.Acquire(res.Type) // what is left for after the commit may ask for it
	c := &Change{
		Key: rec.RowKey, Current: current, input: in, Call: calls.New(x, a, in.sentChanges()), after: res.Hooks.AfterUpdate,
		saved: x.Pooled.Records.Acquire(res.Retrieve.Type),
	}
	c.Call.Previous = current
	before, joined := ColumnValues(row), RelatedKeys(row, res.ToMany.Loaded)
	if derives || res.LimitChoices != nil {
		row.CopyTo(current)
	}
	row.Apply(in.changes)
	if err := checkTogether(x, res, rec.RowKey, row, before); err != nil {
		return nil, err
	}
	c.columns.was = before
	if err := in.tree.fillIn(c, row); err != nil { // 400, 403
		return nil, err
	}
	if err := c.checkChoices(x, res, nil, row, c.foundChosen(row)); err != nil {
		return nil, err
	}
	if err := c.derive(x, res, row); err != nil {
		return nil, err
	}
	c.Work = func(tx *store.Tx) error {
		if err := checkPatched(x, a, tx, c); err != nil {
			return err
		}
		if err := checkStillReadOnly(res, x, a, tx, c); err != nil {
			return err
		}
		now, joins := ColumnValues(current), RelatedKeys(current, res.ToMany.Loaded)
		if !slices.Equal(now, before) || !slices.EqualFunc(joins, joined, slices.Equal) {
			if derives {
				return errChanged
			}
			before, joined, c.columns.was = now, joins, now
			current.CopyTo(row)
			row.Apply(in.changes)
		}
		if err := in.tree.writeBefore(tx, c); err != nil {
			return err
		}
		if err := c.before(x, res, res.Hooks.BeforeUpdate, row); err != nil {
			return err
		}
		c.columns.touched = touched(c.row, current, &in, before)
		if err := raise(tx, rec.RowKey, c.row, current, c.columns.touched); err != nil {
			return err
		}
		return in.tree.writeAfter(tx, c)
	}
	err = Transact(x, a, key, c)
	return c.saved, err
}

// ColumnValues are the values of the row's columns.
func ColumnValues(rec *schema.Record) []any {
	columns := rec.Type.Columns()
	values := make([]any, len(columns))
	for i, f := range columns {
		values[i] = rec.Column(f.Index)
	}
	return values
}

// RelatedKeys are the keys that some many-to-many relations of the row hold.
func RelatedKeys(rec *schema.Record, fields []*schema.Field) [][]schema.Key {
	var list [][]schema.Key
	for _, f := range fields {
		keys, _ := rec.Get(f).([]schema.Key)
		list = append(list, slices.Clone(keys))
	}
	return list
}

// touched are the fields that an update writes: those that were sent, and those that the serializer's code
// changed. Where changes are counted, it is those that differ from the row as it is, and the count where only
// relations do.
func touched(rec, current *schema.Record, in *input, before []any) []*schema.Field {
	var fields []*schema.Field
	version := rec.Type.Version
	for i, f := range rec.Type.Columns() {
		sent := version == nil && in.sent(f)
		if f != rec.Type.Key && f != version && (sent || rec.Column(f.Index) != before[i]) {
			fields = append(fields, f)
		}
	}
	if version != nil && fields == nil && (in.tree.changes(nil) || joinsOthers(rec, current)) {
		fields = append(fields, version)
	}
	return fields
}

// joinsOthers reports whether many-to-many relations of two records hold other rows.
func joinsOthers(a, b *schema.Record) bool {
	joined := func(rec *schema.Record, f *schema.Field) map[schema.Key]bool {
		set := map[schema.Key]bool{}
		keys, _ := rec.Get(f).([]schema.Key)
		for _, key := range keys {
			set[key] = true
		}
		return set
	}
	return slices.ContainsFunc(a.Type.Fields, func(f *schema.Field) bool {
		return f.IsManyToMany() && !maps.Equal(joined(a, f), joined(b, f))
	})
}

// raise stores the fields of a row, and gives the record the version that the row then has.
func raise(tx *store.Tx, key schema.Key, row, current *schema.Record, fields []*schema.Field) error {
	found, err := tx.Update(key, row, fields)
	if err == nil && !found {
		err = request.NotFound()
	}
	if err == nil {
		raised(row, current, fields)
	}
	return err
}

// raised gives a record whose fields were stored the version that its row then has.
func raised(row, current *schema.Record, fields []*schema.Field) {
	if version := row.Type.Version; version != nil && fields != nil {
		row.Set(version, current.Version()+1)
	}
}
