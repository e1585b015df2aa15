// The authenticator, which asks the schemes of a set for the requester.

package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/problem"
)

// Authenticator authenticates requests by the schemes of a set. It is immutable.
type Authenticator struct {
	services  Services
	declared  []Scheme
	schemes   []bound
	form      LoginForm  // nil if no scheme has a login form
	step      SecondStep // the same, if it asks for codes of second factors
	formName  string     // name of that scheme
	redirects []Redirect
	// challenge is the challenge of the first scheme, with which missing credentials are a 401; "" for 403.
	challenge string
	basic     bool
	vary      []string
}

// Redirect is a scheme of a set with a login at another service.
type Redirect struct {
	Name, Title string
	login       LoginRedirect
}

// bound is a scheme with the services of the program.
type bound struct {
	name     string
	header   string // the scheme is asked only if the request has this header: see HeaderScheme; "" for always
	verifier Verifier
	// remembered means that browsers ask people for the credentials after a challenge, and then send them
	// with every request, also from other sites' pages.
	remembered bool
	provisions bool // see ProvisioningScheme
	own        bool // its credentials are obtained by a login here, with the second factor of an account that has one
}

// New returns an Authenticator with the schemes in their order. It fails if one of them cannot be bound to
// the services, or if two have a login form.
func New(schemes []Scheme, services Services) (*Authenticator, error) {
	if services.Now == nil {
		services.Now = time.Now
	}
	a := &Authenticator{services: services, declared: schemes}
	vary := []string{"Accept"}
	for _, s := range schemes {
		v, err := bind(s, services)
		if err != nil {
			return nil, fmt.Errorf("authentication scheme %s: %w", s.Name(), err)
		}
		b := bound{name: s.Name(), verifier: v, remembered: isPasswordPrompt(s.Challenge()) && isPasswordPrompt(schemes[0].Challenge())}
		if h, ok := s.(HeaderScheme); ok {
			b.header = http.CanonicalHeaderKey(h.Header())
		}
		if p, ok := s.(ProvisioningScheme); ok {
			b.provisions = p.ProvisionsAccounts()
		}
		if form, ok := v.(LoginForm); ok {
			if a.form != nil {
				return nil, fmt.Errorf("authentication schemes %s and %s: each has a login form, and the pages have one login; list one of the two", a.formName, s.Name())
			}
			a.form, a.formName, b.own = form, s.Name(), true
		}
		if _, ok := v.(TokenMaker); ok {
			b.own = true
		}
		a.schemes = append(a.schemes, b)
		if redirect, ok := v.(LoginRedirect); ok {
			a.redirects = append(a.redirects, Redirect{s.Name(), redirect.Title(), redirect})
		}
		a.basic = a.basic || strings.HasPrefix(s.Challenge(), "Basic")
		if header := s.Vary(); header != "" && !slices.Contains(vary, header) {
			vary = append(vary, header)
		}
	}
	if a.redirects != nil && a.form == nil {
		return nil, fmt.Errorf("authentication scheme %s: people log in with it and have no session afterwards; list session.Scheme{} too", a.redirects[0].Name)
	}
	if a.step, _ = a.form.(SecondStep); a.step == nil && services.SecondFactors != nil {
		return nil, errors.New("the set has second factors, and no scheme asks for their codes; list session.Scheme{}")
	}
	if len(schemes) > 0 {
		a.challenge = schemes[0].Challenge()
	}
	a.vary = []string{strings.Join(vary, ", ")}
	return a, nil
}

// bind binds a scheme, which may be a team's own.
func bind(s Scheme, services Services) (v Verifier, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if v, err = s.Bind(services); err == nil && v == nil {
		err = errors.New("nothing is bound; let Bind return a Verifier or an error")
	}
	return v, err
}

// Authenticate returns the credentials of the first scheme that finds some, or nil for an anonymous
// request. A refusal by a scheme ends the search, even if a later scheme would accept the request, as in
// Django REST framework. Refusals are *problem.Errors, see refusal; other errors are faults of the server.
// It reads the id of the request from w.
func (a *Authenticator) Authenticate(ctx context.Context, w http.ResponseWriter, r *http.Request) (*Credentials, error) {
	for i := range a.schemes {
		s := &a.schemes[i]
		if s.header != "" && r.Header[s.header] == nil {
			continue
		}
		in := ctx
		if s.provisions {
			in = a.fromBy(ctx, w, r, s.name)
		}
		c, err := s.verifier.Authenticate(in, r)
		if err != nil {
			return nil, a.refusal(i, err)
		}
		if c == nil {
			continue
		}
		if c.Scheme != s.name || c.User.Password != "" {
			c = c.of(s.name)
		}
		if c.User.ID == 0 {
			return nil, fmt.Errorf("authentication scheme %s: credentials of no account; set Credentials.User.ID", s.name)
		}
		if s.remembered || c.Cookie {
			if err := CheckOrigin(r, c); err != nil {
				return nil, err
			}
		}
		return a.prove(ctx, c, s.own)
	}
	return nil, nil
}

