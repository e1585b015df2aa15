package serve

import (
	"errors"
	"fmt"
	"slices"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// save is the step that stores what the request asks for, in one transaction.
func save(store func(*exchange) error) step {
	return step{"save", func(x *exchange) error {
		if err := store(x); err != nil {
			return fmt.Errorf("save %s: %w", x.route.resource.Name, err)
		}
		x.wrote(true)
		if x.saved != nil { // from here on, the record is the one that is stored
			x.record, x.saved = x.saved, x.record
		}
		return nil
	}}
}

func (x *exchange) create() error {
	res := x.route.resource
	rec := res.Type.Acquire()
	defer rec.Release()
	rec.Fill(x.options.Now())
	rec.Apply(x.changes)
	if owner := res.Type.Owner; owner != nil && x.user != nil {
		rec.Set(owner, x.user.ID)
	}
	if err := x.derive(rec); err != nil {
		return err
	}
	err := x.transact(func(tx *store.Tx) error {
		id, err := tx.Insert(rec)
		if err != nil {
			return err
		}
		x.id = id
		return x.finish(tx)
	})
	x.loaded = err == nil
	if err != nil {
		x.id = 0 // of a row that is not there
	}
	return err
}

// derive runs the serializer's own code on a row that has the client's values, and bounds what it has
// become.
func (x *exchange) derive(rec *schema.Record) error {
	res := x.route.resource
	if res.Validate != nil {
		if err := res.Validate(x.call(), rec.Value()).Err(); err != nil {
			return err
		}
	}
	if res.BeforeSave != nil {
		if err := res.BeforeSave(x.call(), rec.Value()); err != nil {
			return err
		}
	}
	if size, limit := rec.Size(), x.options.Limits.Row; size > limit {
		x.log.WarnContext(x.ctx, "record too large", "resource", res.Name, "bytes", size, "limit", limit)
		return problem.New(problem.TooLarge, "Record takes %d bytes, more than the limit of %d bytes.", size, limit)
	}
	return nil
}

// call is the request as the code of a team sees it.
func (x *exchange) call() *call {
	return &call{Handler: x.Handler, ctx: x.ctx, credentials: x.credentials, changes: x.changes}
}

// errVanished is a fault of the database's.
var errVanished = errors.New("a row is gone inside its own transaction")

// finish stores the relations that were sent, reads the representation back and asks the rule about
// what was written. It reads into a record of its own: the database may ask for the whole transaction
// again, and then the row to be saved has to be as it was.
func (x *exchange) finish(tx *store.Tx) error {
	if err := x.checkRelated(tx); err != nil {
		return err
	}
	for _, c := range x.changes {
		if !c.Field.IsManyToMany() {
			continue
		}
		if err := tx.Join(x.id, c.Field, c.Value.([]int64), x.seen(c.Field)...); err != nil {
			return err
		}
	}
	if x.saved == nil {
		x.saved = x.route.resource.Type.Acquire()
	}
	x.saved.Reset()
	view, err := x.view()
	if err != nil {
		return err
	}
	found, err := view.GetIn(tx, x.id, x.saved)
	switch {
	case err != nil:
		return err
	case !found:
		return errVanished
	}
	return x.permitWritten(tx, x.saved)
}

// errChanged says that the row is no longer the one that was loaded.
var errChanged = errors.New("row changed meanwhile")

// optimistic is how often an update derives its fields and then finds, under the lock, another row
// than it has derived them from. BeforeSave may take its time, and SQLite has one writer: so it never
// runs under a lock. A row that is changed each time meanwhile is the business of others for now.
const optimistic = 3

// errBusy answers 503 with Retry-After: nothing was done, and the same request may succeed later.
func errBusy() error {
	return problem.New(problem.Unavailable, "The record is being changed by others. Please try again.")
}

func (x *exchange) update() error {
	res, rec := x.route.resource, x.record
	derives := res.Validate != nil || res.BeforeSave != nil
	current := res.Type.Acquire()
	defer current.Release()
	for range optimistic {
		before := stored(rec)
		if err := x.prepare(rec); err != nil {
			return err
		}
		err := x.transact(func(tx *store.Tx) error {
			if err := x.relock(tx, current); err != nil {
				return err
			}
			if now := stored(current); !slices.Equal(now, before) {
				if derives {
					return errChanged
				}
				before = now
				copyStored(rec, current)
				rec.Apply(x.changes)
			}
			if _, err := tx.Update(x.id, rec, x.touched(rec, before)); err != nil {
				return err
			}
			return x.finish(tx)
		})
		if !errors.Is(err, errChanged) {
			return err
		}
		copyStored(rec, current)
	}
	return errBusy()
}

// prepare puts the client's values into the row and derives the others.
func (x *exchange) prepare(rec *schema.Record) error {
	rec.Apply(x.changes)
	return x.derive(rec)
}

// relock reads the row again, locked, and asks the rule and the condition of the request again: all
// may have changed since.
func (x *exchange) relock(tx *store.Tx, current *schema.Record) error {
	current.Reset()
	found, err := tx.Lock(x.id, current)
	if err == nil && found && x.route.resource.members != nil {
		found, err = tx.Load(x.id, current)
	}
	switch {
	case err != nil:
		return err
	case !found:
		return notFound()
	}
	holds, err := x.holds(tx, current, x.cond)
	switch {
	case err != nil:
		return err
	case !holds:
		return x.refuseRow(tx, current)
	}
	return x.checkIfMatch(tx)
}

// stored are the values of the row's columns.
func stored(rec *schema.Record) []any {
	columns := rec.Type.Columns()
	values := make([]any, len(columns))
	for i, f := range columns {
		values[i] = rec.Column(f.Index)
	}
	return values
}

func copyStored(to, from *schema.Record) {
	to.Reset()
	for _, f := range from.Type.Fields {
		if f.Column != "" || f.IsManyToMany() {
			to.Set(f, from.Get(f))
		}
	}
}

// touched are the fields that an update writes: those that were sent, and those that the
// serializer's code changed.
func (x *exchange) touched(rec *schema.Record, before []any) []*schema.Field {
	var fields []*schema.Field
	for i, f := range rec.Type.Columns() {
		sent := slices.ContainsFunc(x.changes, func(c schema.Change) bool { return c.Field == f })
		if f != rec.Type.Key && (sent || rec.Column(f.Index) != before[i]) {
			fields = append(fields, f)
		}
	}
	return fields
}

func (x *exchange) destroy() error {
	return x.transact(func(tx *store.Tx) error {
		if err := x.relock(tx, x.record); err != nil {
			return err
		}
		found, err := tx.Delete(x.id)
		if err == nil && !found {
			return notFound()
		}
		return err
	})
}
