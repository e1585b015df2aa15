// The one transaction of every write, from its lock to its commit.

package writes

import (
	"errors"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Transact does a write in one transaction:
//
//   - It reserves the idempotency key, asks for the parent again, locks the row and asks its rule and conditions again.
//   - It does the work: the hooks, the row and its relations, and the rows that are nested in it.
//   - It asks the rules about nested rows, reads the row back and asks its rule, as far as that is still open.
//   - It writes the history, and stores the response under the key.
//
// The database may ask for all of it again. A dry run ends where the commit would be: everything is rolled back, and
// nothing is done after it.
func Transact(x *request.Exchange, a *request.Admission, key *IdempotencyKey, change *Change) error {
	if database.InSnapshot(x.Context) { // nothing refuses the write: see confirmRefusal
		return errNestedChanged
	}
	a.Sent.Tries.Unconfirmed = false // what the transaction asks, it asks of rows that it has locked
	err := transactOnce(x, a, key, change, false)
	if errors.Is(err, store.ErrFormerStates) {
		err = transactOnce(x, a, key, change, true)
	}
	if errors.Is(err, store.ErrFormerStates) {
		err = problem.New(problem.TooLarge, "The request changes too many rows at once.")
	}
	if errors.Is(err, errDryRun) {
		change.Call.Begin(nil)
		return nil
	}
	if err == nil {
		change.keepFiles(x, a)
		x.AfterCommit = change.Call.After.Done
	}
	a.Sent.Files.Committing = database.EndUnknown(err)
	change.Call.Begin(nil)
	return err
}

func transactOnce(x *request.Exchange, a *request.Admission, key *IdempotencyKey, change *Change, keepFormer bool) error {
	return store.Write(x.Context, x.Service.DB, func(tx *store.Tx) error {
		a.Sent.Files.Committing = false
		tx = calls.Record(x, a, tx, change.Key, a.Sent.Files.Stored)
		if keepFormer {
			tx = x.Service.Routes.Former.Keep(tx)
		}
		change.Call.Begin(tx)
		if a.Route.Res != nil {
			tx = tx.On(a.Route.Res.Rows).Sent(change.input.changes)
		}
		if key != nil {
			if err := key.reserve(x, tx); err != nil {
				return err
			}
		}
		if a.Route.Nested {
			if err := access.PermitParent(x, a, tx); err != nil {
				return err
			}
		}
		if change.Current != nil {
			if err := lockPermitted(x, a, tx, change); err != nil {
				return err
			}
		}
		if yieldsTurn(x, a) {
			return errRowChanged
		}
		if err := change.Work(tx); err != nil {
			return err
		}
		if err := change.input.tree.permitWritten(tx, change); err != nil {
			return err
		}
		if change.readBack != nil {
			if err := change.readBack(tx); err != nil {
				return err
			}
		}
		if change.row != nil && a.Route.Res.Hooks.AfterCommit != nil {
			change.Call.AfterCommitHook(a.Route.Res.Hooks.AfterCommit, change.row.CopyValue())
		}
		if err := tx.WriteHistory(); err != nil {
			return err
		}
		if key != nil {
			if err := key.store(x, a, tx, change); err != nil {
				return err
			}
		}
		if a.Prefers.DryRun {
			return endDryRun(tx)
		}
		a.Sent.Files.Committing = true
		return nil
	})
}

// lockPermitted reads the row again, locked, and asks the rule and the condition of the request again:
// all may have changed since.
func lockPermitted(x *request.Exchange, a *request.Admission, tx *store.Tx, change *Change) error {
	change.Current.Reset()
	found, err := tx.Lock(change.Key, change.Current)
	if err == nil && found && a.Route.Res.ToMany.Loaded != nil {
		found, err = tx.Load(change.Key, change.Current)
	}
	switch {
	case err != nil:
		return err
	case !found && a.Operation.Creates != nil: // the PUT creates it
		return errRowChanged
	case !found:
		return request.NotFound()
	}
	tx.KnowFilesOf(change.Current)
	if err := access.PermitRow(x, a, tx, change.Key, change.Current); err != nil {
		return err
	}
	return checkConditions(x, a, tx, change.Key, change.Current)
}
