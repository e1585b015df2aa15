// Tokens for a name and a password.

package token

import (
	"context"
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
)

// obtainedMost is the largest number of tokens that an account may obtain by its password: a program that
// obtains one at each start must not fill the table.
const obtainedMost = 1000

// ObtainToken implements auth.TokenMaker. Each call makes another token, because only hashes are stored;
// earlier ones stay valid.
func (v *verifier) ObtainToken(ctx context.Context, r *http.Request, username, password string) (secret string, err error) {
	checked, err := v.Passwords.Check(ctx, r, auth.PasswordLogin{
		Scheme: v.scheme.Name(), Name: username, Password: password, Renew: true,
	})
	if err != nil || checked.User == nil {
		return "", err
	}
	ctx = auth.WithActor(ctx, auth.ActorOf(ctx).By(checked.User, v.scheme.Name()))
	if secret, err = v.NewToken(ctx, checked.User); err != nil {
		return "", err
	}
	v.Report(ctx, r, auth.Event{Kind: auth.LoginEvent, Scheme: v.scheme.Name()}.By(checked.User))
	return secret, nil
}

// NewToken implements auth.AccountTokenMaker.
func (v *verifier) NewToken(ctx context.Context, u *auth.User) (secret string, err error) {
	secret, t := v.scheme.newToken(false)
	t.Account, t.Created, t.Generation = u.ID, v.Now().UTC(), &u.Generation
	t.Name = auth.ObtainedPrefix + t.Created.Format(time.DateTime) + " " + t.Prefix
	if v.scheme.Lifetime > 0 {
		t.Expires = t.Created.Add(v.scheme.Lifetime)
	}
	if err := v.Tokens.ObtainToken(ctx, t, obtainedMost); err != nil {
		return "", err
	}
	return secret, nil
}

// MakeToken implements auth.TokenMaker.
func (v *verifier) MakeToken(ctx context.Context, t *auth.Token) (secret string, err error) {
	secret, made := v.scheme.newToken(t.SecondFactor)
	t.Prefix, t.Hash, t.Created = made.Prefix, made.Hash, v.Now().UTC()
	return secret, v.Tokens.Create(ctx, *t)
}
