// Finding out who asks.

package serve

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// identify finds out who asks. From here on the response depends on the credentials.
func identify(x *exchange, a *admission) error {
	x.w.Header()["Vary"] = x.h.negotiation.vary.known
	if a.form.Posted != nil && logsIn(x, a) {
		if err := a.refuseDryRun(); err != nil {
			return err
		}
		return logIn(x, a)
	}
	who, err := x.h.auth.Authenticate(x.ctx, x.w, x.r)
	if err != nil {
		x.w.Header()["Cache-Control"] = notStored
		return err
	}
	a.requester.known = true
	if who != nil {
		x.w.Header()["Cache-Control"] = privateResponse
		if err := x.findGrants(who); err != nil {
			return err
		}
		a.requester = newRequester(who)
	}
	a.requester.at = x.h.options.Now()
	return nil
}

// findGrants reads the groups and permissions of an account, where rules ask for them.
func (x *exchange) findGrants(who *auth.Credentials) (err error) {
	if x.h.routes.grants != nil {
		who.Groups, who.Permissions, err = x.h.routes.grants.Of(x.ctx, who.User.ID)
	}
	return err
}

// joinAudience goes on with the service of the requester, whose routes have the same paths.
func (x *exchange) joinAudience(a *admission) error {
	if x.h.serviceOf == nil {
		return nil
	}
	h, err := x.h.serviceOf(a.requester)
	if err != nil || h == x.h {
		return err
	}
	path := x.r.URL.Path
	if a.suffix != "" {
		path, _ = media.SplitSuffix(path)
	}
	t, found := h.routes.find(path)
	if !found {
		return NotFound()
	}
	t.suffix = a.suffix
	if a.version != nil {
		t.version = h.routes.versions.counterpart(a.version, x.h.routes.versions)
		t.enterVersion()
	}
	x.h, a.target = h, t
	return nil
}

// refuseDryRun refuses a dry run of what is no operation, such as a login: it has no transaction.
func (a *admission) refuseDryRun() error {
	if !a.prefers.DryRun {
		return nil
	}
	return problem.New(problem.Malformed, "This cannot be tried: Prefer: dry-run is for what is done in a transaction.")
}
