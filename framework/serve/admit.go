// The first of the three calls: route, format, requester and permission.

package serve

import (
	"errors"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// admit runs the checks before an operation, in order. The first error refuses the request.
func admit(x *request.Exchange, a *request.Admission) (err error) {
	x.SecurityHeaders()
	if x.R.Body != nil && x.R.Body != http.NoBody && x.R.ContentLength != 0 {
		request.WatchBody(x, a)
	}
	if err := x.Enter(); err != nil {
		x.ReadRefusedForm(a, err)
		return err
	}
	if x.R.Header["Idempotency-Key"] != nil && x.R.Body != nil && !request.Safe(a.Method) {
		request.HashBody(x, &a.Sent)
	}
	if a.Target, err = x.FindRoute(); err != nil { // 404, redirect to the final slash
		return err
	}
	if entrance := x.Service; x.Hides(a) {
		defer func() {
			if err != nil && x.Service == entrance { // the requester may not see the member
				err = x.Hide(a)
			}
		}()
	}
	x.Timing.Step("route")
	if x.R.Header["Prefer"] != nil && !request.Safe(a.Method) {
		a.Prefers = request.ReadPreferences(x.R.Header["Prefer"])
	}
	if a.Route.View != nil {
		a.Operation = a.Route.View
		return a.RefuseDryRun()
	}
	if x.R.Method == http.MethodPost && media.IsForm(x.R.Header.Get("Content-Type")) {
		if err := request.Override(x, a); err != nil {
			return err
		}
	}
	x.Timing.Step("override")
	if a.Format, err = x.Negotiate(&a.Target); err != nil && !a.SendsFile() { // 404, 406
		return err
	}
	x.Timing.Step("negotiate")
	if x.Service.Routes.Versions != nil {
		if err := request.ChooseVersion(x, a); err != nil { // 404, 406
			return err
		}
	}
	if a.Format.IsPage() {
		if err := request.ReadPageParams(x, a); err != nil {
			return err
		}
		x.Timing.Step("show")
	}
	if err := request.Identify(x, a); err != nil { // 401, 403
		return err
	}
	if err := x.JoinAudience(a); err != nil {
		return err
	}
	x.AdmitExplanation(a)
	x.Timing.Step("identify")
	if err := permit(x, a); err != nil { // 401, 403, 405
		return err
	}
	if err := chooseZone(x, a); err != nil { // 400
		return err
	}
	x.Timing.Step("permit")
	return nil
}

// permit asks the rule of the route, checks that the route has the method, counts the request, and asks for the parent.
func permit(x *request.Exchange, a *request.Admission) error {
	a.Operation = a.Offered()
	if a.Cond = a.Permits(a.Operation); a.Cond.IsFalse() {
		refused := a.Operation
		a.Operation = nil
		return access.Deny(x, a, refused, nil)
	}
	if a.Operation == nil {
		return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", a.Method)
	}
	if a.Operation.Throttles != nil {
		if err := request.Throttle(x, a); err != nil { // 429
			return err
		}
	}
	if x.Service.Replica.Lag > 0 && request.Safe(a.Method) && !a.KeepsLists() && a.Requester.Signed == nil { // a signed file may be new
		x.MayLag(a.Requester)
	}
	if a.Route.Nested {
		return access.FindParent(x, a)
	}
	return nil
}

// reportRefusal reports a refusal by authentication or permission, or by CSRF protection, to the observer.
func reportRefusal(x *request.Exchange, a *request.Admission, refusal error) {
	e := auth.Event{Kind: auth.PermissionDeniedEvent, Scheme: auth.AnonymousScheme, Method: a.Method}.By(a.Requester.User)
	if a.Requester.Credentials != nil {
		e.Scheme = a.Requester.Credentials.Scheme
	}
	if who, ok := auth.CrossOrigin(refusal); ok {
		e.Kind = auth.CrossOriginEvent
		if who != nil {
			e.Scheme = who.Scheme
			e = e.By(&who.User)
		}
	} else if _, denied := errors.AsType[request.Denial](refusal); !denied {
		return
	}
	if a.Route != nil {
		e.Route = a.Route.RouterPattern
	}
	x.Service.Auth.Report(x.Context, x.R, e)
}