// isPasswordPrompt reports whether a challenge makes browsers ask for a password.
func isPasswordPrompt(challenge string) bool {
	name, _, _ := strings.Cut(challenge, " ")
	return strings.EqualFold(name, "Basic") || strings.EqualFold(name, "Digest") || strings.EqualFold(name, "Negotiate")
}

// of returns a copy of a scheme's credentials with the scheme's name and without the password hash. It
// copies because a scheme may return the same credentials to concurrent requests.
func (c *Credentials) of(scheme string) *Credentials {
	named := *c
	named.Scheme, named.User.Password = scheme, ""
	return &named
}

// refusal returns the refusal of a scheme for the client: 401 with the challenge of the first scheme, or
// 403 if that has none. The first scheme may return a more precise challenge with its error.
func (a *Authenticator) refusal(scheme int, err error) error {
	p := problem.As(err)
	if p == nil || p.Code != problem.Unauthorized {
		return err
	}
	told := *p
	if told.Challenge == "" || scheme > 0 {
		told.Challenge = a.challenge
	}
	if a.challenge == "" {
		told.Code, told.Challenge = problem.Forbidden, ""
	}
	return &told
}

// Denied returns the refusal of a request that its rule denies: missing credentials for anonymous requests
// (nil), and missing permission for all others.
func (a *Authenticator) Denied(u *User) *problem.Error {
	switch {
	case u != nil:
		return problem.New(problem.Forbidden, "You do not have permission to perform this action.")
	case a.challenge == "":
		return problem.New(problem.Forbidden, noCredentials)
	default:
		p := problem.New(problem.Unauthorized, noCredentials)
		p.Challenge = a.challenge
		return p
	}
}

const noCredentials = "Authentication credentials were not provided."

// Vary returns the Vary header of responses that depend on the requester. Callers must not change it.
func (a *Authenticator) Vary() []string { return a.vary }

// HasBasic reports whether one of the schemes is HTTP Basic.
func (a *Authenticator) HasBasic() bool { return a.basic }

// HasLogin reports whether one of the schemes has a login form.
func (a *Authenticator) HasLogin() bool { return a.form != nil }

// Login checks a name and password by the scheme with a login form; see LoginForm. Without one it returns
// (nil, nil).
func (a *Authenticator) Login(w http.ResponseWriter, r *http.Request, username, password string) (*Credentials, error) {
	if a.form == nil {
		return nil, nil
	}
	c, err := a.form.Login(w, a.from(w, r), username, password)
	if c == nil || err != nil {
		return nil, err
	}
	return a.prove(r.Context(), c.of(a.formName), true)
}

// Logout ends the session that Login started. Without a login form it does nothing.
func (a *Authenticator) Logout(w http.ResponseWriter, r *http.Request) error {
	if a.form == nil {
		return nil
	}
	return a.form.Logout(w, a.from(w, r))
}

// LoggedIn returns the credentials of a login by the form, nil for none. It does not apply the cross-origin
// rule.
func (a *Authenticator) LoggedIn(ctx context.Context, r *http.Request) (*Credentials, error) {
	if a.form == nil {
		return nil, nil
	}
	c, err := a.form.LoggedIn(ctx, r)
	if c == nil || err != nil {
		return nil, err
	}
	return c.of(a.formName), nil
}

// ObtainToken makes a token for the account with a name and a password, by the first TokenMaker among the
// schemes. It fails if there is none.
func (a *Authenticator) ObtainToken(ctx context.Context, r *http.Request, username, password string) (secret string, err error) {
	for i := range a.schemes {
		if maker, ok := a.schemes[i].verifier.(TokenMaker); ok {
			return maker.ObtainToken(ctx, r, username, password)
		}
	}
	return "", errNoTokens
}

