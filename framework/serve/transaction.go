package serve

import (
	"errors"
	"fmt"
	"slices"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// change is what a write does to one row.
type change struct {
	key     schema.Key     // of the row; one that is made gets it from work
	current *schema.Record // where the row is read that the transaction has locked; nil for one that is made
	input   input          // what was sent of the row
	work    func(tx *store.Tx) error
	saved   *schema.Record // where the representation is read back; nil for a row that is deleted
	answer  *answer        // of an operation of a team, which work has made
}

// errVanished is a fault of the database's.
var errVanished = errors.New("a row is gone inside its own transaction")

// transact does a write in one transaction. It reserves the idempotency key, locks the row and asks the
// rule and If-Match again, does the work, reads the row back, asks the rule about what was written, and
// stores the response under the key. The database may ask for all of it again.
func transact(x *exchange, a *admission, key *idempotencyKey, c *change) error {
	return store.Write(x.ctx, x.h.db, func(tx *store.Tx) error {
		if a.route.resource != nil {
			tx = tx.On(a.route.resource.rows)
		}
		if key != nil {
			if err := key.reserve(x, tx); err != nil {
				return err
			}
		}
		if c.current != nil {
			if err := lockPermitted(x, a, tx, c); err != nil {
				return err
			}
		}
		if err := c.work(tx); err != nil {
			return err
		}
		if c.saved != nil {
			if err := readBack(x, a, tx, c); err != nil {
				return err
			}
		}
		if key != nil {
			return key.store(x, a, tx, c)
		}
		return nil
	})
}

// lockPermitted reads the row again, locked, and asks the rule and the condition of the request again:
// all may have changed since.
func lockPermitted(x *exchange, a *admission, tx *store.Tx, c *change) error {
	c.current.Reset()
	found, err := tx.Lock(c.key, c.current)
	if err == nil && found && a.route.resource.members != nil {
		found, err = tx.Load(c.key, c.current)
	}
	switch {
	case err != nil:
		return err
	case !found:
		return NotFound()
	}
	if err := a.permitRow(x, tx, c.key, c.current); err != nil {
		return err
	}
	return checkIfMatch(x, a, tx, c.key)
}

// readBack stores the relations that were sent, reads the representation back and asks the rule about
// what was written: nobody creates what they may not change, nor changes a row into such a one. The
// refusal is always one of the permission: the requester knows what they wrote. It reads into a record
// of its own: the database may ask for the whole transaction again, and then the row to be saved has
// to be as it was.
func readBack(x *exchange, a *admission, tx *store.Tx, c *change) error {
	if err := checkRelated(a, tx, c.input); err != nil {
		return err
	}
	for _, change := range c.input.changes {
		if !change.Field.IsManyToMany() {
			continue
		}
		if err := tx.Join(c.key, change.Field, change.Value.([]schema.Key), a.visible(change.Field)...); err != nil {
			return err
		}
	}
	c.saved.Reset()
	view, err := a.requester.view(a.route.resource)
	if err != nil {
		return err
	}
	found, err := view.GetIn(tx, c.key, c.saved)
	switch {
	case err != nil:
		return err
	case !found:
		return errVanished
	case a.cond.IsTrue():
		return nil
	}
	holds, err := a.holdsOfWritten(tx, c.key, c.saved, a.cond, c.madeOrMoved())
	if err == nil && !holds {
		err = a.deny(x.h.auth)
	}
	return err
}

// madeOrMoved reports whether the row is new, or refers to other rows than before. Then it must not
// give its requester the right to it: who may add members to a project is no member because of the
// row that adds them.
func (c *change) madeOrMoved() bool {
	return c.current == nil || slices.ContainsFunc(c.input.changes, func(c schema.Change) bool { return c.Field.IsToOne() })
}

// checkRelated refuses references to rows that the requester may see no longer. validate has said what
// it had to say of them; they may have changed until the transaction began, and from here on they
// cannot. It asks nothing where rules have no say.
func checkRelated(a *admission, tx *store.Tx, in input) error {
	for _, c := range in.changes {
		var keys []schema.Key
		switch value := c.Value.(type) {
		case schema.Key:
			keys = []schema.Key{value}
		case []schema.Key:
			keys = value
		}
		f := c.Field
		if f.Relation == nil || len(keys) == 0 {
			continue
		}
		visible := a.visible(f)
		if visible == nil {
			continue
		}
		missing, err := tx.Missing(f, keys, visible...)
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			var problems problem.Fields
			problems.Add(f.Wire, "%s", f.Missing(in.named(f, missing[0])))
			return problems.Err()
		}
	}
	return nil
}

// derive runs the serializer's own code on a row that has the client's values, and bounds what it has
// become.
func derive(x *exchange, res *resource, rec *schema.Record) error {
	if res.Validate != nil {
		if err := res.Validate(x.ctx, rec.Value()).Err(); err != nil {
			return err
		}
	}
	if res.BeforeSave != nil {
		if err := res.BeforeSave(x.ctx, rec.Value()); err != nil {
			return err
		}
	}
	if size, limit := rec.Size(), x.h.options.Limits.Row; size > limit {
		x.h.options.Logger.WarnContext(x.ctx, "record too large", "resource", res.Name, "bytes", size, "limit", limit)
		return problem.New(problem.TooLarge, "Record takes %d bytes, more than the limit of %d bytes.", size, limit)
	}
	return nil
}

// errSave says what a write was doing when it failed.
func errSave(res *resource, err error) error { return fmt.Errorf("save %s: %w", res.Name, err) }
