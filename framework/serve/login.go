package serve

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// A session may end while somebody fills in a form. The page that refuses the form then has a login
// that brings along what was typed. It writes nothing: the form comes back filled in, because what is
// write-only has to be typed again, and whoever logs in may be somebody else.
const (
	usernameField = "_username"
	passwordField = "_password"
	// retypeField names the write-only fields that were filled in: their values are not brought along.
	retypeField = "_retype"
)

// wrongLogin is what Django's login form says.
const wrongLogin = "Please enter a correct username and password. Note that both fields may be case-sensitive."

// logIn starts a session for a form that brings credentials, and makes the request one that shows
// the form. Another site's page can neither log anybody in nor fill the form in.
func (x *exchange) logIn() error {
	x.header()["Cache-Control"] = notStored
	if err := auth.CheckOrigin(x.r, nil); err != nil {
		return err
	}
	username, _ := last(x.posted, usernameField)
	password, _ := last(x.posted, passwordField)
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
	x.resumed = true
	x.unpack() // it is known who asks
	x.confirming = x.method == http.MethodDelete && x.route.kind == recordRoute && x.endpoint().Has(rest.Destroy)
	x.once, x.overridden, x.misused = nil, false, false
	x.look()
	return nil
}

// logsIn reports whether the request is a form of a page that brings credentials.
func (x *exchange) logsIn() bool {
	_, sent := x.posted[passwordField]
	return sent && x.format != nil && x.format.kind == asPage && x.endpoint() != nil && x.finding == "" && x.auth.HasLogin()
}
