// What a request asks for, and who asks.

package serve

import (
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// admission is what a request asks for, and who asks: what admit has found out. Of a request that is
// refused on the way it is what was found by then. The operation reads it and changes nothing.
type admission struct {
	target
	method    string // after a form's _method
	format    negotiated
	sent      sent
	form      pageapi.Form // what a form of a page says of itself
	requester requester
	cond      predicate.Expr      // what the rule leaves open about rows
	above     schema.Key          // of the record that the rows are below; zero for none
	prefers   request.Preferences // of a write
	operation *operation          // nil before the request is admitted
}

// requester is who asks.
type requester struct {
	known       bool              // it was found out who asks
	credentials *auth.Credentials // nil for an anonymous request
	user        *auth.User        // of the credentials
	asks        permission.User   // the same, as rules see it
	at          time.Time         // of the request
	reduced     []reduction       // see reduce
}

// reduction is what a rule leaves open for a requester.
type reduction struct {
	rule permission.Rule
	safe bool
	left predicate.Expr
}

// reduce answers what a rule of the plan says to the requester: see permission.Reduce. A write asks the same ones several
// times.
func (q *requester) reduce(rule permission.Rule, safe bool) predicate.Expr {
	if !permission.Compiled(rule) {
		return permission.Reduce(rule, q.request(safe))
	}
	for i := range q.reduced {
		if known := &q.reduced[i]; known.safe == safe && known.rule == rule {
			return known.left
		}
	}
	left := permission.Reduce(rule, q.request(safe))
	if q.reduced == nil {
		q.reduced = make([]reduction, 0, 4) // as many as most requests ask
	}
	q.reduced = append(q.reduced, reduction{rule, safe, left})
	return left
}

// request is a request of the requester, as rules see it.
func (q *requester) request(safe bool) permission.Request {
	return permission.Request{User: q.asks, Safe: safe, Now: q.at}
}

// newRequester is who has such credentials; nil is nobody.
func newRequester(who *auth.Credentials) requester {
	if who == nil {
		return requester{known: true}
	}
	return requester{known: true, credentials: who, user: &who.User, asks: who}
}

// denial is the refusal of a request by the rule.
type denial struct{ refusal *problem.Error }

func (d denial) Error() string { return d.refusal.Error() }

// Unwrap returns what the client is told.
func (d denial) Unwrap() error { return d.refusal }

// sendsFile reports whether the request is for the content of a file, whatever it accepts.
func (a *admission) sendsFile() bool { return a.route.content && reads(a.method) }

// destroys reports whether the request deletes the record.
func (a *admission) destroys() bool {
	return a.operation.Builtin&(plan.Destroy|plan.DestroyList) != 0
}

// offered is the operation that the request asks for, nil where the route does not offer it. OPTIONS
// is always offered.
func (a *admission) offered() *operation {
	method := a.method
	switch {
	case a.form.BadOverride:
		return nil
	case method == http.MethodOptions:
		return a.route.options
	case method == http.MethodHead:
		method = http.MethodGet
	}
	for _, o := range a.route.offered {
		if o.Method == method {
			return o
		}
	}
	return nil
}

// allowed is what the rule of the route says to the requester; what it leaves open depends on the row.
func (a *admission) allowed(safe bool) predicate.Expr {
	left := a.requester.reduce(a.route.access, safe)
	if a.route.Nested && !a.above.IsZero() {
		return predicate.And(left, a.below())
	}
	return left
}

// permits is what the scopes of the credentials and the rules say to the requester of an operation, which is nil for
// one that the route does not offer. One with a rule of its own is for whoever may read the row.
func (a *admission) permits(o *operation) predicate.Expr {
	if o != nil && !o.inScope(a.requester.credentials) {
		return predicate.Constant(false)
	}
	return a.ruled(o)
}

// ruled is permits by the rules alone, whatever the scopes of the credentials.
func (a *admission) ruled(o *operation) predicate.Expr {
	if o == nil || o.Access == nil {
		method := a.method
		if o != nil {
			method = o.Method
		}
		return a.allowed(safe(method))
	}
	own := a.requester.reduce(o.Access, o.Safe())
	if o.Resource == nil {
		return own
	}
	return predicate.And(a.allowed(true), own)
}

// below is the condition that a row is below the record of the path.
func (a *admission) below() predicate.Expr {
	f := a.route.resource.Parent.Field
	return predicate.Expr{Op: predicate.OpEq, Name: f.Column, Index: f.Index, Value: a.above.Arg()}
}

// planned is the resource of the plan that the target is of, nil for none.
func (t *target) planned() *plan.Resource {
	if res := t.resource(); res != nil {
		return res.Resource
	}
	return nil
}

// reads reports whether a method reads a representation.
func reads(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// safe reports whether a method changes nothing, by RFC 9110.
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
