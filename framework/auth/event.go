// Events about logins and refusals.

package auth

import (
	"net/netip"
)

// Event is a login or a refusal, for the operators of a service. It contains no password, and the name only
// of an existing account.
type Event struct {
	Kind   EventKind
	Scheme string // scheme of the login or the request: FormScheme, the name of a scheme, or AnonymousScheme
	// UserID and Username belong to the account, 0 and "" for none.
	UserID   int64
	Username string
	// NameHash replaces a name without an account, because people type passwords there by mistake. Equal
	// names have equal hashes, keyed with a secret of the process.
	NameHash string
	// Reason says for operators why a token was refused, such as "expired", or that a right password was not enough;
	// "" for other events.
	Reason string
	Client netip.Addr // the zero Addr if it is not known
	// Method and Route belong to a refused request, "" for a login.
	Method, Route string
	// Routine marks a login with Basic credentials from a place where they were right before; it happens
	// every minute of their use.
	Routine bool
}

// EventKind is the kind of an event.
type EventKind uint8

const (
	LoginEvent            EventKind = iota // a session has begun, or Basic credentials were compared and are right
	LoginFailedEvent                       // no such account, wrong password or inactive
	LoginThrottledEvent                    // a refusal after too many failures: 429
	LoginUnavailableEvent                  // a refusal because too many passwords are being checked: 503
	LogoutEvent
	PasswordChangedEvent  // by a command
	PermissionDeniedEvent // a request that the rule denies: 401 or 403
	CrossOriginEvent      // an unsafe request from another site's page: 403

	// EventKinds is the number of kinds.
	EventKinds = iota
)

var eventNames = [EventKinds]string{
	"login", "login_failed", "login_throttled", "login_unavailable", "logout", "password_changed", "permission_denied", "cross_origin",
}

// String returns the name in logs and metrics, such as "login_failed".
func (k EventKind) String() string { return eventNames[k] }

const (
	// AnonymousScheme is the scheme of anonymous requests in events.
	AnonymousScheme = "none"
	// FormScheme is the scheme of the login form in events.
	FormScheme = "form"
)

// By returns the event with an account; nil is none.
func (e Event) By(u *User) Event {
	if u != nil {
		e.UserID, e.Username = u.ID, u.Username
	}
	return e
}

// EventsOf returns one event of each kind for a scheme, for Reporter.
func EventsOf(scheme string, kinds ...EventKind) []Event {
	events := make([]Event, len(kinds))
	for i, kind := range kinds {
		events[i] = Event{Kind: kind, Scheme: scheme}
	}
	return events
}
