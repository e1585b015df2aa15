package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/netip"

	"example.com/resourceful/framework/problem"
)

// Event is something that those who operate a service want to know of who asks. It holds no
// password, and a name only where an account has it.
type Event struct {
	Kind   EventKind
	Scheme Scheme // of the login, or of the request
	// UserID and Username are of the account, 0 and "" where there is none.
	UserID   int64
	Username string
	// NameHash stands for a name that no account has, because people write passwords there by
	// mistake: equal names have equal hashes, keyed with a secret of the process.
	NameHash string
	Client   netip.Addr // the zero Addr where it is not known
	// Method and Route are those of a request that was refused, "" at a login.
	Method, Route string
	// Routine is a login with Basic credentials from where they have been right before, which comes
	// every minute that they are used.
	Routine bool
}

// EventKind says what has happened.
type EventKind uint8

const (
	LoginEvent            EventKind = iota // a session has begun, or Basic credentials were compared and are right
	LoginFailedEvent                       // no such account, wrong password or inactive
	LoginThrottledEvent                    // refused after too many failures: 429
	LoginUnavailableEvent                  // refused because too many passwords are being checked: 503
	LogoutEvent
	PasswordChangedEvent
	PermissionDeniedEvent // a request that the rule does not allow: 403
	CrossOriginEvent      // an unsafe request of another site's page: 403

	// EventKinds is how many kinds there are.
	EventKinds = iota
)

var eventNames = [EventKinds]string{
	"login", "login_failed", "login_throttled", "login_unavailable", "logout", "password_changed", "permission_denied", "cross_origin",
}

// String is the name in logs and metrics, such as "login_failed".
func (k EventKind) String() string { return eventNames[k] }

// Scheme is how somebody says who they are.
type Scheme uint8

const (
	AnonymousScheme Scheme = iota // not at all
	SessionScheme                 // the cookie of a session
	BasicScheme                   // HTTP Basic credentials with a request
	FormScheme                    // the login form

	// Schemes is how many there are.
	Schemes = iota
)

var schemeNames = [Schemes]string{"none", "session", "basic", "form"}

// String is the name in logs and metrics, such as "session".
func (s Scheme) String() string { return schemeNames[s] }

// Report tells Options.Events of an event in a request, and from where that comes. Logins and
// logouts are told of without it.
func (a *Authenticator) Report(ctx context.Context, r *http.Request, e Event) {
	if a.events != nil {
		e.Client = clientAddr(r, a.proxies)
		a.events(ctx, e)
	}
}

// By is the event with an account; nil is none.
func (e Event) By(u *User) Event {
	if u != nil {
		e.UserID, e.Username = u.ID, u.Username
	}
	return e
}

// reportAttempt tells how an attempt ended.
func (a *Authenticator) reportAttempt(ctx context.Context, at *attempt, kind EventKind) {
	if a.events == nil {
		return
	}
	e := Event{Kind: kind, Scheme: at.scheme, Client: at.client, Routine: at.scheme == BasicScheme && at.known}
	if at.user.ID != 0 {
		e = e.By(&at.user)
	} else {
		e.NameHash = a.nameHash(at.name)
	}
	a.events(ctx, e)
}

// reportRefusal tells of an attempt that did not succeed; err is nil where name or password are
// wrong. A fault of ours is not told of.
func (a *Authenticator) reportRefusal(ctx context.Context, at *attempt, err error) {
	refusal := problem.As(err)
	switch {
	case err == nil:
		a.reportAttempt(ctx, at, LoginFailedEvent)
	case refusal == nil:
	case refusal.Code == problem.Throttled:
		a.reportAttempt(ctx, at, LoginThrottledEvent)
	case refusal.Code == problem.Unavailable:
		a.reportAttempt(ctx, at, LoginUnavailableEvent)
	}
}

// nameHash names what is not to be read.
func (a *Authenticator) nameHash(name string) string {
	m := a.recent.mac()
	defer a.recent.macs.Put(m)
	m.Write([]byte("name\x00" + name))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:12])
}

// crossOrigin is the refusal of the cross-origin rule.
type crossOrigin struct {
	refusal *problem.Error
	user    *User // whose session it came with, nil for none
}

func (e crossOrigin) Error() string { return e.refusal.Error() }
func (e crossOrigin) Unwrap() error { return e.refusal }

// CrossOrigin reports whether err is the refusal of CheckOrigin, and to whose session, nil for none.
func CrossOrigin(err error) (u *User, ok bool) {
	e, ok := errors.AsType[crossOrigin](err)
	return e.user, ok
}
