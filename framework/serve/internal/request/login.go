// A login on the page that refuses a form.

package request

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
func logIn(x *Exchange, a *Admission) error {
	x.W.Header()["Cache-Control"] = notStored
	if err := auth.CheckOrigin(x.R, nil); err != nil {
		return err
	}
	username, _ := a.Form.Get(pageapi.UsernameField)
	password, _ := a.Form.Get(pageapi.PasswordField)
	if username == "" || password == "" {
		return problem.New(problem.Forbidden, "Please enter a username and a password.")
	}
	who, err := x.Service.Auth.Login(x.W, x.R.WithContext(x.Context), username, password)
	if err != nil {
		return err
	}
	if who == nil {
		return problem.New(problem.Forbidden, "%s", wrongLogin)
	}
	x.W.Header()["Cache-Control"] = PrivateResponse
	a.Requester = NewRequester(who)
	a.Form.Resumed = true
	if a.Form.Unread { // it is known who asks
		x.Unpack(a)
	}
	a.Form.ConfirmDelete = a.Method == http.MethodDelete && a.Route.offers(plan.Destroy)
	a.Form.Forget()
	a.readPageOnly()
	return nil
}

// logsIn reports whether the request is a form of a page that brings credentials.
func logsIn(x *Exchange, a *Admission) bool {
	_, brought := a.Form.Get(pageapi.PasswordField)
	return brought && a.Format.IsPage() && a.Resource() != nil && a.Form.RelationSearch == "" && x.Service.Auth.HasLogin()
}
