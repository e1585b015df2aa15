// The events of logins and refusals.

package auth

import (
	"net/netip"
)

// Event is something that those who operate a service want to know of who asks. It holds no
// password, and a name only where an account has it.
type Event struct {
	Kind   EventKind
	Scheme string // of the login, or of the request: FormScheme, the name of a scheme, or AnonymousScheme
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
	PasswordChangedEvent  // by a command
	PermissionDeniedEvent // a request that the rule does not allow: 401 or 403
	CrossOriginEvent      // an unsafe request of another site's page: 403

	// EventKinds is how many kinds there are.
	EventKinds = iota
)

var eventNames = [EventKinds]string{
	"login", "login_failed", "login_throttled", "login_unavailable", "logout", "password_changed", "permission_denied", "cross_origin",
}

// String is the name in logs and metrics, such as "login_failed".
func (k EventKind) String() string { return eventNames[k] }

const (
	// AnonymousScheme stands for no scheme, in events.
	AnonymousScheme = "none"
	// FormScheme stands for the login form, in events.
	FormScheme = "form"
)

// By is the event with an account; nil is none.
func (e Event) By(u *User) Event {
	if u != nil {
		e.UserID, e.Username = u.ID, u.Username
	}
	return e
}

// EventsOf are events of a scheme, one of each kind, for Reporter.
func EventsOf(scheme string, kinds ...EventKind) []Event {
	events := make([]Event, len(kinds))
	for i, kind := range kinds {
		events[i] = Event{Kind: kind, Scheme: scheme}
	}
	return events
}
