// Whether the session of a request has ended by it.

package pagerequest

import "net/http"

// ended reports whether the operation has ended the session of the request without beginning another. Its
// page greets nobody: the next one will not know the requester either.
func (p *pageRequest) ended() bool {
	x, a := p.x, p.a
	who := a.Requester.Credentials
	if who == nil || who.Session == "" || a.Operation == nil || a.Operation.Resource != nil || a.Operation.Safe() {
		return false
	}
	cookies := x.Service.Auth.Cookies()
	name := cookies.Session().For(cookies.SecureFor(x.R))
	for _, line := range x.W.Header()["Set-Cookie"] {
		if c, err := http.ParseSetCookie(line); err == nil && c.Name == name {
			return c.Value == ""
		}
	}
	still, err := x.Service.Auth.LoggedIn(x.Context, x.R)
	return err == nil && still == nil
}
