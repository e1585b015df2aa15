// The operation POST on a list.

package writes

import (
	"net/http"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Create stores a new record, or where the resource takes lists, one for each object of a list.
func Create(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		if list, isList, err := sentList(x, a, plan.Create); err != nil { // 400
			return request.Result{}, err
		} else if isList {
			return RetryOnConflict(x, a, func() (request.Result, error) { return createList(x, a, key, list) })
		}
		return RetryOnConflict(x, a, func() (request.Result, error) { return createOne(x, a, key) })
	})
}

// createOne stores a record. Rows that it nests are read and checked with it (tree.fillIn), stored before it where it refers to
// them (writeBefore), else after it (writeAfter), and permitted as they were written by Transact.
func createOne(x *request.Exchange, a *request.Admission, key *IdempotencyKey) (request.Result, error) {
	in, err := ReadInput(x, a, schema.Create, request.Record{}) // 400, 413, 415
	if err != nil {
		return request.Result{}, err
	}
	res := a.Route.Res
	row := res.Type.Acquire()
	defer row.Release()
	row.FillAs(res.Shapes.Create.Type, x.Service.Options.Now())
	row.Apply(in.changes)
	if owner := res.Type.Owner; owner != nil && a.Requester.User != nil {
		row.Set(owner, schema.NumberKey(a.Requester.User.ID))
	}
	if a.Route.Nested {
		row.Set(res.Parent.Field, a.Above)
	}
	if err := checkTogether(x, res, schema.Key{}, row, nil); err != nil {
		return request.Result{}, err
	}
	c := &Change{input: in, Call: calls.New(x, a, in.sentChanges()), after: res.Hooks.AfterCreate, saved: x.Pooled.Records.Acquire(res.Retrieve.Type)}
	if err := in.tree.fillIn(c, row); err != nil { // 400, 403
		return request.Result{}, err
	}
	if err := c.checkChoices(x, res, nil, row, c.foundChosen(row)); err != nil {
		return request.Result{}, err
	}
	if err := c.derive(x, res, row); err != nil {
		return request.Result{}, errSave(res, err)
	}
	c.Work = func(tx *store.Tx) (err error) {
		if err = in.tree.writeBefore(tx, c); err != nil {
			return err
		}
		if err = c.before(x, res, res.Hooks.BeforeCreate, row); err != nil {
			return err
		}
		if c.Key, err = tx.Insert(c.row); err == nil {
			err = c.row.SetKey(c.Key)
		}
		if err == nil {
			err = in.tree.writeAfter(tx, c)
		}
		return err
	}
	if err := Transact(x, a, key, c); err != nil {
		return request.Result{}, errSave(res, err)
	}
	x.Timing.Step("save")
	made := request.Record{RowKey: c.Key, Address: res.Lookup.Of(c.saved), Record: c.saved}
	stored := request.Result{Status: http.StatusCreated, Content: media.Record, Record: made}
	if !a.Prefers.DryRun { // there is no such record
		stored.Location = createdAt(x, res, made.Address)
	}
	return stored, nil
}
