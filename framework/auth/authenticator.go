// Asking the schemes of a set who makes a request.

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

// Authenticator finds out who asks, by the schemes of a set. It is immutable.
type Authenticator struct {
	services  Services
	declared  []Scheme
	schemes   []bound
	form      LoginForm // nil where no scheme has a login form
	formName  string    // of that scheme
	redirects []Redirect
	// challenge is that of the first scheme, and what makes a lack of credentials 401; "" for 403.
	challenge string
	basic     bool
	vary      []string
}

// Redirect is a scheme of a set that people log in to at another service.
type Redirect struct {
	Name, Title string
	login       LoginRedirect
}

// bound is a scheme with the services of the program.
type bound struct {
	name     string
	header   string // without which the scheme is not asked: see HeaderScheme; "" for a scheme that is always
	verifier Verifier
	// remembered says that browsers ask people for its credentials, because of the challenge, and from
	// then on send them with every request, those of other sites' pages too.
	remembered bool
	provisions bool // see ProvisioningScheme
}

// New returns an Authenticator of the schemes, which are asked in their order. It fails when one of
// them cannot be bound to the services, and when two of them have a login form.
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
		a.schemes = append(a.schemes, b)
		if form, ok := v.(LoginForm); ok {
			if a.form != nil {
				return nil, fmt.Errorf("authentication schemes %s and %s: each has a login form, and the pages have one login; list one of the two", a.formName, s.Name())
			}
			a.form, a.formName = form, s.Name()
		}
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
	if len(schemes) > 0 {
		a.challenge = schemes[0].Challenge()
	}
	a.vary = []string{strings.Join(vary, ", ")}
	return a, nil
}

// bind binds a scheme, which may be a team's.
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

// Authenticate says who asks and how: the credentials that the first scheme finds which finds any,
// nil for an anonymous request. A scheme that refuses ends the search, even where a later one would
// find good credentials, as in Django REST framework, where the first authentication that raises
// does. Refusals are *problem.Errors, see Refuse; other errors are ours. Of the response it reads the id of the request.
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
		return c, nil
	}
	return nil, nil
}

// isPasswordPrompt reports whether browsers answer a challenge by asking for a password themselves.
func isPasswordPrompt(challenge string) bool {
	name, _, _ := strings.Cut(challenge, " ")
	return strings.EqualFold(name, "Basic") || strings.EqualFold(name, "Digest") || strings.EqualFold(name, "Negotiate")
}

// of are the credentials as they leave a scheme: under its name, and without the hash of the password.
// A scheme may return the same credentials to many requests at once.
func (c *Credentials) of(scheme string) *Credentials {
	named := *c
	named.Scheme, named.User.Password = scheme, ""
	return &named
}

// refusal returns the refusal of a scheme as the client receives it: 401 with the challenge of the first
// scheme, or 403 where that has none. The first scheme may say more in its challenge, such as which error it
// is.
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

// Denied is the refusal of a request that its rule does not allow: anonymous requests (nil) lack
// credentials, all others lack the permission.
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

// Vary is the Vary header of answers that depend on who asks. It is not to be changed.
func (a *Authenticator) Vary() []string { return a.vary }

// HasBasic reports whether one of the schemes takes a name and a password by HTTP Basic.
func (a *Authenticator) HasBasic() bool { return a.basic }

// HasLogin reports whether one of the schemes has a login form.
func (a *Authenticator) HasLogin() bool { return a.form != nil }

// Login checks a name and password by the scheme that has a login form; see LoginForm. Without one
// there is nothing to log in to: it returns (nil, nil).
func (a *Authenticator) Login(w http.ResponseWriter, r *http.Request, username, password string) (*Credentials, error) {
	if a.form == nil {
		return nil, nil
	}
	c, err := a.form.Login(w, a.from(w, r), username, password)
	if c == nil || err != nil {
		return nil, err
	}
	return c.of(a.formName), nil
}

// Logout ends what Login started. Without a login form it does nothing.
func (a *Authenticator) Logout(w http.ResponseWriter, r *http.Request) error {
	if a.form == nil {
		return nil
	}
	return a.form.Logout(w, a.from(w, r))
}

// LoggedIn is who has logged in by the form, nil for nobody. It does not apply the cross-origin rule.
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

// ObtainToken makes a token for the account with a name and a password, by the first scheme that makes some;
// see TokenMaker. Without one it is an error.
func (a *Authenticator) ObtainToken(ctx context.Context, r *http.Request, username, password string) (secret string, err error) {
	for i := range a.schemes {
		if maker, ok := a.schemes[i].verifier.(TokenMaker); ok {
			return maker.ObtainToken(ctx, r, username, password)
		}
	}
	return "", errNoTokens
}

var errNoTokens = errors.New("no authentication scheme makes tokens; list token.Scheme{}")

// MakeToken makes a token of an account by the first scheme that makes some; see TokenMaker.
func (a *Authenticator) MakeToken(ctx context.Context, t *Token) (secret string, err error) {
	for i := range a.schemes {
		if maker, ok := a.schemes[i].verifier.(TokenMaker); ok {
			return maker.MakeToken(ctx, t)
		}
	}
	return "", errNoTokens
}

// Tokens is where tokens are kept.
func (a *Authenticator) Tokens() Tokens { return a.services.Tokens }

// CheckPassword returns the account of a name, with its hash, where the password is right and the account active; else nil.
// It is slowed down as a login is.
func (a *Authenticator) CheckPassword(ctx context.Context, r *http.Request, username, password string) (*User, error) {
	checked, err := a.services.Passwords.Check(ctx, r, PasswordLogin{Scheme: FormScheme, Name: username, Password: password})
	return checked.User, err
}

// HashPassword is the hash of a password as accounts keep it.
func (a *Authenticator) HashPassword(ctx context.Context, password string) (string, error) {
	return a.services.Passwords.Hash(ctx, password)
}

// Renew begins another session of an account in the place of that of the request; for credentials that are not of the
// login form it does nothing.
func (a *Authenticator) Renew(w http.ResponseWriter, r *http.Request, c *Credentials, u *User) error {
	if a.form == nil || c == nil || c.Scheme != a.formName {
		return nil
	}
	return a.form.Renew(w, r, u)
}

// Report tells Services.Events of an event in a request, and from where that comes.
func (a *Authenticator) Report(ctx context.Context, r *http.Request, e Event) {
	e.Scheme = cmp.Or(e.Scheme, AnonymousScheme)
	a.services.Report(ctx, r, e)
}

// Schemes are those that are asked, in their order.
func (a *Authenticator) Schemes() []Scheme { return a.declared }

// Cookies are how the service's cookies are called, and how they travel.
func (a *Authenticator) Cookies() Cookies { return a.services.Cookies }

// EmailLogin says that accounts log in by their addresses too.
func (a *Authenticator) EmailLogin() bool { return a != nil && a.services.EmailLogin }

// ClientAddr is where a request comes from, as the throttle sees it: see Clients.Place.
func (a *Authenticator) ClientAddr(r *http.Request) netip.Addr { return a.services.Clients.Place(r) }

// FullAddr is the address that a request comes from, the zero Addr where it is not known.
func (a *Authenticator) FullAddr(r *http.Request) netip.Addr { return a.services.Clients.Addr(r) }

// PeerAddr is ClientAddr of a connection: see Clients.Peer.
func (a *Authenticator) PeerAddr(peer net.Addr) netip.Addr { return a.services.Clients.Peer(peer) }
