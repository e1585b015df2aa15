// A password login: find the account, compare the password, report a refusal.

package passwords

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

// Checker implements auth.Passwords.
type Checker struct {
	Hasher

	accounts auth.Accounts
	byEmail  func(ctx context.Context, login string) (auth.User, bool, error) // nil if accounts log in only by name
	clients  auth.Clients
	recent   recent
	throttle *throttle          // nil for none
	factors  auth.SecondFactors // nil for none
	without  withoutFactor
	policy   auth.PasswordPolicy
	kinds    hashKinds
	events   func(context.Context, auth.Event) // nil for none
}

var (
	_ auth.Passwords     = (*Checker)(nil)
	_ auth.PasswordJudge = (*Checker)(nil)
)

// Judge implements auth.PasswordJudge.
func (c *Checker) Judge(password string, of *auth.User) []string {
	return Judge(c.policy, password, of)
}

// NewChecker returns a Checker of the passwords of accounts.
func NewChecker(accounts auth.Accounts, opts auth.Options) *Checker {
	return &Checker{
		Hasher:   Hasher{Limit: opts.Hashes, Waits: opts.HashesWaiting, Cost: opts.HashCost},
		accounts: accounts,
		byEmail:  opts.ByEmail,
		clients:  auth.Clients{Proxies: opts.Proxies},
		throttle: newThrottle(opts.Attempts, opts.Throttle),
		factors:  opts.SecondFactors,
		policy:   opts.PasswordPolicy,
		kinds:    hashKinds{load: opts.HashKinds, today: argon2id{}.today(opts.HashCost)},
		events:   opts.Events,
	}
}

// LoadHashKinds loads the kinds of hashes that accounts have, see auth.Options.HashKinds. After that they
// are reloaded in the background.
func (c *Checker) LoadHashKinds(ctx context.Context) error { return c.kinds.reload(ctx) }

// Limits of credentials. Longer ones belong to no account; hashing them would only cost time.
const (
	maxName  = 150 // characters
	maxEmail = 254 // characters
)

// dummyHash is compared if there is no hash, so that the time of a response does not reveal which names
// exist. It is the hash of no known password.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBmaXhlZCBzYWx0IQ$" +
	"q0m1x2Yd9nFh3vJ8kTzR5wLbC7eGpU4sOaXiVfNyMBE"

// attempt is one attempt to log in with a name and a password.
type attempt struct {
	credential        // an address in lower case
	login      string // as sent
	client     netip.Addr
	scheme     string
	user       auth.User // account with that name, the zero User for none
	// compared reports that the password was compared instead of remembered, and known that the account has
	// logged in from there before.
	compared, known bool
}

// Check implements auth.Passwords.
func (c *Checker) Check(ctx context.Context, r *http.Request, login auth.PasswordLogin) (auth.PasswordCheck, error) {
	client := c.clients.Addr(r)
	at := &attempt{
		credential: credential{c.counted(login.Name), auth.PlaceOf(client)}, login: login.Name,
		client: client, scheme: login.Scheme,
	}
	ok, err := c.check(ctx, at, login.Password)
	if ok && login.Renew && c.Outdated(at.user.Password) {
		ok, err = c.renew(ctx, at, login.Password)
	}
	if ok && login.Scheme != auth.FormScheme { // no code can follow
		if err = c.needsCode(ctx, &at.user); problem.As(err) != nil {
			c.report(ctx, at, auth.LoginFailedEvent, "second factor")
		}
	}
	if !ok || err != nil {
		return auth.PasswordCheck{}, err
	}
	return auth.PasswordCheck{User: &at.user, Compared: at.compared, Known: at.known}, nil
}

// counted returns the name that attempts count under. If accounts log in by email addresses, one address
// counts the same in any letter case, whether or not it has an account.
func (c *Checker) counted(login string) string {
	if c.byEmail != nil && strings.Contains(login, "@") {
		return strings.ToLower(login)
	}
	return login
}

// check finds the active user with this name and password. Failures count against the account and the
// place, until the throttle refuses further ones. It reports every refusal.
func (c *Checker) check(ctx context.Context, at *attempt, password string) (ok bool, err error) {
	if password, err = c.find(ctx, at, password); err != nil {
		return false, err
	}
	var turn *turn
	if c.throttle != nil {
		turn, err = c.throttle.begin(ctx, at.credential, at.knownAs())
	}
	if err == nil {
		// Basic credentials come with every request, and each comparison costs tens of milliseconds.
		sum := c.recent.sum(at.user.Password, password)
		if ok = at.user.Active && c.recent.has(at.credential, sum); ok {
			return true, nil
		}
		ok, err = c.compare(ctx, turn, at, password, sum)
	}
	if err == nil && !ok {
		c.recent.forget(at.credential)
		c.kinds.refresh()
		err = turn.failed(ctx)
	}
	if err != nil || !ok {
		c.reportRefusal(ctx, at, err)
		return false, err
	}
	return true, nil
}

