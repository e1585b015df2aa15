// Authentication of the requester.

package request

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// Identify authenticates the requester. From here on the response depends on the credentials.
func Identify(x *Exchange, a *Admission) error {
	x.W.Header()["Vary"] = x.Service.Negotiation.Vary.Known
	if signed, err := identifySigned(x, a); signed {
		return err
	}
	if a.Form.Posted != nil && logsIn(x, a) {
		if err := a.RefuseDryRun(); err != nil {
			return err
		}
		return logIn(x, a)
	}
	who, err := x.Service.Auth.Authenticate(x.Context, x.W, x.R)
	if err != nil {
		x.W.Header()["Cache-Control"] = notStored
		return err
	}
	a.Requester.Known = true
	if who != nil {
		x.W.Header()["Cache-Control"] = PrivateResponse
		if err := x.FindGrants(who); err != nil {
			return err
		}
		a.Requester = NewRequester(who)
	}
	a.Requester.At = x.Service.Options.Now()
	return nil
}

// FindGrants reads the groups and permissions of an account, if rules need them.
func (x *Exchange) FindGrants(who *auth.Credentials) (err error) {
	if x.Service.Routes.Grants != nil {
		who.Groups, who.Permissions, err = x.Service.Routes.Grants.Of(x.Context, who.User.ID)
	}
	return err
}

// JoinAudience switches to the service of the requester, whose routes have the same paths.
func (x *Exchange) JoinAudience(a *Admission) error {
	if x.Service.ServiceOf == nil {
		return nil
	}
	service, err := x.Service.ServiceOf(a.Requester)
	if err != nil || service == x.Service && !a.Route.Content {
		return err
	}
	path := x.R.URL.Path
	if a.Suffix != "" {
		path, _ = media.SplitSuffix(path)
	}
	t, found := service.Routes.find(path)
	if !found {
		return NotFound()
	}
	t.Suffix = a.Suffix
	if a.Version != nil {
		t.Version = service.Routes.Versions.counterpart(a.Version, x.Service.Routes.Versions)
		t.enterVersion()
	}
	x.Service, a.Target = service, t
	return nil
}

// Hide refuses a request for a hidden path as one for a path that does not exist.
func (x *Exchange) Hide(a *Admission) error {
	h := x.W.Header()
	h["Vary"], h["Referrer-Policy"] = x.Service.Negotiation.Vary.unknown, sameOrigin
	delete(h, "Cache-Control")
	if a.Version != nil {
		for name := range a.Version.header {
			delete(h, name)
		}
	}
	a.Target, a.Format, a.Requester = Target{}, Negotiated{}, Requester{}
	return NotFound()
}

// RefuseDryRun refuses a dry run outside of operations, such as of a login: it has no transaction.
func (a *Admission) RefuseDryRun() error {
	if !a.Prefers.DryRun {
		return nil
	}
	return problem.New(problem.Malformed, "This cannot be tried: Prefer: dry-run is for what is done in a transaction.")
}
