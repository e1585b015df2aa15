// The tokens of the requester, for the code of rest.Tokens.

package calls

import (
	"errors"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// callTokens implements plan.Tokens for the requester of a call.
type callTokens struct{ *Call }

// Tokens implements plan.Call.
func (c *Call) Tokens() plan.Tokens {
	if c.credentials == nil {
		return nil
	}
	return callTokens{c}
}

// List implements plan.Tokens.
func (c callTokens) List() ([]auth.Token, error) {
	all, err := c.service.Auth.Tokens().List(c.Ctx, c.credentials.User.ID)
	return slices.DeleteFunc(all, func(t auth.Token) bool { return !t.Revoked.IsZero() }), err
}

// Make implements plan.Tokens. It refuses requesters who use a token, so that a stolen token cannot make
// another that outlives it.
func (c callTokens) Make(t auth.Token) (made auth.Token, secret string, err error) {
	if c.credentials.Token != "" || c.credentials.Scopes != nil {
		return t, "", problem.New(problem.Forbidden, "A token makes no tokens. Log in, or send a username and a password.")
	}
	if err := c.checkToken(&t); err != nil {
		return t, "", err
	}
	t.Account, t.Generation, t.SecondFactor = c.credentials.User.ID, &c.credentials.User.Generation, c.credentials.SecondFactor
	secret, err = c.service.Auth.MakeToken(c.Acting(), &t)
	var fields problem.Fields
	switch {
	case errors.Is(err, auth.ErrTokenName):
		fields.Add("name", "A token with this name already exists.")
	case errors.Is(err, auth.ErrTokens):
		fields.Add(problem.NonField, "There are too many tokens; revoke some.")
	default:
		return t, secret, err
	}
	return t, "", fields.Err()
}

// checkToken refuses invalid tokens.
func (c callTokens) checkToken(t *auth.Token) error {
	var fields problem.Fields
	switch {
	case strings.HasPrefix(t.Name, auth.ObtainedPrefix):
		fields.Add("name", "Names that begin with %q are those of tokens obtained by a password.", auth.ObtainedPrefix)
	case !auth.ValidTokenName(t.Name):
		fields.Add("name", "Enter up to 100 printable characters in one line.")
	}
	for _, scope := range t.Scopes {
		if !slices.Contains(c.service.Plan.Scopes, scope) {
			fields.Add("scopes", "There is no scope %q.", scope)
		}
	}
	if !t.Expires.IsZero() && !t.Expires.After(c.Now()) {
		fields.Add("expires", "Enter a time in the future.")
	}
	return fields.Err()
}

// Revoke implements plan.Tokens.
func (c callTokens) Revoke(id string) (bool, error) {
	all, err := c.List()
	i := slices.IndexFunc(all, func(t auth.Token) bool { return t.ID() == id })
	if err != nil || i < 0 {
		return false, err
	}
	return c.service.Auth.Tokens().Revoke(c.Acting(), all[i].Account, all[i].Name, c.Now())
}

var _ plan.Tokens = callTokens{}
