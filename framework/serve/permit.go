package serve

import (
	"fmt"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
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
	if x.cond.Op == auth.False {
		return x.deny()
	}
	action, offered := x.offers()
	if !offered {
		return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", x.method)
	}
	x.action = action
	x.mayLag()
	return nil
}

// allowed is what the rule of the endpoint, or of the root, says to the user; what it leaves open
// depends on the row.
func (x *exchange) allowed(safe bool) auth.Cond {
	rule := x.plan.Access
	if e := x.endpoint(); e != nil {
		rule = e.Access
	}
	return auth.Reduce(rule, auth.Request{User: x.user, Safe: safe})
}

// offers is the action that the method stands for; OPTIONS, and reading the root, are no action
// and always offered.
func (x *exchange) offers() (action rest.Action, offered bool) {
	if x.misused {
		return 0, false
	}
	if x.method == http.MethodOptions {
		return 0, true
	}
	if x.route.kind == rootRoute {
		return 0, x.reads()
	}
	actions := recordActions
	if x.route.kind == collectionRoute {
		actions = collectionActions
	}
	method := x.method
	if x.reads() {
		method = http.MethodGet
	}
	for _, o := range actions {
		if o.method == method && x.endpoint().Has(o.action) {
			return o.action, true
		}
	}
	return 0, false
}

// permitRow asks the rule about the row that was loaded.
func (x *exchange) permitRow() error {
	if !x.loaded || x.method == http.MethodOptions {
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
	if x.cond.Holds(row) {
		return nil
	}
	return x.refuseRow(row)
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
		return nil, fmt.Errorf("load %s %d: %w", res.Name, x.id, err)
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
	if x.cond.Op == auth.True {
		return nil
	}
	holds, err := x.holdsOfWritten(tx, saved, x.cond)
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
	return x.holdsOfWritten(tx, x.saved, x.allowed(true))
}

// holdsOfWritten asks a condition about the row as it was written, of which saved is the representation.
func (x *exchange) holdsOfWritten(tx *store.Tx, saved *schema.Record, cond auth.Cond) (bool, error) {
	res := x.route.resource
	if res.members == nil {
		return cond.Holds(saved), nil
	}
	row := res.Type.Acquire()
	defer row.Release()
	if found, err := tx.Load(x.id, row); err != nil {
		return false, err
	} else if !found {
		return false, errVanished
	}
	return cond.Holds(row), nil
}

// refuseRow refuses what the rule does not allow on a row. One that the requester may not see is
// as if it were not there, as it is in lists.
func (x *exchange) refuseRow(rec *schema.Record) error {
	if !x.sees(rec) {
		return notFound()
	}
	return x.deny()
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
func (x *exchange) sees(rec *schema.Record) bool {
	return rec != nil && x.allowed(true).Holds(rec)
}