// NewToken makes a token of an account without its password, by the first AccountTokenMaker among the schemes. It fails if
// there is none, and without an active account. It refuses an account with a second factor.
func (a *Authenticator) NewToken(ctx context.Context, account int64) (secret string, err error) {
	u, found, err := a.services.Accounts.UserByID(ctx, account)
	if err != nil || !found || !u.Active {
		return "", cmp.Or(err, fmt.Errorf("there is no active account with the key %d", account))
	}
	if err := NeedsCode(ctx, a.services.SecondFactors, account); err != nil {
		return "", err
	}
	for i := range a.schemes {
		if maker, ok := a.schemes[i].verifier.(AccountTokenMaker); ok {
			return maker.NewToken(ctx, &u)
		}
	}
	return "", errNoTokens
}

var errNoTokens = errors.New("no authentication scheme makes tokens; list token.Scheme{}")

// MakeToken makes a token of an account by the first TokenMaker among the schemes.
func (a *Authenticator) MakeToken(ctx context.Context, t *Token) (secret string, err error) {
	for i := range a.schemes {
		if maker, ok := a.schemes[i].verifier.(TokenMaker); ok {
			return maker.MakeToken(ctx, t)
		}
	}
	return "", errNoTokens
}

// SentToken returns the token that authenticated a request, with its credentials; "" for credentials without one.
func (a *Authenticator) SentToken(r *http.Request, c *Credentials) string {
	for i := range a.schemes {
		if reader, ok := a.schemes[i].verifier.(TokenReader); ok && c != nil && c.Scheme == a.schemes[i].name {
			return reader.SentToken(r)
		}
	}
	return ""
}

// Tokens returns the store of tokens.
func (a *Authenticator) Tokens() Tokens { return a.services.Tokens }

// Sessions returns the store of the sessions of accounts.
func (a *Authenticator) Sessions() AccountSessions { return a.services.AccountSessions }

// CheckPassword returns the account with a name, including its hash, if the password is right and the
// account active; otherwise nil. It is throttled like a login.
func (a *Authenticator) CheckPassword(ctx context.Context, r *http.Request, username, password string) (*User, error) {
	checked, err := a.services.Passwords.Check(ctx, r, PasswordLogin{Scheme: FormScheme, Name: username, Password: password})
	return checked.User, err
}

// JudgePassword returns what is wrong with a new password of an account, by the policy of the set; nil for a good one.
func (a *Authenticator) JudgePassword(password string, of *User) []string {
	if judge, is := a.services.Passwords.(PasswordJudge); is {
		return judge.Judge(password, of)
	}
	return nil
}

// HashPassword returns the hash of a password for storage.
func (a *Authenticator) HashPassword(ctx context.Context, password string) (string, error) {
	return a.services.Passwords.Hash(ctx, password)
}

// Renew replaces the session of the request by another of an account, which has proved the second factor if the credentials
// have. It does nothing for credentials of other schemes than the login form's.
func (a *Authenticator) Renew(w http.ResponseWriter, r *http.Request, c *Credentials, u *User) error {
	if a.form == nil || c == nil || c.Scheme != a.formName {
		return nil
	}
	if c.SecondFactor && a.step != nil {
		return a.step.RenewProved(w, r, u)
	}
	return a.form.Renew(w, r, u)
}

// Report passes an event in a request to Services.Events, with the origin of the request.
func (a *Authenticator) Report(ctx context.Context, r *http.Request, e Event) {
	e.Scheme = cmp.Or(e.Scheme, AnonymousScheme)
	a.services.Report(ctx, r, e)
}

// Schemes returns the schemes in their order.
func (a *Authenticator) Schemes() []Scheme { return a.declared }

// Cookies returns the names and attributes of the service's cookies.
func (a *Authenticator) Cookies() Cookies { return a.services.Cookies }

// EmailLogin reports whether accounts log in by email addresses too.
func (a *Authenticator) EmailLogin() bool { return a != nil && a.services.EmailLogin }

// ClientAddr returns the origin of a request for throttles: see Clients.Place.
func (a *Authenticator) ClientAddr(r *http.Request) netip.Addr { return a.services.Clients.Place(r) }

// FullAddr returns the address of the client, the zero Addr if it is not known.
func (a *Authenticator) FullAddr(r *http.Request) netip.Addr { return a.services.Clients.Addr(r) }

// PeerAddr is ClientAddr for a connection: see Clients.Peer.
func (a *Authenticator) PeerAddr(peer net.Addr) netip.Addr { return a.services.Clients.Peer(peer) }
