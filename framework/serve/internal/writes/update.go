// The operations PUT and PATCH on a record.

package writes

import (
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
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

// SaveChanged saves what the code of a team has changed in the row, and asks the rule about the row as
// written. An operation with a rule of its own decides by itself.
func SaveChanged(x *request.Exchange, a *request.Admission, tx *store.Tx, c *Change) error {
	res, before := a.Route.Res, ColumnValues(c.Call.Previous)
	if slices.Equal(ColumnValues(c.Current), before) && changedMembers(c.Current, c.Call.Previous, &c.input) == nil {
		return nil
	}
	c.columns.was = before
	if err := c.derive(x, res, c.Current); err != nil {
		return err
	}
	changed := touched(c.Current, c.Call.Previous, &c.input, before)
	if err := raise(tx, c.Key, c.Current, c.Call.Previous, changed); err != nil {
		return err
	}
	members := changedMembers(c.Current, c.Call.Previous, &c.input)
	if err := storeMembers(a, tx, c, c.Current, members); err != nil {
		return err
	}
	if a.Operation.Access != nil {
		return nil
	}
	moved := slices.ContainsFunc(changed, (*schema.Field).IsToOne)
	return access.PermitWritten(x, a, tx, c.Key, nil, moved)
}
