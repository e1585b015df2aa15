// Logins at other services.

package auth

import "net/http"

// Redirects are the schemes that people log in to at other services, in the order of the set.
func (a *Authenticator) Redirects() []Redirect { return a.redirects }

// Begin sends the browser to the other service, which sends it back to the address callback; next is where the login
// leads to then, on the host of the request.
func (d *Redirect) Begin(w http.ResponseWriter, r *http.Request, callback, next string) (address string, err error) {
	next, _ = SafeNext(r, next)
	return d.login.BeginLogin(w, r, callback, next)
}

// FinishLogin starts a session for whoever comes back from another service, and returns where the login leads to.
func (a *Authenticator) FinishLogin(d *Redirect, w http.ResponseWriter, r *http.Request, callback string) (next string, err error) {
	r = r.WithContext(a.fromBy(r.Context(), w, r, d.Name))
	u, next, err := d.login.FinishLogin(w, r, callback)
	if err != nil {
		return "", err
	}
	next, _ = SafeNext(r, next)
	return next, a.form.Renew(w, r.WithContext(Acting(r.Context(), LoginOperation, u, d.Name)), u)
}
