// Tokens for a name and a password.

package rest

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/source"
)

// ObtainToken makes a token for the account with a name and a password, by the first scheme of the set that
// makes some, such as token.Scheme. It returns "" if the name or password is wrong or the account is
// inactive, and a *problem.Error if the client must wait. It stores the token at once, even if the request
// fails: an operation that calls it is NonAtomic.
func (c *Call) ObtainToken(username, password string) (secret string, err error) {
	return c.call.ObtainToken(username, password)
}

// NewToken makes a token of an account that has proved who it is: after its sign-up, or by another service. It asks for no
// password, so the code answers for the proof. The token has all scopes, whatever those of the requester. It has the name and the lifetime of an obtained one, and is counted
// among these. It is stored at once, even if the request fails: an operation that calls it is NonAtomic, and calls it behind
// Atomic. Without an active account with the key it is an error.
func (c *Call) NewToken(account int64) (secret string, err error) { return c.call.NewToken(account) }

// tokenRequest is the input of a request for a token.
type tokenRequest struct {
	Username string `rest:"username"`
	Password string `rest:"password,multiline"` // a text that is not trimmed
}

// tokenAnswer is the response.
type tokenAnswer struct {
	Token string `rest:"token"`
}

// ObtainAuthToken is an endpoint that returns a token for a username and a password, as Django REST
// framework's obtain_auth_token:
//
//	rest.NewSet("tracker", rest.ObtainAuthToken("/api-token-auth/"), …).
//		Schemes(token.Scheme{Compatible: true}, session.Scheme{}, basic.Scheme{})
//
// It responds in JSON, {"token": "…"}, ignores other input, and has the same response for an unknown
// account, a wrong password and an inactive account, with 400. Guesses are delayed as in a login. Each
// request makes another token, because only hashes are stored; an account has at most 1,000 of them, and
// the oldest are removed first.
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
		Describe("Returns a token for the username and password of an account.")).(endpoint)
	e.action.Tokens, e.action.At = true, source.CallerOf(1)
	return e
}
