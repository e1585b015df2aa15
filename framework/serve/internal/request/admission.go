// Admission: the target, format, requester and operation of a request.

package request

import (
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Admission is what a request asks for, and who asks: what admit has found out. Of a request that is
// refused on the way it is what was found by then. The operation reads it and changes nothing.
type Admission struct {
	Target
	Method    string // after a form's _method
	Format    Negotiated
	Sent      Sent
	Form      pageapi.Form // what a form of a page says of itself
	Requester Requester
	Cond      predicate.Expr // what the rule leaves open about rows
	Above     schema.Key     // of the record that the rows are below; zero for none
	Prefers   Preferences    // of a write
	Operation *Operation     // nil before the request is admitted
}

// Requester is who asks.
type Requester struct {
	Known       bool              // it was found out who asks
	Credentials *auth.Credentials // nil for an anonymous request
	User        *auth.User        // of the credentials
	asks        permission.User   // the same, as rules see it
	At          time.Time         // of the request
	reduced     []reduction       // see Reduce
}

// reduction is what a rule leaves open for a requester.
type reduction struct {
	rule permission.Rule
	safe bool
	left predicate.Expr
}

// Reduce answers what a rule of the plan says to the requester: see permission.Reduce. A write asks the same ones several
// times.
func (q *Requester) Reduce(rule permission.Rule, safe bool) predicate.Expr {
	if !permission.Compiled(rule) {
		return permission.Reduce(rule, q.Request(safe))
	}
	for i := range q.reduced {
		if known := &q.reduced[i]; known.safe == safe && known.rule == rule {
			return known.left
		}
	}
	left := permission.Reduce(rule, q.Request(safe))
	if q.reduced == nil {
		q.reduced = make([]reduction, 0, 4) // as many as most requests ask
	}
	q.reduced = append(q.reduced, reduction{rule, safe, left})
	return left
}

// Request is a request of the requester, as rules see it.
func (q *Requester) Request(safe bool) permission.Request {
	return permission.Request{User: q.asks, Safe: safe, Now: q.At}
}

// NewRequester is who has such credentials; nil is nobody.
func NewRequester(who *auth.Credentials) Requester {
	if who == nil {
		return Requester{Known: true}
	}
	return Requester{Known: true, Credentials: who, User: &who.User, asks: who}
}

// Denial is the refusal of a request by the rule.
type Denial struct{ Refusal *problem.Error }

func (d Denial) Error() string { return d.Refusal.Error() }

// Unwrap returns what the client is told.
func (d Denial) Unwrap() error { return d.Refusal }

// SendsFile reports whether the request is for the content of a file, whatever it accepts.
func (a *Admission) SendsFile() bool { return a.Route.Content && Reads(a.Method) }

// Destroys reports whether the request deletes the record.
func (a *Admission) Destroys() bool {
	return a.Operation.Builtin&(plan.Destroy|plan.DestroyList) != 0
}

// Offered is the operation that the request asks for, nil where the route does not offer it. OPTIONS
// is always offered.
func (a *Admission) Offered() *Operation {
	method := a.Method
	switch {
	case a.Form.BadOverride:
		return nil
	case method == http.MethodOptions:
		return a.Route.Options
	case method == http.MethodHead:
		method = http.MethodGet
	}
	for _, o := range a.Route.Offered {
		if o.Method == method {
			return o
		}
	}
	return nil
}

// Allowed is what the rule of the route says to the requester; what it leaves open depends on the row.
func (a *Admission) Allowed(safe bool) predicate.Expr {
	left := a.Requester.Reduce(a.Route.Rule, safe)
	if a.Route.Nested && !a.Above.IsZero() {
		return predicate.And(left, a.Below())
	}
	return left
}

// Permits is what the scopes of the credentials and the rules say to the requester of an operation, which is nil for
// one that the route does not offer. One with a rule of its own is for whoever may read the row.
func (a *Admission) Permits(o *Operation) predicate.Expr {
	if o != nil && !o.InScope(a.Requester.Credentials) {
		return predicate.Constant(false)
	}
	return a.Ruled(o)
}

// Ruled is Permits by the rules alone, whatever the scopes of the credentials.
func (a *Admission) Ruled(o *Operation) predicate.Expr {
	if o == nil || o.Access == nil {
		method := a.Method
		if o != nil {
			method = o.Method
		}
		return a.Allowed(Safe(method))
	}
	own := a.Requester.Reduce(o.Access, o.Safe())
	if o.Resource == nil {
		return own
	}
	return predicate.And(a.Allowed(true), own)
}

// Below is the condition that a row is below the record of the path.
func (a *Admission) Below() predicate.Expr {
	f := a.Route.Res.Parent.Field
	return predicate.Expr{Op: predicate.OpEq, Name: f.Column, Index: f.Index, Value: a.Above.Arg()}
}

// Planned is the resource of the plan that the target is of, nil for none.
func (t *Target) Planned() *plan.Resource {
	if res := t.Resource(); res != nil {
		return res.Resource
	}
	return nil
}

// Reads reports whether a method reads a representation.
func Reads(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// Safe reports whether a method changes nothing, by RFC 9110.
func Safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
