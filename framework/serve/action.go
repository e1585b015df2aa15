// Operations of a team: actions and endpoints, whose own code is run.

package serve

import (
	"fmt"
	"net/http"
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
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
	out, err := a.operation.Run(newCall(x, a, nil), row, nil)
	if err != nil {
		return result{}, errRun(a, err)
	}
	x.timing.step("run")
	ans, err := newAnswer(x, a, nil, key, out)
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
			rec, err := loadPermitted(x, a) // 401, 403, 404, 412
			if err != nil {
				return result{}, err
			}
			c.key, c.current = rec.key, rec.Record
		}
		body, sent, err := readBody(x, a) // 400, 413, 415
		if err != nil {
			return result{}, err
		}
		if body != nil {
			defer body.Release()
		}
		c.call = newCall(x, a, sent.changes)
		c.work = func(tx *store.Tx) error { return runIn(x, a, tx, c, body) }
		if err := transact(x, a, key, c); err != nil {
			return result{}, errRun(a, err)
		}
		x.timing.step("run")
		return *c.answer, nil
	})
}

// readBody reads the body by its Content-Type into the struct that the operation takes, nil for none.
func readBody(x *exchange, a *admission) (*schema.Record, input, error) {
	if a.operation.Input == nil {
		return nil, input{}, nil
	}
	if err := a.sent.decode(x); err != nil {
		return nil, input{}, err
	}
	if a.form.Unread {
		x.unpack(a)
	}
	if a.sent.err != nil {
		return nil, input{}, a.sent.err
	}
	x.timing.step("parse")
	mode := schema.Create
	if a.operation.Method == http.MethodPatch {
		mode = schema.Modify
	}
	t := a.operation.Input.Type
	changes, problems := t.Bind(schemaInput(x, a), mode)
	x.timing.step("bind")
	if err := problems.Err(); err != nil {
		return nil, input{}, err
	}
	body := t.Acquire()
	if mode == schema.Create {
		body.Fill(x.h.options.Now())
	}
	body.Apply(changes)
	return body, input{changes: changes}, nil
}

// runIn runs the code of a team in a transaction, on the row that it has locked, saves what has become of
// that, and makes the answer.
func runIn(x *exchange, a *admission, tx *store.Tx, c *change, body *schema.Record) error {
	var row, in any
	var before []any
	if c.current != nil {
		row, before = c.current.Value(), columns(c.current)
		if c.call.before == nil {
			c.call.before = x.records.acquire(a.route.resource.Type)
		}
		c.current.CopyTo(c.call.before)
	}
	if body != nil {
		in = body.Value()
	}
	out, err := a.operation.Run(c.call, row, in)
	if err == nil {
		err = c.call.failed
	}
	if err != nil {
		return err
	}
	if c.current != nil && !slices.Equal(columns(c.current), before) {
		if err := saveChanged(x, a, tx, c, before); err != nil {
			return err
		}
	}
	c.answer, err = newAnswer(x, a, tx, c.key, out)
	return err
}

// saveChanged saves the columns that the code of a team has changed, and asks the rule about the row as
// written. An operation with a rule of its own decides by itself.
func saveChanged(x *exchange, a *admission, tx *store.Tx, c *change, before []any) error {
	res := a.route.resource
	joined := relations(c.current, res.loads)
	if err := derive(x, res, c.call, c.current); err != nil {
		return err
	}
	changed := touched(c.current, &c.input, before)
	if _, err := tx.Update(c.key, c.current, changed); err != nil {
		return err
	}
	for i, f := range res.loads {
		if keys, _ := c.current.Get(f).([]schema.Key); !slices.Equal(keys, joined[i]) {
			if err := tx.Join(c.key, f, keys); err != nil {
				return err
			}
		}
	}
	if a.operation.Access != nil || a.cond.IsTrue() {
		return nil
	}
	moved := slices.ContainsFunc(changed, (*schema.Field).IsToOne)
	written := res.Type.Acquire()
	defer written.Release()
	found, err := tx.Load(c.key, written)
	switch {
	case err != nil:
		return err
	case !found:
		return errVanished
	}
	holds, err := a.holdsOfWritten(tx, c.key, written, a.cond, moved)
	if err == nil && !holds {
		err = a.deny(x.h.auth)
	}
	return err
}

// errRun says which operation of a team has failed.
func errRun(a *admission, err error) error { return fmt.Errorf("run %s: %w", a.operation.Name, err) }

