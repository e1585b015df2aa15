// The first of the three calls: route, format, who asks, and whether they may.

package serve

import (
	"errors"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/request"
)

// admit lets a request in, step by step. The first error refuses it.
func admit(x *exchange, a *admission) (err error) {
	x.securityHeaders()
	if x.r.Body != nil && x.r.Body != http.NoBody && x.r.ContentLength != 0 {
		watchBody(x, a)
	}
	if err := x.enter(); err != nil {
		x.readRefusedForm(a, err)
		return err
	}
	if x.r.Header["Idempotency-Key"] != nil && x.r.Body != nil && !safe(a.method) {
		hashBody(x, &a.sent)
	}
	if a.target, err = x.findRoute(); err != nil { // 404, redirect to the final slash
		return err
	}
	x.timing.step("route")
	if x.r.Header["Prefer"] != nil && !safe(a.method) {
		a.prefers = request.ReadPreferences(x.r.Header["Prefer"])
	}
	if a.route.view != nil {
		a.operation = a.route.view
		return a.refuseDryRun()
	}
	if x.r.Method == http.MethodPost && media.IsForm(x.r.Header.Get("Content-Type")) {
		if err := override(x, a); err != nil {
			return err
		}
	}
	x.timing.step("override")
	if a.format, err = x.negotiate(&a.target); err != nil && !a.sendsFile() { // 404, 406
		return err
	}
	x.timing.step("negotiate")
	if x.h.routes.versions != nil {
		if err := chooseVersion(x, a); err != nil { // 404, 406
			return err
		}
	}
	if a.format.isPage() {
		if err := readPageParams(x, a); err != nil {
			return err
		}
		x.timing.step("show")
	}
	if err := identify(x, a); err != nil { // 401, 403
		return err
	}
	if err := x.joinAudience(a); err != nil {
		return err
	}
	x.timing.step("identify")
	if err := permit(x, a); err != nil { // 401, 403, 405
		return err
	}
	if err := chooseZone(x, a); err != nil { // 400
		return err
	}
	x.timing.step("permit")
	return nil
}

// permit asks the rule of the route, and then whether the method is offered at all.
func permit(x *exchange, a *admission) error {
	a.operation = a.offered()
	if a.cond = a.permits(a.operation); a.cond.IsFalse() {
		refused := a.operation
		a.operation = nil
		return deny(x, a, refused, nil)
	}
	if a.operation == nil {
		return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", a.method)
	}
	if a.operation.Throttles != nil {
		if err := throttle(x, a); err != nil { // 429
			return err
		}
	}
	if x.h.replica.lag > 0 && safe(a.method) {
		x.mayLag(a.requester)
	}
	if a.route.Nested {
		return findParent(x, a)
	}
	return nil
}

// reportRefusal tells of a request that is refused because of who asks, or of the page that sends it.
func reportRefusal(x *exchange, a *admission, refusal error) {
	e := auth.Event{Kind: auth.PermissionDeniedEvent, Scheme: auth.AnonymousScheme, Method: a.method}.By(a.requester.user)
	if a.requester.credentials != nil {
		e.Scheme = a.requester.credentials.Scheme
	}
	if who, ok := auth.CrossOrigin(refusal); ok {
		e.Kind = auth.CrossOriginEvent
		if who != nil {
			e.Scheme = who.Scheme
			e = e.By(&who.User)
		}
	} else if _, denied := errors.AsType[denial](refusal); !denied {
		return
	}
	if a.route != nil {
		e.Route = a.route.pattern
	}
	x.h.auth.Report(x.ctx, x.r, e)
}
