package auth

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/scs/v2"

	"example.com/resourceful/framework/problem"
)

// Options are the settings of an Authenticator. The zero value is useful.
type Options struct {
	CookieName string        // DefaultCookieName if empty; see CheckCookieName, and Authenticator.CookieName
	Lifetime   time.Duration // of a session, 14 days if 0
	Secure     bool          // browsers send the cookie over HTTPS only; always so for a request that came over TLS

	// Throttle slows down whoever guesses passwords; it is off without Failures or Attempts.
	Throttle Throttle
	// Attempts is where the throttle counts, so that all processes count together.
	Attempts Attempts
	// Proxies are the networks whose X-Forwarded-For tells where a request comes from; nil for
	// none, so that the address of the connection counts.
	Proxies []netip.Prefix
	// Events is told of logins and refusals; nil for nobody. It must not wait for anything.
	Events func(context.Context, Event)
	// HashKinds returns one password hash of each kind that accounts have, at least up to the salt,
	// so that refusals take the same time for all of them: see LoadHashKinds. nil for those that
	// this process has compared with.
	HashKinds func(context.Context) ([]string, error)
	// Hashes and HashesWaiting bound the hashing of passwords, see Passwords.
	Hashes, HashesWaiting int
}

// Authenticator finds out who asks, and starts and ends sessions.
type Authenticator struct {
	Accounts  Accounts
	Passwords *Passwords

	sessions *scs.SessionManager
	secured  *scs.SessionManager // the same with secure cookies
	cookie   CookieName          // of the session
	notice   string              // name of the cookie with a notice
	origins  http.CrossOriginProtection
	recent   recent
	throttle *throttle // nil for none
	kinds    hashKinds
	events   func(context.Context, Event) // nil for none
	proxies  []netip.Prefix
}

// New returns an Authenticator that finds accounts and keeps sessions in the given stores.
func New(accounts Accounts, sessions Sessions, opts Options) *Authenticator {
	cookie := newCookieName(cmp.Or(opts.CookieName, DefaultCookieName))
	secure := opts
	secure.Secure = true
	return &Authenticator{
		cookie:    cookie,
		notice:    cookie.plain + "-notice",
		Accounts:  accounts,
		Passwords: &Passwords{Limit: opts.Hashes, Waits: opts.HashesWaiting},
		sessions:  newManager(sessions, cookie, opts),
		secured:   newManager(sessions, cookie, secure),
		throttle:  newThrottle(opts.Attempts, opts.Throttle),
		kinds:     hashKinds{load: opts.HashKinds},
		events:    opts.Events,
		proxies:   opts.Proxies,
	}
}

// Authenticate says who asks and how: the user of the session, else the user of the Basic credentials,
// else nil for an anonymous request. Credentials that are wrong, and an unsafe cross-origin request
// with a live session, are a *problem.Error with code Forbidden; other errors are ours.
func (a *Authenticator) Authenticate(ctx context.Context, r *http.Request) (*User, Scheme, error) {
	u, err := a.SessionUser(ctx, r)
	if err != nil {
		return nil, AnonymousScheme, err
	}
	if u == nil {
		if u, err = a.basicUser(ctx, r); u == nil {
			return nil, AnonymousScheme, err
		}
		return u, BasicScheme, nil
	}
	// A session that breaks the rule is refused even beside good Basic credentials, as in Django
	// REST framework, where the first authentication that raises ends the search.
	if err := a.checkOrigin(r, u); err != nil {
		return nil, SessionScheme, err
	}
	return u, SessionScheme, nil
}

// CheckOrigin is the cross-origin rule: an unsafe request that a browser sends for another site's
// page is a *problem.Error with code Forbidden. Authenticate applies it to sessions; Login and Logout
// apply it always.
func (a *Authenticator) CheckOrigin(r *http.Request) error { return a.checkOrigin(r, nil) }

func (a *Authenticator) checkOrigin(r *http.Request, u *User) error {
	if err := a.origins.Check(r); err != nil {
		return crossOrigin{problem.New(problem.Forbidden, "CSRF Failed: %s.", err), u}
	}
	return nil
}

// Login checks a name and password, starts a fresh session and sets its cookie. An older session
// of the same cookie ends. When the name is unknown, the password wrong or the account inactive
// it returns (nil, nil), after the same time. Whoever has to wait after too many failures is
// refused, right password or not: see Waits. A cross-origin request is refused as by CheckOrigin.
func (a *Authenticator) Login(w http.ResponseWriter, r *http.Request, username, password string) (u *User, err error) {
	if err := a.CheckOrigin(r); err != nil {
		return nil, err
	}
	at := a.attempt(r, FormScheme, username)
	u, err = a.check(r.Context(), at, password)
	if err == nil && u != nil && a.Passwords.Outdated(u.Password) {
		u, err = a.renew(r.Context(), at, password)
	}
	if err != nil || u == nil {
		return nil, err
	}
	if err := a.startSession(w, r, u); err != nil {
		return nil, err
	}
	a.reportAttempt(r.Context(), at, LoginEvent)
	return u, nil
}

