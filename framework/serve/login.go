// A login on the page that refuses a form.

package serve

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// A session may end while somebody fills in a form. The page that refuses the form then has a login
// that brings along what was typed. It writes nothing: the form comes back filled in, because what is
// write-only has to be typed again, and whoever logs in may be somebody else.

// wrongLogin is what Django's login form says.
const wrongLogin = "Please enter a correct username and password. Note that both fields may be case-sensitive."

// logIn starts a session for a form that brings credentials, and makes the request one that shows
// the form. Another site's page can neither log anybody in nor fill the form in.
func logIn(x *exchange, a *admission) error {
	x.w.Header()["Cache-Control"] = notStored
	if err := auth.CheckOrigin(x.r, nil); err != nil {
		return err
	}
	username, _ := a.form.Get(pageapi.UsernameField)
	password, _ := a.form.Get(pageapi.PasswordField)
	if username == "" || password == "" {
		return problem.New(problem.Forbidden, "Please enter a username and a password.")
	}
	who, err := x.h.auth.Login(x.w, x.r.WithContext(x.ctx), username, password)
	if err != nil {
		return err
	}
	if who == nil {
		return problem.New(problem.Forbidden, "%s", wrongLogin)
	}
	x.w.Header()["Cache-Control"] = privateResponse
	a.requester = newRequester(who)
	a.form.Resumed = true
	if a.form.Unread { // it is known who asks
		x.unpack(a)
	}
	a.form.ConfirmDelete = a.method == http.MethodDelete && a.route.offers(plan.Destroy)
	a.form.Forget()
	a.readPageOnly()
	return nil
}

// logsIn reports whether the request is a form of a page that brings credentials.
func logsIn(x *exchange, a *admission) bool {
	_, brought := a.form.Get(pageapi.PasswordField)
	return brought && a.format.isPage() && a.resource() != nil && a.form.RelationSearch == "" && x.h.auth.HasLogin()
}
