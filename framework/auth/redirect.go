// Logins at other services, by redirects.

package auth

import "net/http"

// Redirects returns the schemes with a login at another service, in the order of the set.
func (a *Authenticator) Redirects() []Redirect { return a.redirects }

// Begin returns the address of the other service for the browser. The service redirects back to callback;
// next is the page after the login, on the host of the request.
func (d *Redirect) Begin(w http.ResponseWriter, r *http.Request, callback, next string) (address string, err error) {
	next, _ = SafeNext(r, next)
	return d.login.BeginLogin(w, r, callback, next)
}

// FinishLogin starts a session after a login at another service, and returns the page after the login. The error is
// ErrSecondFactor if a code has to follow.
func (a *Authenticator) FinishLogin(d *Redirect, w http.ResponseWriter, r *http.Request, callback string) (next string, err error) {
	r = r.WithContext(a.fromBy(r.Context(), w, r, d.Name))
	u, next, err := d.login.FinishLogin(w, r, callback)
	if err != nil {
		return "", err
	}
	next, _ = SafeNext(r, next)
	r = r.WithContext(Acting(r.Context(), LoginOperation, u, d.Name))
	if a.step != nil {
		return next, a.step.Begin(w, r, u)
	}
	return next, a.form.Renew(w, r, u)
}
