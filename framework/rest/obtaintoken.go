// Tokens for a name and a password.

package rest

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/source"
)

// ObtainToken makes a token for the account with a name and a password, by the first scheme of the set that makes
// some, such as token.Scheme. It is "" where name or password are wrong or the account is inactive, and a
// *problem.Error where the client has to wait. It stores the token at once, whatever becomes of the request: an
// operation that calls it is NonAtomic.
func (c *Call) ObtainToken(username, password string) (secret string, err error) {
	return c.call.ObtainToken(username, password)
}

// tokenRequest is what a client sends for a token.
type tokenRequest struct {
	Username string `rest:"username"`
	Password string `rest:"password,multiline"` // a text that is kept as it is sent
}

// tokenAnswer is what it gets.
type tokenAnswer struct {
	Token string `rest:"token"`
}

// ObtainAuthToken is an endpoint that gives a token to whoever sends a username and a password, as
// Django REST framework's obtain_auth_token:
//
//	rest.NewSet("tracker", rest.ObtainAuthToken("/api-token-auth/"), …).
//		Schemes(token.Scheme{Compatible: true}, session.Scheme{}, basic.Scheme{})
//
// It answers JSON, {"token": "…"}, ignores what else is sent, and says the same of an unknown account, a wrong
// password and an inactive account, with 400. Who guesses is slowed down as at a login. Each request makes another
// token, because only hashes are stored; an account has at most 1,000 of them, and the oldest go first.
func ObtainAuthToken(path string) Resource {
	e := Endpoint(path, func(c *Call, in tokenRequest) (tokenAnswer, error) {
		secret, err := c.ObtainToken(in.Username, in.Password)
		if err == nil && secret == "" {
			var fields problem.Fields
			fields.Add(problem.NonField, "Unable to log in with provided credentials.")
			err = fields.Err()
		}
		return tokenAnswer{secret}, err
	}, Allow(permission.Anyone), NonAtomic(), RenderedAs("json"), Requesting(Lenient()),
		Describe("Gives a token to whoever sends the name and the password of an account.")).(endpoint)
	e.action.Tokens, e.action.At = true, source.CallerOf(1)
	return e
}
