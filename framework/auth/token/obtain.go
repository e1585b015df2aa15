// A token for a name and a password.

package token

import (
	"context"
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
)

// obtainedMost is how many tokens an account may have obtained by its password: a program that asks for one at
// each start fills no table.
const obtainedMost = 1000

// ObtainToken implements auth.TokenMaker. Each call makes another token, because only its hash is kept; those
// before stay good.
func (v *verifier) ObtainToken(ctx context.Context, r *http.Request, username, password string) (secret string, err error) {
	checked, err := v.Passwords.Check(ctx, r, auth.PasswordLogin{
		Scheme: v.scheme.Name(), Name: username, Password: password, Renew: true,
	})
	if err != nil || checked.User == nil {
		return "", err
	}
	secret, t := v.scheme.newToken()
	t.Account, t.Created = checked.User.ID, v.Now().UTC()
	t.Name = auth.ObtainedPrefix + t.Created.Format(time.DateTime) + " " + t.Prefix
	if v.scheme.Lifetime > 0 {
		t.Expires = t.Created.Add(v.scheme.Lifetime)
	}
	ctx = auth.WithActor(ctx, auth.ActorOf(ctx).By(checked.User, v.scheme.Name()))
	if err := v.Tokens.ObtainToken(ctx, t, obtainedMost); err != nil {
		return "", err
	}
	v.Report(ctx, r, auth.Event{Kind: auth.LoginEvent, Scheme: v.scheme.Name()}.By(checked.User))
	return secret, nil
}

// MakeToken implements auth.TokenMaker.
func (v *verifier) MakeToken(ctx context.Context, t *auth.Token) (secret string, err error) {
	secret, made := v.scheme.newToken()
	t.Prefix, t.Hash, t.Created = made.Prefix, made.Hash, v.Now().UTC()
	return secret, v.Tokens.Create(ctx, *t)
}
