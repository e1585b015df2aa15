// What a program gives to schemes, and its settings.

package auth

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"example.com/resourceful/framework/problem"
)

// Options are the settings of a program about who asks. The zero value is useful.
type Options struct {
	CookieName string // DefaultCookieName if empty; see CheckCookieName, and Cookies
	Secure     bool   // browsers send cookies over HTTPS only; always so for a request that came over TLS

	// Throttle slows down whoever guesses passwords; it is off without Failures or Attempts.
	Throttle Throttle
	// Attempts is where the throttle counts, so that all processes count together.
	Attempts Attempts
	// Proxies are the networks whose X-Forwarded-For tells where a request comes from; nil for
	// none, so that the address of the connection counts.
	Proxies []netip.Prefix
	// Events receives logins and refusals; nil for nobody. It must not wait for anything.
	Events func(context.Context, Event)
	// HashKinds returns one password hash of each kind that accounts have, at least up to the salt,
	// so that refusals take the same time for all of them. nil for those that this process has
	// compared with.
	HashKinds func(context.Context) ([]string, error)
	// ByEmail finds the account of a login where accounts log in by their addresses too: see plan.Plan.EmailLogin. It
	// takes the same work whether or not there is one. nil for Accounts.UserByName.
	ByEmail func(ctx context.Context, login string) (u User, ok bool, err error)
	// Hashes and HashesWaiting bound the hashing of passwords, see framework/auth/passwords.
	Hashes, HashesWaiting int
	// HashCost is what a new hash of a password costs. Only tests have less than the zero value says.
	HashCost HashCost
	// Now is the clock of tokens; nil for time.Now.
	Now func() time.Time
	// Log records trouble of the service, such as an identity provider that does not answer; nil for
	// slog.Default.
	Log *slog.Logger
}

// HashCost is what argon2id takes; each number that is 0 is that of OWASP's recommendation.
type HashCost struct{ MemoryKiB, Passes uint32 }

// Services are what a program gives to schemes.
type Services struct {
	Accounts   Accounts
	Sessions   Sessions
	Tokens     Tokens
	Identities Identities
	Passwords  Passwords
	Clients    Clients
	Cookies    Cookies
	EmailLogin bool                         // accounts log in by their addresses too, for the labels of forms
	Events     func(context.Context, Event) // nil for nobody
	Now        func() time.Time             // nil for time.Now
	Log        *slog.Logger                 // nil for slog.Default
}

// Report tells Services.Events of an event in a request, and from where that comes.
func (s *Services) Report(ctx context.Context, r *http.Request, e Event) {
	if s.Events != nil {
		e.Client = s.Clients.Addr(r)
		s.Events(ctx, e)
	}
}

// Passwords says whose name and password are right. It is implemented by framework/auth/passwords.
type Passwords interface {
	// Check compares a name and a password with those of an account. Refusals take the same time whatever is
	// wrong; whoever has to wait after too many failures is refused, right password or not: see Waits. It
	// reports every refusal as an event of the scheme.
	Check(ctx context.Context, r *http.Request, login PasswordLogin) (PasswordCheck, error)
	// Hash is the hash of a password as accounts keep it. Where too many wait for theirs it is a *problem.Error.
	Hash(ctx context.Context, password string) (string, error)
}

// PasswordLogin is one try to say who one is with a name and a password.
type PasswordLogin struct {
	Scheme         string // for events
	Name, Password string
	// Renew stores a hash of today's kind in the place of an older one.
	Renew bool
}

// PasswordCheck is what a try to log in has come to.
type PasswordCheck struct {
	User *User // nil when the name is unknown, the password wrong or the account inactive
	// Compared is whether the password was compared, rather than remembered from a moment ago, and
	// Known whether the account had given it from there before.
	Compared, Known bool
}

// Throttle says how many failed logins there may be before people have to wait. A failure is
// forgotten little by little: so many of them are gone after Window, and nobody waits longer than
// it takes to forget one or two.
//
// Failures of an account count together wherever they come from, and those from a place whatever the account.
// Those from an IPv6 /48 count together too, as those of a few places. From a place where an account has logged
// in before, only its failures there count: strangers who guess keep nobody out who comes from where they
// always come from.
type Throttle struct {
	Failures int           // of an account; 0 for no throttle
	PerPlace int           // of a place, an IPv4 address or an IPv6 /64; ten times Failures if 0; a /48 has four times as many
	Window   time.Duration // 15 minutes if 0
}

// Attempts keeps times under keys, until those times have come. It is implemented by
// framework/accounts, and by a map in tests.
type Attempts interface {
	// Until returns the times of those keys that have one later than now.
	Until(ctx context.Context, now time.Time, keys []string) (map[string]time.Time, error)
	// Extend adds to the times of keys: each becomes later by By than it is, or than now where it
	// has passed, and at most by By and limit later than now. It returns the new times. Of calls at
	// the same time none is lost.
	Extend(ctx context.Context, now time.Time, limit time.Duration, by []Extension) (map[string]time.Time, error)
}

// Extension is by how much the time of a key is made later.
type Extension struct {
	Key string
	By  time.Duration
}

// Waits returns how long to wait before the next login, when err is the throttle's refusal.
func Waits(err error) (d time.Duration, ok bool) {
	if e := problem.As(err); e != nil && e.Code == problem.Throttled {
		return e.Wait, true
	}
	return 0, false
}
