// Operations of a team: actions and endpoints, whose own code is run.

package serve

import (
	"fmt"
	"math"
	"net/http"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// read performs an operation of a team that changes nothing.
func read(x *exchange, a *admission) (result, error) {
	var row any
	var key schema.Key
	if a.operation.Record {
		rec, err := loadPermitted(x, a) // 401, 403, 404
		if err != nil {
			return result{}, err
		}
		row, key = rec.Value(), rec.key
	}
	c := newCall(x, a, nil)
	if a.operation.Filtered {
		asked, err := readListing(x, a, a.operation.query)
		if err != nil {
			return result{}, err
		}
		c.filtered = &filteredRows{of: a.route.resource.Resource, where: predicate.And(a.cond, asked.Where)}
	}
	if err := chargeInput(x, a, c, nil); err != nil { // 429
		return result{}, err
	}
	out, err := a.operation.Run(c, row, nil)
	if err != nil {
		return result{}, errRun(a, err)
	}
	x.timing.step("run")
	ans, err := newAnswer(x, a, c, key, out)
	if err != nil {
		return result{}, errRun(a, err)
	}
	return *ans, nil
}

// act performs an operation of a team that may change something, in one transaction.
func act(x *exchange, a *admission) (result, error) {
	return performOnce(x, a, func(key *idempotencyKey) (result, error) {
		c := &change{}
		if a.operation.Record {
			rec, err := loadToWrite(x, a) // 401, 403, 404, 412
			if err != nil {
				return result{}, err
			}
			c.key, c.current = rec.key, rec.Record
		}
		var sent []schema.Change
		if a.operation.Input != nil {
			var err error
			if sent, err = readBody(x, a); err != nil { // 400, 413, 415
				return result{}, err
			}
		}
		c.call = newCall(x, a, sent)
		if err := chargeInput(x, a, c.call, sent); err != nil { // 429
			return result{}, err
		}
		c.work = func(tx *store.Tx) error { return runIn(x, a, tx, c) }
		if err := transact(x, a, key, c); err != nil {
			return result{}, errRun(a, err)
		}
		x.timing.step("run")
		return *c.answer, nil
	})
}

// errNoKey refuses a key under which nothing would be done once.
func errNoKey() error {
	return problem.New(problem.Malformed, "Idempotency-Key is not supported here; nothing was done.")
}

// actApart performs an operation of a team that has neither rows nor a transaction.
func actApart(x *exchange, a *admission) (result, error) {
	if err := a.refuseDryRun(); err != nil {
		return result{}, err
	}
	if x.r.Header["Idempotency-Key"] != nil {
		return result{}, errNoKey()
	}
	var in any
	var sent []schema.Change
	if a.operation.Input != nil {
		var err error
		if sent, err = readBody(x, a); err != nil { // 400, 413, 415
			return result{}, err
		}
		body := newBody(x, a, sent)
		defer body.Release()
		in = body.Value()
	}
	c := newCall(x, a, sent)
	if err := chargeInput(x, a, c, sent); err != nil { // 429
		return result{}, err
	}
	c.transacting(x, a)
	out, err := a.operation.Run(c, nil, in)
	x.afterCommit = c.after.done
	if err != nil {
		return result{}, errRun(a, err)
	}
	x.timing.step("run")
	if _, sent := a.form.Get(pageapi.KeyField); sent && a.format.Page && a.operation.Output == nil { // a browser that gets 204 stays where it is
		return result{seeOther: landing(x, a, record{}, false)}, nil
	}
	ans, err := newAnswer(x, a, c, schema.Key{}, out)
	if err != nil {
		return result{}, errRun(a, err)
	}
	return *ans, nil
}

// readBody reads the body by its Content-Type, as the struct that the operation takes.
func readBody(x *exchange, a *admission) ([]schema.Change, error) {
	if err := a.sent.decode(x, a); err != nil {
		return nil, err
	}
	if a.form.Unread {
		x.unpack(a)
	}
	if a.sent.err != nil {
		return nil, a.sent.err
	}
	if a.sent.body.Patch != nil {
		return nil, errNoPatch(x)
	}
	x.timing.step("parse")
	mode := schema.Create
	if a.operation.Method == http.MethodPatch {
		mode = schema.Modify
	}
	t := a.operation.Input.Type
	sent, problems := t.Bind(schemaInput(x, a), mode)
	x.timing.step("bind")
	if len(problems) == 0 && t.Constraints != nil {
		body := newBody(x, a, sent)
		defer body.Release()
		problems = body.Broken(nil, nil)
	}
	if len(problems) > 0 {
		return nil, problems.Err()
	}
	return sent, seal(x, sent)
}

// newBody is what was sent as the struct that the operation takes.
func newBody(x *exchange, a *admission, sent []schema.Change) *schema.Record {
	body := a.operation.Input.Type.Acquire()
	if a.operation.Method != http.MethodPatch {
		body.Fill(x.h.options.Now())
	}
	body.Apply(schema.CloneChanges(sent))
	return body
}

// runIn runs the code of a team in a transaction, on the row that it has locked, saves what has become of
// that, and makes the answer. Each attempt of the transaction has a row and an input of its own.
func runIn(x *exchange, a *admission, tx *store.Tx, c *change) error {
	var row, in any
	if c.current != nil {
		if c.call.before == nil {
			c.call.before = x.pooled.records.acquire(a.route.resource.Type)
		}
		c.current.CopyTo(c.call.before)
		row = c.current.Value()
	}
	if a.operation.Input != nil {
		body := newBody(x, a, c.call.changes)
		defer body.Release()
		in = body.Value()
	}
	out, err := a.operation.Run(c.call, row, in)
	if err == nil {
		err = c.call.statements.failed
	}
	if err == nil && c.current != nil {
		err = saveChanged(x, a, tx, c)
	}
	if err == nil {
		c.answer, err = newAnswer(x, a, c.call, c.key, out)
	}
	return err
}

// saveChanged saves what the code of a team has changed in the row, and asks the rule about the row as
// written. An operation with a rule of its own decides by itself.
func saveChanged(x *exchange, a *admission, tx *store.Tx, c *change) error {
	res, before := a.route.resource, columns(c.call.before)
	if slices.Equal(columns(c.current), before) && changedMembers(c.current, c.call.before, &c.input) == nil {
		return nil
	}
	c.columns.was = before
	if err := c.derive(x, res, c.current); err != nil {
		return err
	}
	changed := touched(c.current, c.call.before, &c.input, before)
	if err := raise(tx, c.key, c.current, c.call.before, changed); err != nil {
		return err
	}
	members := changedMembers(c.current, c.call.before, &c.input)
	if err := storeMembers(a, tx, c, c.current, members); err != nil {
		return err
	}
	if a.operation.Access != nil {
		return nil
	}
	moved := slices.ContainsFunc(changed, (*schema.Field).IsToOne)
	return permitWritten(x, a, tx, c.key, nil, moved)
}

// errRun says which operation of a team has failed.
func errRun(a *admission, err error) error { return fmt.Errorf("run %s: %w", a.operation.Name, err) }

// chargeInput counts a request of an operation that says how many requests it counts for. sent is nil for one without
// a body.
func chargeInput(x *exchange, a *admission, c *call, sent []schema.Change) error {
	if a.operation.Cost == nil || x.throttled == nil {
		return nil
	}
	var in any
	if a.operation.Input != nil {
		body := newBody(x, a, sent)
		defer body.Release()
		in = body.Value()
	}
	n := max(a.operation.Cost(c, in), 0)
	return x.charge(func(t *plan.Throttle) int64 {
		if n > 0 && t.Cost > math.MaxInt64/n {
			return math.MaxInt64
		}
		return t.Cost * n
	})
}
