// The login within a page that has refused a form.

package request

import (
	"errors"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// A session may end while somebody fills in a form. The page that refuses the form then has a login that
// carries the typed values. It writes nothing: the form comes back filled in, because write-only values
// have to be typed again, and the login may be somebody else's.

// wrongLogin is the message of Django's login form.
const wrongLogin = "Please enter a correct username and password. Note that both fields may be case-sensitive."

// logIn starts a session for a form with credentials, and makes the request show the form. Another site's
// page can neither log anybody in nor fill in the form.
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
	if errors.Is(err, auth.ErrSecondFactor) {
		return problem.New(problem.Forbidden, "This account has a second factor. Log in on the page of the login, in another tab, and send the form again.")
	}
	if err != nil {
		return err
	}
	if who == nil {
		return problem.New(problem.Forbidden, "%s", wrongLogin)
	}
	x.W.Header()["Cache-Control"] = PrivateResponse
	a.Requester = NewRequester(who)
	a.Form.Resumed = true
	if a.Form.Unread { // the requester is known now
		x.Unpack(a)
	}
	a.Form.ConfirmDelete = a.Method == http.MethodDelete && a.Route.offers(plan.Destroy)
	a.Form.Forget()
	a.readPageOnly()
	return nil
}

// logsIn reports whether the request is a page's form with credentials.
func logsIn(x *Exchange, a *Admission) bool {
	_, brought := a.Form.Get(pageapi.PasswordField)
	return brought && a.Format.IsPage() && a.Resource() != nil && a.Form.RelationSearch == "" && x.Service.Auth.HasLogin()
}
