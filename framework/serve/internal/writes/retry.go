// Trying a write again after others have changed its rows, one request at a time.
//
// A write is repeated in five places: by RetryOnConflict, after others have changed rows that it loaded; by confirmRefusal, to
// make a refusal sure; by writer.transact, to find which row the database refused; by Transact, to keep former states of rows;
// and by database.DB, where the database asks.

package writes

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/traffic"
)

// maxWait is how long a request waits for its turn.
const maxWait = 10 * time.Second

// errBusy answers 503 with Retry-After: nothing was done, and the same request may succeed later.
func errBusy() error {
	return problem.New(problem.Unavailable, "The record is being changed by others. Please try again.")
}

// RetryOnConflict repeats a write as long as others change the rows that it has loaded.
func RetryOnConflict(x *request.Exchange, a *request.Admission, do func() (request.Result, error)) (request.Result, error) {
	t := &a.Sent.Tries
	t.N = 1
	defer func() {
		if t.Done != nil {
			t.Done()
		}
		*t = request.Tries{}
	}()
	for {
		t.Unconfirmed = false
		body := x.Share.Body
		res, err := do()
		if t.Unconfirmed && err != nil {
			err = confirmRefusal(x, err, body, do)
		}
		if !rowsChanged(err) {
			return res, err
		}
		if t.Last() {
			return request.Result{}, errBusy()
		}
		if err := awaitTurn(x, a); err != nil {
			return request.Result{}, err
		}
		t.N++
	}
}

// confirmRefusal repeats a refused write in a snapshot of the database: the first time, rows may have been loaded before others
// changed them, and compared with later ones. It returns the refusal in the snapshot, or errNestedChanged if there is none;
// where the database fails, it is not known whether the request is wrong.
// body is the request's share of the budget of bodies before the write.
func confirmRefusal(x *request.Exchange, refusal error, body int64, do func() (request.Result, error)) error {
	if p := problem.As(refusal); p == nil || p.Code != problem.Invalid {
		return refusal
	}
	outside := x.Context
	defer func() { x.Context = outside }()
	x.ReleaseBody(x.Share.Body - body) // of rows that are loaded again
	return x.Service.DB.Snapshot(outside, func(ctx context.Context) error {
		x.Context = ctx
		_, err := do()
		if err == nil {
			err = errNestedChanged
		}
		return err
	})
}

// awaitTurn lets a request have its turn before it tries again. One that has it, and is disturbed all the same, by another process
// or by a request for other rows beside these, pauses. The pauses grow, and differ, so that those who got into each other's way do
// not meet again.
func awaitTurn(x *request.Exchange, a *request.Admission) error {
	t := &a.Sent.Tries
	if t.Done == nil {
		t.Body = x.Share.Body
		var err error
		if t.Done, err = x.Service.Budgets.Turns.Take(x.Context, contestedBy(a), maxWait); errors.Is(err, traffic.ErrNoTurn) {
			return errBusy()
		}
		return err
	}
	x.ReleaseBody(x.Share.Body - t.Body) // of rows that are loaded again
	pause := min(100*time.Millisecond, 2*time.Millisecond<<t.N)
	select {
	case <-x.Context.Done():
		return x.Context.Err()
	case <-time.After(pause/4 + rand.N(pause)):
		return nil
	}
}

// yieldsTurn reports whether a request that tries for the first time leaves the row to those who wait for their turn.
func yieldsTurn(x *request.Exchange, a *request.Admission) bool {
	return a.Sent.Tries.N == 1 && x.Service.Budgets.Turns.Awaited(contestedBy(a))
}

func contestedBy(a *request.Admission) request.Contested {
	return request.Contested{Of: a.Route.Res, Key: a.Key, Creates: a.Operation.Builtin == plan.Create}
}
