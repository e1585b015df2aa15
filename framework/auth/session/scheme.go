// Package session authenticates people by a session: after a login on the pages, a cookie identifies them.
// It refuses requests that a browser sends for another site's page. Only this package imports scs.
package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/internal/uses"
)

// Scheme accepts the session cookie. The zero value is ready to use.
type Scheme struct {
	Lifetime time.Duration // of a session; 14 days if 0
	// Idle ends a session that has sent no request for so long; 0 for never. A use is stored at most once in a tenth of
	// it, so that a session may end by so much earlier. A longer Idle, or another Lifetime, concerns the present sessions
	// too; those that began with a longer Idle or without any end, and people log in once more.
	Idle time.Duration
}

const (
	defaultLifetime = 14 * 24 * time.Hour
	leastIdle       = 10 * time.Second
)

func (s Scheme) lifetime() time.Duration { return cmp.Or(s.Lifetime, defaultLifetime) }

// Name implements auth.Scheme.
func (Scheme) Name() string { return "session" }

// Challenge implements auth.Scheme. A session has none: as the first scheme of a set it makes every refusal
// a 403, so that browsers do not ask for a password.
func (Scheme) Challenge() string { return "" }

// Vary implements auth.Scheme.
func (Scheme) Vary() string { return "Cookie" }

// Header implements auth.HeaderScheme.
func (Scheme) Header() string { return "Cookie" }

// StartsSessions implements auth.SessionStarter.
func (Scheme) StartsSessions() {}

// Check implements auth.Checker.
func (s Scheme) Check() error {
	if s.Lifetime < 0 {
		return fmt.Errorf("the lifetime %v; write more than 0, or leave it out for 14 days", s.Lifetime)
	}
	if s.Idle != 0 && s.Idle < leastIdle {
		return fmt.Errorf("the inactivity timeout %v; write at least %v, or leave it out for sessions that end only with their lifetime", s.Idle, leastIdle)
	}
	if s.Idle >= s.lifetime() {
		return fmt.Errorf("the inactivity timeout %v, and sessions end after %v anyway; write less, or leave it out", s.Idle, s.lifetime())
	}
	return nil
}

// Reports implements auth.Reporter.
func (s Scheme) Reports() []auth.Event {
	return append(auth.EventsOf(auth.FormScheme, auth.LoginEvent, auth.LoginFailedEvent, auth.LoginThrottledEvent, auth.LoginUnavailableEvent),
		auth.EventsOf(s.Name(), auth.LogoutEvent, auth.CrossOriginEvent)...)
}

// Bind implements auth.Scheme.
func (s Scheme) Bind(services auth.Services) (auth.Verifier, error) {
	cookie := services.Cookies.Session()
	v := &verifier{
		Services: services, scheme: s, cookie: cookie,
		sessions: newManager(services.Sessions, cookie.For(services.Cookies.Secure), services.Cookies.Secure, s),
		secured:  newManager(services.Sessions, cookie.For(true), true, s),
	}
	if s.Idle > 0 {
		v.uses.Every = s.Idle / 10
		if v.touch, _ = services.Sessions.(auth.SessionToucher); v.touch == nil {
			return nil, errors.New("the inactivity timeout needs sessions that can be extended, and the program's store has no TouchSession; leave Idle out")
		}
	}
	return v, nil
}

// verifier is the scheme with the services of a program.
type verifier struct {
	auth.Services
	scheme   Scheme
	sessions *scs.SessionManager
	secured  *scs.SessionManager // the same with secure cookies
	cookie   auth.CookieName
	touch    auth.SessionToucher // nil without Idle
	uses     uses.Uses
}

var (
	_ auth.SecondStep   = (*verifier)(nil)
	_ auth.SecretHolder = (*verifier)(nil)
)

// Authenticate implements auth.Verifier: it returns the account of the session.
func (v *verifier) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	return v.LoggedIn(ctx, r)
}

// Login implements auth.LoginForm: it starts a new session and sets its cookie. The previous session of the
// cookie ends.
func (v *verifier) Login(w http.ResponseWriter, r *http.Request, username, password string) (*auth.Credentials, error) {
	if err := auth.CheckOrigin(r, nil); err != nil {
		return nil, err
	}
	checked, err := v.Passwords.Check(r.Context(), r, auth.PasswordLogin{
		Scheme: auth.FormScheme, Name: username, Password: password, Renew: true,
	})
	if err != nil || checked.User == nil {
		return nil, err
	}
	if err := v.Begin(w, r.WithContext(auth.Acting(r.Context(), auth.LoginOperation, checked.User, auth.FormScheme)), checked.User); err != nil {
		return nil, err
	}
	return v.loggedIn(r, checked.User), nil
}

// loggedIn reports a login by the form.
func (v *verifier) loggedIn(r *http.Request, u *auth.User) *auth.Credentials {
	v.Report(r.Context(), r, auth.Event{Kind: auth.LoginEvent, Scheme: auth.FormScheme}.By(u))
	return &auth.Credentials{User: *u, Cookie: true}
}

// Renew implements auth.LoginForm.
func (v *verifier) Renew(w http.ResponseWriter, r *http.Request, u *auth.User) error {
	return v.start(w, r, u)
}

// Logout implements auth.LoginForm: it removes the session from the store, so that copies of its cookie are
// worthless, and clears the cookie. Without a session it does nothing.
func (v *verifier) Logout(w http.ResponseWriter, r *http.Request) error {
	if err := auth.CheckOrigin(r, nil); err != nil {
		return err
	}
	c, err := v.LoggedIn(r.Context(), r)
	if err != nil {
		return err
	}
	if c != nil {
		r = r.WithContext(auth.Acting(r.Context(), auth.LogoutOperation, &c.User, v.scheme.Name()))
	}
	if err := v.end(w, r); err != nil {
		return err
	}
	if c != nil {
		v.Report(r.Context(), r, auth.Event{Kind: auth.LogoutEvent, Scheme: v.scheme.Name()}.By(&c.User))
	}
	return nil
}

// Secret implements auth.SecretHolder: it returns the token of the session.
func (v *verifier) Secret(r *http.Request) string { return v.token(r) }
