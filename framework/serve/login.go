package serve

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// A session may end while somebody fills in a form. The page that refuses the form then has a login
// that brings along what was typed. It writes nothing: the form comes back filled in, because what is
// write-only has to be typed again, and whoever logs in may be somebody else.

// wrongLogin is what Django's login form says.
const wrongLogin = "Please enter a correct username and password. Note that both fields may be case-sensitive."

// logIn starts a session for a form that brings credentials, and makes the request one that shows
// the form. Another site's page can neither log anybody in nor fill the form in.
func (x *exchange) logIn() error {
	x.header()["Cache-Control"] = notStored
	if err := auth.CheckOrigin(x.r, nil); err != nil {
		return err
	}
	username, _ := x.form.Get(UsernameField)
	password, _ := x.form.Get(PasswordField)
	if username == "" || password == "" {
		return problem.New(problem.Forbidden, "Please enter a username and a password.")
	}
	who, err := x.auth.Login(x.w, x.r.WithContext(x.ctx), username, password)
	if err != nil {
		return err
	}
	if who == nil {
		return problem.New(problem.Forbidden, "%s", wrongLogin)
	}
	x.header()["Cache-Control"] = privateAnswer
	x.setCredentials(who)
	x.form.Resumed = true
	x.unpack() // it is known who asks
	x.form.ConfirmDelete = x.method == http.MethodDelete && x.route.kind == recordRoute && x.endpoint().Has(plan.Destroy)
	x.once = nil
	x.form.forget()
	x.readPageOnly()
	return nil
}

// logsIn reports whether the request is a form of a page that brings credentials.
func (x *exchange) logsIn() bool {
	_, sent := x.form.Get(PasswordField)
	return sent && x.format != nil && x.format.page && x.endpoint() != nil && x.form.RelationSearch == "" && x.auth.HasLogin()
}