// Logout ends the session of the request in the store, so that copies of its cookie are worthless
// too, and clears the cookie. Without a session it does nothing. A cross-origin request is
// refused as by CheckOrigin.
func (a *Authenticator) Logout(w http.ResponseWriter, r *http.Request) error {
	if err := a.CheckOrigin(r); err != nil {
		return err
	}
	var u *User
	if a.events != nil {
		var err error
		if u, err = a.SessionUser(r.Context(), r); err != nil {
			return err
		}
	}
	if err := a.endSession(w, r); err != nil {
		return err
	}
	if u != nil {
		a.Report(r.Context(), r, Event{Kind: LogoutEvent, Scheme: SessionScheme}.By(u))
	}
	return nil
}

// Bounds of credentials. Longer ones belong to no account; hashing them would only cost time.
const (
	maxName     = 150  // characters
	maxPassword = 4096 // bytes
)

// dummyHash is compared with when there is no hash to compare with, so that the time of an
// answer does not tell which names exist. It is the hash of no known password.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBmaXhlZCBzYWx0IQ$" +
	"q0m1x2Yd9nFh3vJ8kTzR5wLbC7eGpU4sOaXiVfNyMBE"

// attempt is one try to say who one is with a name and a password.
type attempt struct {
	credential
	client netip.Addr
	scheme Scheme
	user   User // with that name, the zero User for none
	// compared is whether the password was compared, rather than remembered, and known whether the
	// account had given it from there before.
	compared, known bool
}

func (a *Authenticator) attempt(r *http.Request, scheme Scheme, name string) *attempt {
	client := clientAddr(r, a.proxies)
	return &attempt{credential: credential{name, networkOf(client)}, client: client, scheme: scheme}
}

// check returns the active user with this name and password, nil when there is none. Failures
// count against the account and the place, until the throttle refuses further ones. What is not a
// success is reported.
func (a *Authenticator) check(ctx context.Context, at *attempt, password string) (*User, error) {
	if !plausible(at.name, password) {
		password = ""
	} else if err := a.find(ctx, at); err != nil {
		return nil, err
	}
	ok, err := false, error(nil)
	turn, err := a.throttle.begin(ctx, at.credential)
	if err == nil {
		ok, err = a.verifyOnce(ctx, turn, at, password)
	}
	if err == nil && !ok {
		a.recent.forget(at.credential)
		a.kinds.refresh()
		err = turn.failed(ctx)
	}
	if err != nil || !ok {
		a.reportRefusal(ctx, at, err)
		return nil, err
	}
	return &at.user, nil
}

// find finds the account of an attempt. The store may compare names by a collation of its own; only
// the very same name counts.
func (a *Authenticator) find(ctx context.Context, at *attempt) error {
	u, found, err := a.Accounts.UserByName(ctx, at.name)
	if err != nil {
		return fmt.Errorf("find account by name: %w", err)
	}
	if found && u.Username == at.name {
		at.user = u
	}
	return nil
}

// plausible says whether an account could have this name and password at all. Texts that a
// database may refuse, such as NUL in PostgreSQL, never get there.
func plausible(name, password string) bool {
	return name != "" && len(password) <= maxPassword &&
		utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxName && !strings.Contains(name, "\x00")
}

// verifyOnce compares a password, and remembers for a while that it was right: Basic credentials
// come with every request, and each comparison costs tens of milliseconds. What was right from one
// place says nothing of another, from where somebody may be guessing. Without a hash that could be
// compared with it takes as long, and is not right.
func (a *Authenticator) verifyOnce(ctx context.Context, turn *turn, at *attempt, password string) (ok bool, err error) {
	u := &at.user
	sum := a.recent.sum(u.Password, password)
	if u.Active && a.recent.has(at.credential, sum) {
		return true, nil
	}
	d, usable := parseDigest(u.Password)
	if !usable {
		d, _ = parseDigest(dummyHash)
	}
	var refused error
	err = a.Passwords.runFor(ctx, caller{at.from, turn.known}, func() {
		// Another request with the same credentials may have been first in the queue.
		if ok = u.Active && a.recent.has(at.credential, sum); ok {
			return
		}
		if ok = d.matches(password) && usable && u.Active; !ok {
			a.kinds.work(d, password)
			return
		}
		if at.known, refused = turn.passed(ctx); refused == nil {
			at.compared = true
			a.recent.add(at.credential, sum)
		}
	})
	if err == nil {
		err = refused
	}
	return ok, err
}

// renew stores a hash of today's kind for a password that was right. Hashing takes long enough for
// somebody to change the password meanwhile: then theirs stays, and this one has to be right still.
func (a *Authenticator) renew(ctx context.Context, at *attempt, password string) (*User, error) {
	u := &at.user
	hash, err := a.Passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	done, err := a.Accounts.RenewPassword(ctx, u.ID, u.Password, hash)
	if err != nil {
		return nil, fmt.Errorf("renew password hash of account %d: %w", u.ID, err)
	}
	if !done {
		at.user = User{}
		return a.check(ctx, at, password)
	}
	u.Password = hash
	return u, nil
}
