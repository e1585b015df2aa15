// Package token authenticates programs by a token, which they send with each request instead of a password
// (RFC 6750). A command makes a token, or rest.ObtainAuthToken for a name and a password. It is shown once
// and stored as a hash, may expire, and can be revoked.
//
// Guesses are not throttled: a token has 256 random bits.
package token

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/internal/uses"
	"example.com/resourceful/framework/problem"
)

// Scheme accepts tokens: "Authorization: Bearer rsf_…". The zero value is ready to use.
type Scheme struct {
	Keyword string // before the token; "Bearer" if empty
	Realm   string // in the challenge; "api" if empty
	// Compatible is for clients of Django REST framework's TokenAuthentication: the keyword is "Token", the
	// challenge has no realm by default, and the tokens that clients obtain are 40 hexadecimal digits.
	Compatible bool
	// Lifetime is the lifetime of tokens that clients obtain by a password; 0 for ever, as in Django REST
	// framework. Commands set their own.
	Lifetime time.Duration
}

const bearer = "Bearer"

// Name implements auth.Scheme.
func (Scheme) Name() string { return "token" }

// Challenge implements auth.Scheme.
func (s Scheme) Challenge() string {
	if s.Compatible && s.Realm == "" {
		return s.keyword()
	}
	return s.keyword() + " realm=" + strconv.Quote(cmp.Or(s.Realm, "api"))
}

// Vary implements auth.Scheme.
func (Scheme) Vary() string { return "Authorization" }

// Header implements auth.HeaderScheme.
func (Scheme) Header() string { return "Authorization" }

// Check implements auth.Checker.
func (s Scheme) Check() error {
	if strings.ContainsFunc(s.Keyword, func(r rune) bool { return (r|0x20 < 'a' || r|0x20 > 'z') && r != '-' }) {
		return fmt.Errorf("the keyword %q; write one word of letters, such as Token", s.Keyword)
	}
	if s.Lifetime < 0 {
		return fmt.Errorf("the lifetime %v; write more than 0, or leave it out for tokens that never expire", s.Lifetime)
	}
	if strings.EqualFold(s.Keyword, "Basic") {
		return errors.New("the keyword of basic.Scheme; write another, such as Token")
	}
	return nil
}

func (s Scheme) keyword() string {
	if s.Compatible {
		return cmp.Or(s.Keyword, "Token")
	}
	return cmp.Or(s.Keyword, bearer)
}

// Reports implements auth.Reporter.
func (s Scheme) Reports() []auth.Event {
	return auth.EventsOf(s.Name(), auth.LoginEvent, auth.LoginFailedEvent, auth.LoginThrottledEvent, auth.LoginUnavailableEvent)
}

// IssuesTokens implements auth.TokenIssuer.
func (Scheme) IssuesTokens() {}

// Bind implements auth.Scheme.
func (s Scheme) Bind(services auth.Services) (auth.Verifier, error) {
	if services.Tokens == nil {
		return nil, errors.New("the program keeps no tokens")
	}
	return &verifier{Services: services, scheme: s, uses: uses.Uses{Every: usesEvery}}, nil
}

// usesEvery is the least time between two stored uses of a token.
const usesEvery = time.Minute

// verifier is the scheme with the services of a program.
type verifier struct {
	auth.Services
	scheme Scheme
	uses   uses.Uses
}

// Authenticate implements auth.Verifier. Unknown, expired and revoked tokens, and those of inactive
// accounts, get the same refusal after the same work: one statement.
func (v *verifier) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	secret, sent, err := v.parse(r.Header.Values("Authorization"))
	if err != nil || !sent {
		return nil, err
	}
	t, user, found, err := v.Tokens.TokenByHash(ctx, hashOf(secret))
	if err != nil {
		return nil, fmt.Errorf("find a token: %w", err)
	}
	now := v.Now()
	reason := "unknown"
	if found {
		reason = reasonAgainst(&t, &user, now)
	}
	if reason != "" {
		v.refused(ctx, r, &user, reason)
		return nil, v.refusal("Invalid token.")
	}
	if now.Sub(t.LastUsed) >= usesEvery {
		v.uses.Note(t.Hash, now, func(ctx context.Context) error { return v.Tokens.TokenUsed(ctx, t.Hash, now) })
	}
	user.Password = ""
	proved := strings.HasPrefix(secret, secretPrefix+provedMark)
	return &auth.Credentials{User: user, Scheme: v.scheme.Name(), Token: t.Name, Scopes: t.Scopes, SecondFactor: proved}, nil
}

// SentToken implements auth.TokenReader.
func (v *verifier) SentToken(r *http.Request) string {
	secret, _, _ := v.parse(r.Header.Values("Authorization"))
	return secret
}

// reasonAgainst returns why a token of an account is refused, in words for operators, or "".
func reasonAgainst(t *auth.Token, u *auth.User, now time.Time) string {
	switch {
	case !t.Revoked.IsZero():
		return "revoked"
	case !t.Live(now):
		return "expired"
	case !u.Active:
		return "inactive account"
	case u.Created.Truncate(time.Millisecond).After(t.Created): // it belonged to an earlier account with the same key
		return "older than the account"
	}
	return ""
}

// refused reports a refused token; the user is the zero User if the token is unknown.
func (v *verifier) refused(ctx context.Context, r *http.Request, u *auth.User, reason string) {
	e := auth.Event{Kind: auth.LoginFailedEvent, Scheme: v.scheme.Name(), Reason: reason}
	if u.ID != 0 {
		e = e.By(u)
	}
	v.Report(ctx, r, e)
}

// parse parses Authorization headers as Django REST framework does. sent is false without an error if they
// are empty or of another scheme. Several headers form one list (RFC 9110, section 5.3), which is no token.
func (v *verifier) parse(headers []string) (secret string, sent bool, err error) {
	words := strings.FieldsFunc(strings.Join(headers, ", "), func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' })
	if len(words) == 0 || !strings.EqualFold(words[0], v.scheme.keyword()) {
		return "", false, nil
	}
	switch len(words) {
	case 1:
		return "", false, v.refusal("Invalid token header. No credentials provided.")
	case 2:
		return words[1], true, nil
	default:
		return "", false, v.refusal("Invalid token header. Token string should not contain spaces.")
	}
}

// refusal returns the refusal of a token, with the error of RFC 6750, section 3.1, in its challenge.
func (v *verifier) refusal(why string) error {
	p := problem.New(problem.Unauthorized, "%s", why)
	if v.scheme.keyword() == bearer {
		p.Challenge = v.scheme.Challenge() + `, error="invalid_token"`
	}
	return p
}
