// Taking turns: requests whose rows others change before they have locked them.

package serve

import (
	"errors"
	"math/rand/v2"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// maxWait is how long a request waits for its turn.
const maxWait = 10 * time.Second

// errBusy answers 503 with Retry-After: nothing was done, and the same request may succeed later.
func errBusy() error {
	return problem.New(problem.Unavailable, "The record is being changed by others. Please try again.")
}

// whileChanging does something again while rows are changed by others that it has loaded.
func whileChanging(x *exchange, a *admission, do func() (result, error)) (result, error) {
	t := &a.sent.tries
	t.n = 1
	defer func() {
		if t.done != nil {
			t.done()
		}
		*t = tries{}
	}()
	for {
		res, err := do()
		if !moved(err) {
			return res, err
		}
		if t.last() {
			return result{}, errBusy()
		}
		if err := awaitTurn(x, a); err != nil {
			return result{}, err
		}
		t.n++
	}
}

// awaitTurn lets a request have its turn before it tries again. One that has it, and is disturbed all the same, by another process
// or by a request for other rows beside these, pauses. The pauses grow, and differ, so that those who got into each other's way do
// not meet again.
func awaitTurn(x *exchange, a *admission) error {
	t := &a.sent.tries
	if t.done == nil {
		t.body = x.share.body
		var err error
		if t.done, err = x.h.budgets.turns.Take(x.ctx, contestedBy(a), maxWait); errors.Is(err, traffic.ErrNoTurn) {
			return errBusy()
		}
		return err
	}
	x.releaseBody(x.share.body - t.body) // of rows that are loaded again
	pause := min(100*time.Millisecond, 2*time.Millisecond<<t.n)
	select {
	case <-x.ctx.Done():
		return x.ctx.Err()
	case <-time.After(pause/4 + rand.N(pause)):
		return nil
	}
}

// yieldsTurn reports whether a request that tries for the first time leaves the row to those who wait for their turn.
func yieldsTurn(x *exchange, a *admission) bool {
	return a.sent.tries.n == 1 && x.h.budgets.turns.Awaited(contestedBy(a))
}

func contestedBy(a *admission) contested {
	return contested{a.route.resource, a.key, a.operation.Builtin == plan.Create}
}
