// Logins at the identity provider: the authorization code flow with PKCE (RFC 7636), state and nonce.

package oidc

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/oauth2"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

const (
	// loginTime is the time limit of a login at the provider.
	loginTime = 10 * time.Minute
	// exchanges is the largest number of concurrent code exchanges: each waits for the provider.
	exchanges = 16
	// maxCode is the largest size of the provider's parameters, in bytes.
	maxCode = 4 << 10
	// maxUsed is the largest number of remembered finished logins.
	maxUsed = 4096
)

// login is a verifier with a login redirect.
type login struct {
	*verifier
	cookie auth.CookieName
	used   *lru.Cache[string, bool] // states of finished logins
	room   chan struct{}
}

var _ auth.LoginRedirect = (*login)(nil)

func newLogin(v *verifier) (*login, error) {
	used, err := lru.New[string, bool](maxUsed)
	return &login{verifier: v, cookie: v.Cookies.For("login"), used: used, room: make(chan struct{}, exchanges)}, err
}

// begun is a login in progress, in a cookie that only this browser has and returns with the code.
type begun struct {
	State    string `json:"s"`
	Nonce    string `json:"n"`
	Verifier string `json:"v"`
	Next     string `json:"x"`
	Until    int64  `json:"u"` // Unix time
}

// Title implements auth.LoginRedirect.
func (l *login) Title() string {
	u, err := url.Parse(l.scheme.Issuer)
	if err != nil {
		return l.scheme.Title
	}
	return cmp.Or(l.scheme.Title, u.Host)
}

// config returns the configuration of the flow with a callback address.
func (l *login) config(ctx context.Context, callback string) (*oauth2.Config, error) {
	endpoint, err := l.provider.endpoint(ctx)
	if err != nil {
		return nil, err
	}
	asks := l.scheme.Asks
	if asks == nil {
		asks = []string{"profile", "email"}
	}
	return &oauth2.Config{
		ClientID: l.scheme.ClientID, ClientSecret: l.scheme.ClientSecret, Endpoint: endpoint, RedirectURL: callback,
		Scopes: append([]string{oidc.ScopeOpenID}, asks...),
	}, nil
}

// BeginLogin implements auth.LoginRedirect.
func (l *login) BeginLogin(w http.ResponseWriter, r *http.Request, callback, next string) (address string, err error) {
	flow, err := l.config(r.Context(), callback)
	if err != nil {
		return "", err
	}
	b := begun{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Next: next, Until: l.Now().Add(loginTime).Unix()}
	text, err := json.Marshal(b)
	if err != nil {
		return "", fmt.Errorf("begin a login: %w", err)
	}
	l.setCookie(w, r, base64.RawURLEncoding.EncodeToString(text), int(loginTime.Seconds()))
	return flow.AuthCodeURL(b.State, oidc.Nonce(b.Nonce), oauth2.S256ChallengeOption(b.Verifier)), nil
}

func (l *login) setCookie(w http.ResponseWriter, r *http.Request, value string, age int) {
	secure := l.Cookies.SecureFor(r)
	http.SetCookie(w, &http.Cookie{
		Name: l.cookie.For(secure), Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: secure,
	})
}

// readBegun returns the login that the browser began; ok is false for none, and for an expired one.
func (l *login) readBegun(r *http.Request) (b begun, ok bool) {
	cookie, err := r.Cookie(l.cookie.For(l.Cookies.SecureFor(r)))
	if err != nil {
		return b, false
	}
	text, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil || json.Unmarshal(text, &b) != nil {
		return b, false
	}
	return b, b.State != "" && b.Nonce != "" && b.Verifier != "" && l.Now().Before(time.Unix(b.Until, 0))
}

// FinishLogin implements auth.LoginRedirect. It always ends the login that the browser began.
func (l *login) FinishLogin(w http.ResponseWriter, r *http.Request, callback string) (u *auth.User, next string, err error) {
	b, ok := l.readBegun(r)
	l.setCookie(w, r, "", -1)
	q := r.URL.Query()
	if !ok || !single(q, "state") || subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(b.State)) != 1 || !l.first(b.State) {
		return nil, "", problem.New(problem.Malformed, "This login has expired, or was not begun in this browser. Please log in again.")
	}
	if iss, sent := q["iss"]; sent && !slices.Equal(iss, []string{l.scheme.Issuer}) { // RFC 9207
		return nil, "", l.failed(r, nil)
	}
	if !single(q, "code") || q.Get("error") != "" {
		return nil, "", l.failed(r, nil)
	}
	c, err := l.exchange(r.Context(), callback, q.Get("code"), &b)
	if err != nil {
		return nil, "", l.unless(r, err)
	}
	found, err := l.account(r.Context(), c, true)
	if errors.Is(err, errRefused) {
		l.Report(r.Context(), r, auth.Event{Kind: auth.LoginFailedEvent, Scheme: l.scheme.Name()}.By(known(&found)))
		return nil, "", problem.New(problem.Forbidden, "You have no active account here.")
	}
	if err != nil {
		return nil, "", err
	}
	l.Report(r.Context(), r, auth.Event{Kind: auth.LoginEvent, Scheme: l.scheme.Name()}.By(&found))
	return &found, b.Next, nil
}

// first reports whether a login is finished for the first time in this process; the provider accepts a code
// only once anyway.
func (l *login) first(state string) bool {
	before, _ := l.used.ContainsOrAdd(state, true)
	return !before
}

// single reports whether a query has a parameter exactly once.
func single(q url.Values, name string) bool {
	return len(q[name]) == 1 && q[name][0] != "" && len(q[name][0]) <= maxCode
}

// unless returns the refusal of a login, or the error if the provider is unavailable.
func (l *login) unless(r *http.Request, err error) error {
	if errors.Is(err, errRefused) {
		return l.failed(r, nil)
	}
	return err
}

// failed returns the refusal of a login that the provider did not confirm.
func (l *login) failed(r *http.Request, u *auth.User) error {
	l.Report(r.Context(), r, auth.Event{Kind: auth.LoginFailedEvent, Scheme: l.scheme.Name()}.By(u))
	return problem.New(problem.Forbidden, "The identity provider did not log you in.")
}

// exchange exchanges a code for a token, and checks that it is for this service and this login.
func (l *login) exchange(ctx context.Context, callback, code string, b *begun) (*claims, error) {
	select {
	case l.room <- struct{}{}:
		defer func() { <-l.room }()
	default:
		return nil, unavailable()
	}
	flow, err := l.config(ctx, callback)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	answer, err := flow.Exchange(oidc.ClientContext(ctx, l.provider.client), code, oauth2.VerifierOption(b.Verifier))
	if refused, is := errors.AsType[*oauth2.RetrieveError](err); is && refused.Response.StatusCode < http.StatusInternalServerError {
		return nil, errRefused
	}
	if err != nil {
		l.provider.log.Warn("a code of a login cannot be exchanged", "issuer", l.scheme.Issuer, "error", err)
		return nil, unavailable()
	}
	raw, _ := answer.Extra("id_token").(string)
	c, err := l.verify(ctx, raw, l.scheme.ClientID)
	if err != nil {
		return nil, err
	}
	party := c.text(claimName{"azp"})
	if subtle.ConstantTimeCompare([]byte(c.nonce), []byte(b.Nonce)) != 1 || party != "" && party != l.scheme.ClientID || party == "" && len(c.audience) > 1 {
		return nil, errRefused
	}
	return c, nil
}
