// The person whom the header of a page greets.

package pagerequest

import (
	"net/http"

	"example.com/resourceful/framework/auth"
)

// greeted returns the requester, or nil if the operation has ended the session of the request without
// beginning another: the next page will not know them either.
func (p *pageRequest) greeted() *auth.User {
	x, a := p.x, p.a
	who := a.Requester.Credentials
	if who == nil || who.Session == "" || a.Operation == nil || a.Operation.Resource != nil || a.Operation.Safe() {
		return a.Requester.User
	}
	cookies := x.Service.Auth.Cookies()
	name := cookies.Session().For(cookies.SecureFor(x.R))
	for _, line := range x.W.Header()["Set-Cookie"] {
		if c, err := http.ParseSetCookie(line); err == nil && c.Name == name {
			if c.Value == "" {
				return nil
			}
			return a.Requester.User
		}
	}
	if still, err := x.Service.Auth.LoggedIn(x.Context, x.R); err == nil && still == nil {
		return nil
	}
	return a.Requester.User
}
