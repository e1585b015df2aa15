// The operation POST on a list.

package serve

import (
	"net/http"
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// create stores a new record, or where the resource takes lists, one for each object of a list.
func create(x *exchange, a *admission) (result, error) {
	return performOnce(x, a, func(key *idempotencyKey) (result, error) {
		if list, isList, err := sentList(x, a, plan.Create); err != nil { // 400
			return result{}, err
		} else if isList {
			return whileChanging(x, a, func() (result, error) { return createList(x, a, key, list) })
		}
		return whileChanging(x, a, func() (result, error) { return createOne(x, a, key) })
	})
}

// createOne stores a record.
func createOne(x *exchange, a *admission, key *idempotencyKey) (result, error) {
	in, err := readInput(x, a, schema.Create, record{}) // 400, 413, 415
	if err != nil {
		return result{}, err
	}
	res := a.route.resource
	row := res.Type.Acquire()
	defer row.Release()
	row.FillAs(res.Shapes.Create.Type, x.h.options.Now())
	row.Apply(in.changes)
	if owner := res.Type.Owner; owner != nil && a.requester.user != nil {
		row.Set(owner, schema.NumberKey(a.requester.user.ID))
	}
	if a.route.Nested {
		row.Set(res.Parent.Field, a.above)
	}
	if err := checkTogether(x, res, schema.Key{}, row, nil); err != nil {
		return result{}, err
	}
	c := &change{input: in, call: newCall(x, a, in.sentChanges()), after: res.Hooks.AfterCreate, saved: x.pooled.records.acquire(res.retrieve.Type)}
	if err := in.tree.fillIn(c, row); err != nil { // 400, 403
		return result{}, err
	}
	if err := c.checkChoices(x, res, nil, row, c.foundChosen(row)); err != nil {
		return result{}, err
	}
	if err := c.derive(x, res, row); err != nil {
		return result{}, errSave(res, err)
	}
	c.work = func(tx *store.Tx) (err error) {
		if err = in.tree.writeBefore(tx, c); err != nil {
			return err
		}
		if err = c.before(x, res, res.Hooks.BeforeCreate, row); err != nil {
			return err
		}
		if c.key, err = tx.Insert(c.row); err == nil {
			err = c.row.SetKey(c.key)
		}
		if err == nil {
			err = in.tree.writeAfter(tx, c)
		}
		return err
	}
	if err := transact(x, a, key, c); err != nil {
		return result{}, errSave(res, err)
	}
	x.timing.step("save")
	made := record{key: c.key, address: res.Lookup.Of(c.saved), Record: c.saved}
	stored := result{status: http.StatusCreated, content: media.Record, record: made}
	if !a.prefers.DryRun { // there is no such record
		stored.location = createdAt(x, res, made.address)
	}
	return stored, nil
}

// createdAt is the Location of a record that was created: its url, where it shows one.
func createdAt(x *exchange, res *resource, address schema.Key) string {
	shown := res.retrieve.Type
	if shown.Key.Show != schema.ShowLink && !slices.ContainsFunc(shown.Shown, (*schema.Field).IsAddress) {
		return ""
	}
	return x.base + res.recordPath(address)
}
