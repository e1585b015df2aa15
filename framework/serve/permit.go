package serve

import (
	"fmt"
	"net/http"
	"slices"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// identify finds out who asks. From here on the answer depends on the credentials.
func (x *exchange) identify() error {
	x.header()["Vary"] = x.auth.Vary()
	if x.logsIn() {
		return x.logIn()
	}
	who, err := x.auth.Authenticate(x.ctx, x.r)
	if err != nil {
		x.header()["Cache-Control"] = notStored
		return err
	}
	if who != nil {
		x.header()["Cache-Control"] = privateAnswer
	}
	x.setCredentials(who)
	return nil
}

// setCredentials notes who asks; nil is an anonymous request.
func (x *exchange) setCredentials(who *auth.Credentials) {
	x.credentials, x.identified = who, true
	if who != nil {
		x.user = &who.User
	}
}

// scheme is how the requester has said who asks, for events.
func (x *exchange) scheme() string {
	if x.credentials == nil {
		return auth.AnonymousScheme
	}
	return x.credentials.Scheme
}

// permit asks the rule of the endpoint, and then whether the method is offered at all.
func (x *exchange) permit() error {
	x.cond = x.allowed(x.safe())
	if x.cond.IsFalse() {
		return x.deny()
	}
	operation := x.offered()
	if operation == nil {
		return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", x.method)
	}
	x.operation, x.action = operation, operation.action
	x.mayLag()
	return nil
}

// allowed is what the rule of the endpoint, or of the root, says to the user; what it leaves open
// depends on the row.
func (x *exchange) allowed(safe bool) predicate.Expr {
	rule := x.plan.Access
	if e := x.endpoint(); e != nil {
		rule = e.Access
	}
	return permission.Reduce(rule, x.asks(safe))
}

// asks is who asks, as rules see it.
func (x *exchange) asks(safe bool) permission.Request {
	if x.user == nil {
		return permission.Request{Safe: safe}
	}
	return permission.Request{User: x.user, Safe: safe}
}

// offered is the operation that the method stands for, nil for none. OPTIONS, and reading the root, are
// always offered.
func (x *exchange) offered() *operation {
	switch {
	case x.form.BadOverride:
		return nil
	case x.method == http.MethodOptions && x.route.kind == recordRoute:
		return &optionsOfRecord
	case x.method == http.MethodOptions:
		return &options
	}
	method := x.method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for i := range x.route.operations {
		if o := &x.route.operations[i]; o.method == method {
			return o.operation
		}
	}
	return nil
}

// permitRow asks the rule about the row that was loaded.
func (x *exchange) permitRow() error {
	if x.permitted {
		return nil
	}
	row := x.record
	if x.route.resource.members != nil && x.reads() {
		var err error
		if row, err = x.ruled(); err != nil {
			return err
		}
		if row == nil {
			return notFound()
		}
	}
	holds, err := x.holds(nil, row, x.cond)
	if err == nil && !holds {
		err = x.refuseRow(nil, row)
	}
	return err
}

// asksDatabase reports whether the database has to read the rule with the row, because it looks at
// rows along relations. It cannot read what is written in Go.
func (x *exchange) asksDatabase() bool {
	return x.cond.Has(predicate.OpExists) && !x.cond.Has(predicate.OpFunc)
}

// holds asks a condition about the row of the request. What depends on rows along relations is asked of
// the database, within the transaction where there is one: that is one statement.
func (x *exchange) holds(tx *store.Tx, row *schema.Record, cond predicate.Expr) (bool, error) {
	left := cond.Given(row)
	switch {
	case left.IsTrue() || left.IsFalse():
		return left.IsTrue(), nil
	case tx != nil:
		return tx.Meets(x.id, left)
	default:
		return x.route.resource.rows.Meets(x.ctx, x.id, left)
	}
}

// askWritable finds out whether the requester may change a row, as ruled gives it, nil for none.
func (x *exchange) askWritable(row *schema.Record) (err error) {
	x.writable = false
	if row == nil || !x.identified || !x.endpoint().Has(plan.Replace|plan.Modify|plan.Destroy) {
		return nil
	}
	if x.writable, err = x.holds(nil, row, x.allowed(false)); x.writable {
		x.writable, err = x.sees(nil, row)
	}
	return err
}

// ruled is the row behind the representation that was loaded, for rules: a representation has those
// members that the requester may see, and a rule looks at all. It is nil for a row that is not there.
func (x *exchange) ruled() (*schema.Record, error) {
	res := x.route.resource
	switch {
	case !x.loaded:
		return nil, nil
	case res.members == nil:
		return x.record, nil
	case x.row == nil:
		x.row = res.Type.Acquire()
	}
	x.row.Reset()
	found, err := res.rows.Load(x.ctx, x.id, x.row)
	if err != nil {
		return nil, fmt.Errorf("load %s %s: %w", res.Name, x.id, err)
	}
	if !found {
		return nil, nil
	}
	return x.row, nil
}

// permitWritten asks the rule about the row as it was written, of which saved is the representation:
// nobody creates what they may not change, nor changes a row into such a one. The refusal is always
// one of the permission: the requester knows what they wrote.
func (x *exchange) permitWritten(tx *store.Tx, saved *schema.Record) error {
	if x.cond.IsTrue() {
		return nil
	}
	holds, err := x.holdsOfWritten(tx, saved, x.cond, x.madeOrMoved())
	if err == nil && !holds {
		err = x.deny()
	}
	return err
}

// seesWritten reports whether the requester may read the row as it was written.
func (x *exchange) seesWritten(tx *store.Tx) (bool, error) {
	if x.saved == nil {
		return false, nil
	}
	return x.holdsOfWritten(tx, x.saved, x.allowed(true), false)
}

// madeOrMoved reports whether the row is new, or refers to other rows than before. Then it must not
// give its requester the right to it: who may add members to a project is no member because of the
// row that adds them.
func (x *exchange) madeOrMoved() bool {
	return x.action == plan.Create || slices.ContainsFunc(x.changes, func(c schema.Change) bool { return c.Field.IsToOne() })
}

// holdsOfWritten asks a condition about the row as it was written, of which saved is the
// representation; beside says that the row itself is not to be among what its relations lead to.
func (x *exchange) holdsOfWritten(tx *store.Tx, saved *schema.Record, cond predicate.Expr, beside bool) (bool, error) {
	row := saved
	if res := x.route.resource; res.members != nil {
		row = res.Type.Acquire()
		defer row.Release()
		if found, err := tx.Load(x.id, row); err != nil {
			return false, err
		} else if !found {
			return false, errVanished
		}
	}
	left := cond.Given(row)
	switch {
	case left.IsTrue() || left.IsFalse():
		return left.IsTrue(), nil
	case beside:
		return tx.MeetsBeside(x.id, left)
	default:
		return tx.Meets(x.id, left)
	}
}

// refuseRow refuses what the rule does not allow on a row. One that the requester may not see is
// as if it were not there, as it is in lists.
func (x *exchange) refuseRow(tx *store.Tx, rec *schema.Record) error {
	sees, err := x.sees(tx, rec)
	switch {
	case err != nil:
		return err
	case !sees:
		return notFound()
	default:
		return x.deny()
	}
}

func (x *exchange) deny() error {
	x.denied = true
	return x.auth.Denied(x.user)
}

// report tells of a request that is refused because of who asks, or of the page that sends it.
func (x *exchange) report(refusal error) {
	e := auth.Event{Kind: auth.PermissionDeniedEvent, Scheme: x.scheme(), Method: x.method}.By(x.user)
	if who, ok := auth.CrossOrigin(refusal); ok {
		e.Kind = auth.CrossOriginEvent
		if who != nil {
			e.Scheme = who.Scheme
			e = e.By(&who.User)
		}
	} else if p := problem.As(refusal); !x.denied || p == nil || p.Code != problem.Forbidden && p.Code != problem.Unauthorized {
		return
	}
	if x.route != nil {
		e.Route = x.route.pattern
	}
	x.auth.Report(x.ctx, x.r, e)
}

// sees reports whether the requester may read a row.
func (x *exchange) sees(tx *store.Tx, rec *schema.Record) (bool, error) {
	if rec == nil || x.permitted {
		return rec != nil, nil
	}
	return x.holds(tx, rec, x.allowed(true))
}
