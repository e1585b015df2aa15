// Running a team's operations: actions and endpoints.

// Package actions runs the operations that a team has written, its actions and endpoints, and makes their responses.
package actions

import (
	"fmt"
	"math"
	"net/http"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// RunReading runs a team's operation that changes nothing.
func RunReading(x *request.Exchange, a *request.Admission) (request.Result, error) {
	var row any
	var key schema.Key
	if a.Operation.Record {
		rec, err := access.LoadPermitted(x, a) // 401, 403, 404
		if err != nil {
			return request.Result{}, err
		}
		if err := access.CheckApplies(a, rec.Record); err != nil { // 409
			return request.Result{}, err
		}
		row, key = rec.Value(), rec.RowKey
	}
	c := calls.New(x, a, nil)
	if a.Operation.Filtered {
		asked, err := access.ReadListing(x, a, a.Operation.Query)
		if err != nil {
			return request.Result{}, err
		}
		c.Filtered = &calls.FilteredRows{Of: a.Route.Res.Resource, Where: predicate.And(a.Cond, asked.Where)}
	}
	if err := chargeInput(x, a, c, nil); err != nil { // 429
		return request.Result{}, err
	}
	out, err := a.Operation.Run(c, row, nil)
	if err != nil {
		return request.Result{}, ErrRun(a, err)
	}
	x.Timing.Step("run")
	ans, err := NewAnswer(x, a, c, key, out)
	if err != nil {
		return request.Result{}, ErrRun(a, err)
	}
	return *ans, nil
}

// RunInTransaction runs a team's operation that may change something, in one transaction.
func RunInTransaction(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return writes.WithIdempotency(x, a, func(key *writes.IdempotencyKey) (request.Result, error) {
		change := &writes.Change{}
		if a.Operation.Record {
			rec, err := writes.LoadToWrite(x, a) // 401, 403, 404, 412
			if err != nil {
				return request.Result{}, err
			}
			change.Key, change.Current = rec.RowKey, rec.Record
		}
		sent, err := bindInput(x, a) // 400, 413, 415
		if err != nil {
			return request.Result{}, err
		}
		change.Call = calls.New(x, a, sent)
		if err := chargeInput(x, a, change.Call, sent); err != nil { // 429
			return request.Result{}, err
		}
		change.Work = func(tx *store.Tx) error { return runOnRow(x, a, tx, change) }
		if err := writes.Transact(x, a, key, change); err != nil {
			return request.Result{}, ErrRun(a, err)
		}
		x.Timing.Step("run")
		return *change.Answer, nil
	})
}

// errNoKey refuses a key under which nothing would be done once.
func errNoKey() error {
	return problem.New(problem.Malformed, "Idempotency-Key is not supported here; nothing was done.")
}

// RunWithoutTransaction runs a team's operation that has neither rows nor a transaction.
func RunWithoutTransaction(x *request.Exchange, a *request.Admission) (request.Result, error) {
	if err := a.RefuseDryRun(); err != nil {
		return request.Result{}, err
	}
	if x.R.Header["Idempotency-Key"] != nil {
		return request.Result{}, errNoKey()
	}
	sent, err := bindInput(x, a) // 400, 413, 415
	if err != nil {
		return request.Result{}, err
	}
	var in any
	if a.Operation.Input != nil {
		body := newInput(x, a, sent)
		defer body.Release()
		in = body.Value()
	}
	c := calls.New(x, a, sent)
	if err := chargeInput(x, a, c, sent); err != nil { // 429
		return request.Result{}, err
	}
	c.Transacting(x, a)
	out, err := a.Operation.Run(c, nil, in)
	x.AfterCommit = c.After.Done
	if err != nil {
		return request.Result{}, ErrRun(a, err)
	}
	x.Timing.Step("run")
	if _, sent := a.Form.Get(pageapi.KeyField); sent && a.Format.Page && a.Operation.Output == nil { // a browser that gets 204 stays where it is
		return request.Result{SeeOther: writes.Landing(x, a, request.Record{}, false)}, nil
	}
	ans, err := NewAnswer(x, a, c, schema.Key{}, out)
	if err != nil {
		return request.Result{}, ErrRun(a, err)
	}
	return *ans, nil
}

// bindInput reads the body by its Content-Type into changes of the operation's input struct. It refuses the
// members of a body for an operation without one, if unknown members are refused.
func bindInput(x *request.Exchange, a *request.Admission) ([]schema.Change, error) {
	if a.Operation.Takes == nil && a.Operation.Input == nil {
		return nil, nil
	}
	if err := a.Sent.Decode(x, a); err != nil {
		return nil, err
	}
	if a.Form.Unread {
		x.Unpack(a)
	}
	if a.Sent.Err != nil {
		return nil, a.Sent.Err
	}
	if a.Sent.Body.Patch != nil {
		return nil, writes.ErrNoPatch(x)
	}
	x.Timing.Step("parse")
	mode := schema.Create
	if a.Operation.Method == http.MethodPatch {
		mode = schema.Modify
	}
	t := &schema.Type{}
	if a.Operation.Input != nil {
		t = a.Operation.Input.Type
	}
	sent, problems := t.Bind(writes.SchemaInput(x, a), mode)
	x.Timing.Step("bind")
	if len(problems) == 0 && t.Constraints != nil {
		body := newInput(x, a, sent)
		defer body.Release()
		problems = body.Broken(nil, nil)
	}
	if len(problems) > 0 {
		return nil, problems.Err()
	}
	return sent, writes.Seal(x, sent)
}

// newInput returns the operation's input struct with the sent values.
func newInput(x *request.Exchange, a *request.Admission, sent []schema.Change) *schema.Record {
	body := a.Operation.Input.Type.Acquire()
	if a.Operation.Method != http.MethodPatch {
		body.Fill(x.Service.Options.Now())
	}
	body.Apply(schema.CloneChanges(sent))
	return body
}

// runOnRow runs the code of a team in a transaction, on the locked row if there is one, saves what the code has
// changed in the row, and makes the answer. Each attempt of the transaction has a fresh row and a fresh input.
func runOnRow(x *request.Exchange, a *request.Admission, tx *store.Tx, change *writes.Change) error {
	var row, in any
	if change.Current != nil {
		if change.Call.Previous == nil {
			change.Call.Previous = x.Pooled.Records.Acquire(a.Route.Res.Type)
		}
		if err := access.CheckApplies(a, change.Current); err != nil { // 409
			return err
		}
		change.Current.CopyTo(change.Call.Previous)
		row = change.Current.Value()
	}
	if a.Operation.Input != nil {
		body := newInput(x, a, change.Call.Changes)
		defer body.Release()
		in = body.Value()
	}
	out, err := a.Operation.Run(change.Call, row, in)
	if err == nil {
		err = change.Call.Statements.Failed
	}
	if err == nil && change.Current != nil {
		err = writes.SaveChanged(x, a, tx, change)
	}
	if err == nil {
		change.Answer, err = NewAnswer(x, a, change.Call, change.Key, out)
	}
	return err
}

// ErrRun says which operation of a team has failed.
func ErrRun(a *request.Admission, err error) error {
	return fmt.Errorf("run %s: %w", a.Operation.Name, err)
}

// chargeInput counts a request of an operation that says how many requests it counts for. sent is nil for one without
// a body.
func chargeInput(x *request.Exchange, a *request.Admission, c *calls.Call, sent []schema.Change) error {
	if a.Operation.Cost == nil || x.Throttled == nil {
		return nil
	}
	var in any
	if a.Operation.Input != nil {
		body := newInput(x, a, sent)
		defer body.Release()
		in = body.Value()
	}
	n := max(a.Operation.Cost(c, in), 0)
	return x.Charge(func(t *plan.Throttle) int64 {
		if n > 0 && t.Cost > math.MaxInt64/n {
			return math.MaxInt64
		}
		return t.Cost * n
	})
}
