// The services and settings of a program for its schemes.

package auth

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"example.com/resourceful/framework/problem"
)

// Options are the authentication settings of a program. The zero value is useful.
type Options struct {
	CookieName string // DefaultCookieName if empty; see CheckCookieName, and Cookies
	Secure     bool   // cookies are sent only over HTTPS; always so for a request over TLS

	// Throttle throttles password guesses; it is off without Failures or Attempts.
	Throttle Throttle
	// Attempts stores the throttle's counters, which all processes share.
	Attempts Attempts
	// Proxies are the networks whose X-Forwarded-For names the client; nil for none, so that the address of
	// the connection counts.
	Proxies []netip.Prefix
	// Events receives logins and refusals; nil for none. It must not block.
	Events func(context.Context, Event)
	// PasswordPolicy judges new passwords; nil for passwords.Policy.
	PasswordPolicy PasswordPolicy
	// HashKinds returns one password hash of each kind that accounts have, at least up to the salt, so that
	// refusals take the same time for all kinds. nil uses the kinds that this process has met.
	HashKinds func(context.Context) ([]string, error)
	// ByEmail finds the account of a login if accounts also log in by email: see plan.Plan.EmailLogin. It
	// must take the same time whether or not there is one. nil uses Accounts.UserByName.
	ByEmail func(ctx context.Context, login string) (u User, ok bool, err error)
	// SecondFactors keeps the second factors of a set with rest.SecondFactor; nil for none.
	SecondFactors SecondFactors
	// FactorAsked and AdminsNeedFactor are those of Services.
	FactorAsked, AdminsNeedFactor bool
	// Hashes and HashesWaiting limit the hashing of passwords, see framework/auth/passwords.
	Hashes, HashesWaiting int
	// HashCost is the cost of a new password hash. Only tests use less than the default.
	HashCost HashCost
	// Now is the clock of tokens; nil for time.Now.
	Now func() time.Time
	// Log records problems of the service, such as an identity provider that does not answer; nil for
	// slog.Default.
	Log *slog.Logger
}

// HashCost holds the cost parameters of argon2id; 0 means OWASP's recommendation.
type HashCost struct{ MemoryKiB, Passes uint32 }

// Services are the services of a program for its schemes.
type Services struct {
	Accounts Accounts
	Sessions Sessions
	// AccountSessions lists and ends the sessions of accounts; nil without rest.Sessions.
	AccountSessions AccountSessions
	Tokens          Tokens
	Identities      Identities
	// SecondFactors is nil without rest.SecondFactor.
	SecondFactors SecondFactors
	// FactorAsked means that a rule asks for Credentials.SecondFactor. AdminsNeedFactor takes the rights of administrators
	// from credentials without.
	FactorAsked, AdminsNeedFactor bool
	Passwords                     Passwords
	Clients                       Clients
	Cookies                       Cookies
	EmailLogin                    bool                         // accounts also log in by email, for the labels of forms
	Events                        func(context.Context, Event) // nil for none
	Now                           func() time.Time             // nil for time.Now
	Log                           *slog.Logger                 // nil for slog.Default
}

// Report passes an event in a request to Services.Events, with the origin of the request.
func (s *Services) Report(ctx context.Context, r *http.Request, e Event) {
	if s.Events != nil {
		e.Client = s.Clients.Addr(r)
		s.Events(ctx, e)
	}
}

// Passwords checks names and passwords. Package passwords implements it.
type Passwords interface {
	// Check compares a name and a password with those of an account. All refusals take the same time. After
	// too many failures even the right password is refused: see Waits. It reports every refusal as an event
	// of the scheme.
	Check(ctx context.Context, r *http.Request, login PasswordLogin) (PasswordCheck, error)
	// Hash returns the hash of a password for storage. If too many callers wait, it returns a
	// *problem.Error.
	Hash(ctx context.Context, password string) (string, error)
}

// PasswordPolicy returns what is wrong with a new password of an account, in sentences for its owner; nil for a good one. The
// name and the address of the account are "" where they are not known.
type PasswordPolicy func(password string, of *User) []string

// PasswordJudge is a Passwords that judges new passwords by the policy of the set.
type PasswordJudge interface {
	// Judge returns what is wrong with a new password; nil for a good one.
	Judge(password string, of *User) []string
}

// PasswordLogin is one attempt to log in with a name and a password.
type PasswordLogin struct {
	Scheme         string // for events
	Name, Password string
	// Renew replaces an outdated hash by a current one.
	Renew bool
}

// PasswordCheck is the result of an attempt to log in.
type PasswordCheck struct {
	User *User // nil if the name is unknown, the password wrong or the account inactive
	// Compared reports that the password was compared instead of remembered, and Known that the account has
	// logged in from there before.
	Compared, Known bool
}

// Throttle limits failed logins. Failures are forgotten gradually: Failures of them expire in Window, and
// nobody waits longer than one or two take to expire.
//
// Failures count for the account from every place, and for the place with every account. They also count
// for an IPv6 /48, which has the limit of a few places. From a known place of an account, only its failures
// there count, so that guesses from elsewhere do not lock out its owner.
type Throttle struct {
	Failures int           // failures of an account; 0 for no throttle
	PerPlace int           // failures of a place, an IPv4 address or an IPv6 /64; ten times Failures if 0; a /48 has four times as many
	Window   time.Duration // 15 minutes if 0
}

// Attempts stores times under keys until they have passed. Package accounts implements it, and tests use a
// map.
type Attempts interface {
	// Until returns the times after now of the given keys.
	Until(ctx context.Context, now time.Time, keys []string) (map[string]time.Time, error)
	// Extend moves the times of keys later by By, counted from now if they have passed, but at most to By
	// and limit after now. It returns the new times. Concurrent calls all take effect.
	Extend(ctx context.Context, now time.Time, limit time.Duration, by []Extension) (map[string]time.Time, error)
}

// Extension is a key, and the time by which it moves later.
type Extension struct {
	Key string
	By  time.Duration
}

// Waits returns the wait before the next login, if err is the throttle's refusal.
func Waits(err error) (d time.Duration, ok bool) {
	if e := problem.As(err); e != nil && e.Code == problem.Throttled {
		return e.Wait, true
	}
	return 0, false
}