// newAnswer makes the answer of what the code of a team returns. Rows are read again as their resource
// shows them to the requester, within the transaction where there is one.
func newAnswer(x *exchange, a *admission, tx *store.Tx, own schema.Key, out any) (*result, error) {
	o := a.operation
	switch {
	case out == nil && o.Output != nil: // nil instead of a pointer
		return &result{status: http.StatusNoContent}, nil
	case out == nil:
		return &result{status: o.Status}, nil
	case o.rows == nil:
		return encodeStructs(x, o, out), nil
	case o.Many:
		return readRows(x, a, tx, out.([]any))
	default:
		return readRow(x, a, tx, own, out)
	}
}

// encodeStructs writes structs that are no rows.
func encodeStructs(x *exchange, o *operation, out any) *result {
	rec := o.Output.Type.Acquire()
	defer rec.Release()
	if !o.Many {
		rec.Assign(out)
		return &result{status: o.Status, content: media.Record, encoded: rec.Append(nil, x.base)}
	}
	b := []byte{'['}
	for i, item := range out.([]any) {
		rec.Assign(item)
		b = rec.Append(comma(b, i), x.base)
	}
	b = append(b, ']')
	return &result{status: o.Status, content: media.List, encoded: b, rows: b}
}

// keyOf is the key of a row that the code of a team returns.
func keyOf(t *schema.Type, row any) schema.Key {
	rec := t.Acquire()
	defer rec.Release()
	rec.Assign(row)
	return rec.Key()
}

// readable is the condition under which the requester may read the rows that an operation answers.
func (a *admission) readable() predicate.Expr {
	if a.operation.rows == a.route.resource {
		return a.allowed(true)
	}
	return permission.Reduce(a.operation.rows.Access, permission.Request{User: a.requester.asks, Safe: true})
}

// readRow reads a row that the code of a team returns. One that the requester may not read is not
// answered, but for the row that the operation was about: what was done is done.
func readRow(x *exchange, a *admission, tx *store.Tx, own schema.Key, row any) (*result, error) {
	o := a.operation
	key, where := keyOf(o.rows.Type, row), a.readable()
	if o.Record && o.rows == a.route.resource && key == own {
		where = predicate.Constant(true)
	}
	var found []byte
	err := streamRows(x, a, tx, o.rows.retrieve, []schema.Key{key}, where, func(rec *schema.Record) error {
		found = rec.Append(nil, x.base)
		return nil
	})
	if err != nil || found == nil {
		return &result{status: http.StatusNoContent}, err
	}
	return &result{status: o.Status, content: media.Record, encoded: found}, nil
}

// readRows reads the rows that the code of a team returns, in its order, without those that the
// requester may not read.
func readRows(x *exchange, a *admission, tx *store.Tx, rows []any) (*result, error) {
	o := a.operation
	keys := make([]schema.Key, len(rows))
	for i, row := range rows {
		keys[i] = keyOf(o.rows.Type, row)
	}
	found := map[schema.Key][]byte{}
	err := streamRows(x, a, tx, o.rows.list, keys, a.readable(), func(rec *schema.Record) error {
		found[rec.Key()] = rec.Append(nil, x.base)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var b []byte
	n := 0
	for _, key := range keys {
		if row := found[key]; row != nil {
			b = append(comma(b, n), row...)
			n++
		}
	}
	encoded, list := o.rows.encloseRows(b, o.rows.frame(nil, media.Frame{}), int64(n))
	return &result{status: o.Status, content: media.List, encoded: encoded, rows: list}, nil
}

// streamRows gives the rows with some keys that meet a condition, as the requester sees them, in one
// statement. What of a rule is written in Go is asked of each.
func streamRows(x *exchange, a *admission, tx *store.Tx, s *shape, keys []schema.Key, where predicate.Expr, each func(rec *schema.Record) error) error {
	res := a.operation.rows
	args := make([]any, len(keys))
	for i, key := range keys {
		args[i] = key.Arg()
	}
	f := res.Type.Key
	listed := predicate.Expr{Op: predicate.OpIn, Name: f.Column, Index: f.Index, Value: args}
	give := each
	if where.Has(predicate.OpFunc) {
		s = res.own // another representation may not have what the rule looks at
		rule := where
		where, give = predicate.Constant(true), func(rec *schema.Record) error {
			left := rule.Given(rec)
			if !left.IsTrue() && !left.IsFalse() {
				return fmt.Errorf("rule of %s: it looks at rows along relations and is written in Go", res.Name)
			}
			if left.IsFalse() {
				return nil
			}
			return each(rec)
		}
	}
	view, err := a.view(x, s)
	if err != nil {
		return err
	}
	where = predicate.And(listed, where)
	if tx != nil {
		return view.StreamIn(tx.On(res.rows), where, give)
	}
	return view.Stream(x.ctx, where, give)
}