// knownAs returns the login whose known places count. For an account found by its address it is not the
// name, which may be that of another, deactivated account.
func (at *attempt) knownAs() string {
	if at.user.ID == 0 || at.user.Username == at.login {
		return at.login
	}
	return fmt.Sprint(at.login, "\x00", at.user.ID)
}

// find finds the account of an attempt, and returns the password to compare: "" if no account could have
// this name or password. Texts that a database may refuse, such as NUL in PostgreSQL, never reach it. The
// store may compare names by another collation; only the exact name counts, or an address in any letter
// case if accounts log in by it.
func (c *Checker) find(ctx context.Context, at *attempt, password string) (string, error) {
	find, longest := c.accounts.UserByName, maxName
	if c.byEmail != nil {
		find, longest = c.byEmail, maxEmail
	}
	if at.login == "" || len(password) > auth.MaxPassword ||
		!utf8.ValidString(at.login) || utf8.RuneCountInString(at.login) > longest || strings.Contains(at.login, "\x00") {
		return "", nil
	}
	u, found, err := find(ctx, at.login)
	if err != nil {
		return "", fmt.Errorf("find account by name: %w", err)
	}
	if found && (u.Username == at.login || c.byEmail != nil) {
		at.user = u
	}
	return password, nil
}

// compare compares a password, and remembers the sum of a right one for a while. The sum counts only for
// the same place, because somebody may be guessing elsewhere. Without a comparable hash it takes the same
// time and returns false.
func (c *Checker) compare(ctx context.Context, turn *turn, at *attempt, password string, sum [sha256.Size]byte) (ok bool, err error) {
	u := &at.user
	d, usable := parseDigest(u.Password)
	if !usable {
		d = c.dummy()
	}
	var refused error
	err = c.runFor(ctx, caller{at.from, turn.known}, func() {
		// Another request with the same credentials may have been faster.
		if ok = u.Active && c.recent.has(at.credential, sum); ok {
			return
		}
		if ok = d.matches(password) && usable && u.Active; !ok {
			c.kinds.work(d, password)
			return
		}
		if at.known, refused = turn.passed(ctx); refused == nil {
			at.compared = true
			c.recent.add(at.credential, sum)
		}
	})
	if err == nil {
		err = refused
	}
	return ok, err
}

// dummy returns dummyHash at the cost of current hashes.
func (c *Checker) dummy() digest {
	d, _ := parseDigest(dummyHash)
	d.memory, d.passes = c.kinds.today.memory, c.kinds.today.passes
	return d
}

// renew stores a current hash of a right password. If somebody changes the password during the hashing,
// theirs stays, and this one has to be right still.
func (c *Checker) renew(ctx context.Context, at *attempt, password string) (ok bool, err error) {
	u := &at.user
	hash, err := c.Hash(ctx, password)
	if err != nil {
		return false, err
	}
	done, err := c.accounts.RenewPassword(ctx, u.ID, u.Password, hash)
	if err != nil {
		return false, fmt.Errorf("renew password hash of account %d: %w", u.ID, err)
	}
	if !done {
		at.user = auth.User{}
		return c.check(ctx, at, password)
	}
	u.Password = hash
	return true, nil
}

// reportRefusal reports a failed attempt; err is nil for a wrong name or password. It does not report
// faults of the server.
func (c *Checker) reportRefusal(ctx context.Context, at *attempt, err error) {
	refusal := problem.As(err)
	switch {
	case err == nil:
		c.report(ctx, at, auth.LoginFailedEvent, "")
	case refusal == nil:
	case refusal.Code == problem.Throttled:
		c.report(ctx, at, auth.LoginThrottledEvent, "")
	case refusal.Code == problem.Unavailable:
		c.report(ctx, at, auth.LoginUnavailableEvent, "")
	}
}

func (c *Checker) report(ctx context.Context, at *attempt, kind auth.EventKind, reason string) {
	if c.events == nil {
		return
	}
	e := auth.Event{Kind: kind, Scheme: at.scheme, Client: at.client, Reason: reason}
	if at.user.ID != 0 {
		e = e.By(&at.user)
	} else {
		e.NameHash = c.nameHash(at.name)
	}
	c.events(ctx, e)
}

// nameHash returns the hash that replaces a name in events.
func (c *Checker) nameHash(name string) string {
	sum := c.recent.sum("name", name)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
