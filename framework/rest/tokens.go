// Tokens of the requester.

package rest

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// tokenInput is the input for a new token.
type tokenInput struct {
	Name    string     `rest:"name" validate:"max=100"`
	Scopes  *[]string  `rest:"scopes" validate:"min=1,max=50"`
	Expires *time.Time `rest:"expires"`
}

// shownToken is a token in a response to its owner.
type shownToken struct {
	ID       string     `rest:"id"`
	Name     string     `rest:"name"`
	Prefix   string     `rest:"prefix"`
	Scopes   *[]string  `rest:"scopes"`
	Created  time.Time  `rest:"created"`
	Expires  *time.Time `rest:"expires"`
	LastUsed *time.Time `rest:"last_used"`
}

// madeToken is a new token with its secret, which is shown once.
type madeToken struct {
	ID      string     `rest:"id"`
	Name    string     `rest:"name"`
	Token   string     `rest:"token"`
	Scopes  *[]string  `rest:"scopes"`
	Created time.Time  `rest:"created"`
	Expires *time.Time `rest:"expires"`
}

// tokens are the endpoints of Tokens.
type tokens struct{ endpoints []*declaration.Action }

func (t tokens) declare() *declaration.ViewSet { return &declaration.ViewSet{Endpoints: t.endpoints} }

// Tokens are the tokens of the requester, each with a name, scopes and an expiry, at a path such as
// "/tokens/":
//
//	rest.NewSet("tracker", rest.Tokens("/tokens/"), …).Schemes(token.Scheme{}, session.Scheme{})
//
// GET lists those that are not revoked. POST with a name, and optionally scopes (see [Scope]) and the time
// at which it expires, makes one; only its response contains the token itself. DELETE of "/tokens/{id}/"
// revokes one. The pages have a form for each. A client that uses a token, or whose credentials are
// limited, makes none: a stolen token cannot extend its lifetime.
func Tokens(path string) Resource {
	record := path + "{id}/"
	list := Endpoint(path, func(c *Call, _ None) ([]shownToken, error) {
		all, err := c.call.Tokens().List()
		shown := make([]shownToken, len(all))
		for i := range all {
			shown[i] = shownTokenOf(&all[i])
		}
		return shown, err
	}, GET, Allow(permission.SignedIn), InAccountMenu("Tokens"), Describe("The tokens of your account."))
	create := Endpoint(path, createToken, Allow(permission.SignedIn), NonAtomic(), Status(201),
		Describe("Makes a token, which is shown once. Without scopes it may do all that you may."))
	retrieve := Endpoint(record, func(c *Call, _ None) (shownToken, error) {
		all, err := c.call.Tokens().List()
		for i := range all {
			if err == nil && all[i].ID() == c.call.Param() {
				return shownTokenOf(&all[i]), nil
			}
		}
		return shownToken{}, orNotFound(err)
	}, GET, Allow(permission.SignedIn), Describe("A token of your account."))
	revoke := Endpoint(record, func(c *Call, _ None) (None, error) {
		done, err := c.call.Tokens().Revoke(c.call.Param())
		if done && err == nil {
			return None{}, nil
		}
		return None{}, orNotFound(err)
	}, DELETE, Allow(permission.SignedIn), NonAtomic(), Describe("Revokes the token for good."))
	t := tokens{}
	for _, e := range []struct {
		Resource
		title string
	}{{list, "Tokens"}, {create, "Make a token"}, {retrieve, "Token"}, {revoke, "Revoke"}} {
		a := e.Resource.(endpoint).action
		a.Tokens, a.Param, a.Title, a.At = true, a.Path == record, e.title, source.CallerOf(1)
		t.endpoints = append(t.endpoints, &a)
	}
	return t
}

// createToken makes a token of the requester.
func createToken(c *Call, in tokenInput) (madeToken, error) {
	t := auth.Token{Name: in.Name}
	if in.Scopes != nil {
		t.Scopes = *in.Scopes
	}
	if in.Expires != nil {
		t.Expires = *in.Expires
	}
	made, secret, err := c.call.Tokens().Make(t)
	if err != nil {
		return madeToken{}, err
	}
	shown := shownTokenOf(&made)
	return madeToken{ID: shown.ID, Name: shown.Name, Token: secret, Scopes: shown.Scopes, Created: shown.Created, Expires: shown.Expires}, nil
}

func shownTokenOf(t *auth.Token) shownToken {
	shown := shownToken{ID: t.ID(), Name: t.Name, Prefix: t.Prefix, Created: t.Created, Expires: momentOf(t.Expires), LastUsed: momentOf(t.LastUsed)}
	if t.Scopes != nil {
		shown.Scopes = &t.Scopes
	}
	return shown
}

// momentOf returns a time, nil for never.
func momentOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// orNotFound returns the error, or if it is nil the one for an unknown token.
func orNotFound(err error) error {
	if err == nil {
		err = problem.New(problem.NotFound, "Not found.")
	}
	return err
}
