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

// Admission holds the results of admit: target, format, requester and operation. A refused request has the
// results so far. Operations read it and do not change it.
type Admission struct {
	Target
	Method    string // after a form's _method
	Format    Negotiated
	Sent      Sent
	Form      pageapi.Form // control fields of a page's form
	Requester Requester
	Cond      predicate.Expr // the part of the rule that depends on rows
	Above     schema.Key     // key of the parent record; zero for none
	Prefers   Preferences    // preferences of a write
	Operation *Operation     // nil before the request is admitted
}

// Requester is the requester of a request, with the rules' answers.
type Requester struct {
	Known       bool              // the request was authenticated, also as anonymous
	Credentials *auth.Credentials // nil for an anonymous request
	User        *auth.User        // user of the credentials
	asks        permission.User   // the same for rules
	At          time.Time         // time of the request
	reduced     []reduction       // see Reduce
	Signed      *Signature        // permits an anonymous requester to read a file; nil for none
}

// reduction is the cached answer of a rule.
type reduction struct {
	rule permission.Rule
	safe bool
	left predicate.Expr
}

// Reduce returns the condition that a rule of the plan leaves for the requester: see permission.Reduce. It
// caches the answer, because a write asks the same rules several times.
func (requester *Requester) Reduce(rule permission.Rule, safe bool) predicate.Expr {
	if requester.Signed != nil { // only for a read of the one file
		return predicate.Constant(true)
	}
	if !permission.Compiled(rule) {
		return permission.Reduce(rule, requester.Request(safe))
	}
	for i := range requester.reduced {
		if known := &requester.reduced[i]; known.safe == safe && known.rule == rule {
			return known.left
		}
	}
	left := permission.Reduce(rule, requester.Request(safe))
	if requester.reduced == nil {
		room := 4 // rules of a write
		if safe {
			room = 1 // most reads ask one rule
		}
		requester.reduced = make([]reduction, 0, room)
	}
	requester.reduced = append(requester.reduced, reduction{rule, safe, left})
	return left
}

// Request returns a request of the requester, for rules.
func (requester *Requester) Request(safe bool) permission.Request {
	return permission.Request{User: requester.asks, Safe: safe, Now: requester.At}
}

// NewRequester returns the requester with some credentials; nil is anonymous.
func NewRequester(who *auth.Credentials) Requester {
	if who == nil {
		return Requester{Known: true}
	}
	return Requester{Known: true, Credentials: who, User: &who.User, asks: who}
}

// Denial is a refusal by a rule.
type Denial struct {
	Refusal *problem.Error
	Key     schema.Key // of the row that is refused; zero where that is not known
}

func (d Denial) Error() string { return d.Refusal.Error() }

// Unwrap returns the error for the client.
func (d Denial) Unwrap() error { return d.Refusal }

// SendsFile reports whether the request is for the content of a file, which has no negotiated format.
func (a *Admission) SendsFile() bool { return a.Route.Content && Reads(a.Method) }

// Destroys reports whether the request deletes the record.
func (a *Admission) Destroys() bool {
	return a.Operation.Builtin&(plan.Destroy|plan.DestroyList) != 0
}

// KeepsLists reports whether the request is for a list whose pages are kept. All about it is read from the primary: a
// replica may lag behind the state of the database.
func (a *Admission) KeepsLists() bool {
	return a.Operation.Builtin == plan.List && a.Route.Res.KeepLists
}

// Offered returns the operation of the request, or nil if the route lacks it. Every route has OPTIONS.
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

// Allowed returns the condition on rows that the rule of the route leaves for the requester.
func (a *Admission) Allowed(safe bool) predicate.Expr {
	left := a.Requester.Reduce(a.Route.Rule, safe)
	if a.Route.Nested && !a.Above.IsZero() {
		return predicate.And(left, a.Below())
	}
	return left
}

// Permits returns the condition on rows that the scopes of the credentials and the rules leave for the
// requester of an operation. o is nil if the route lacks the operation. An operation with its own rule
// requires permission to read the row.
func (a *Admission) Permits(o *Operation) predicate.Expr {
	if o != nil && !o.InScope(a.Requester.Credentials) {
		return predicate.Constant(false)
	}
	return a.Ruled(o)
}

// Ruled is Permits without the scopes of the credentials.
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

// Below returns the condition that a row belongs to the parent record of the path.
func (a *Admission) Below() predicate.Expr {
	f := a.Route.Res.Parent.Field
	return predicate.Expr{Op: predicate.OpEq, Name: f.Column, Index: f.Index, Value: a.Above.Arg()}
}

// Planned returns the plan's resource of the target, nil for none.
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
