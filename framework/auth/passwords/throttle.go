// Slowing down whoever guesses passwords.

package passwords

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

const (
	// knownFor is how long a place stays known to which an account has given its password.
	knownFor = 30 * 24 * time.Hour
	// recordTimeout is for the counting of a failure, which does not end when the client goes away:
	// it could otherwise try for nothing.
	recordTimeout = 10 * time.Second
)

// throttle counts as a bucket leaks: each failure puts the time of its key later by the window's
// share of one failure, and the key is full when that time is a whole window ahead.
//
// Whether a password was right is answered only after the failures that came before have been
// counted, so that guesses at once get no further than guesses one by one. Before comparing, it
// is asked only about keys that were full when they were last seen here: the usual login costs
// one statement, and guesses that are refused cost no hash.
type throttle struct {
	attempts auth.Attempts
	account  bucket
	place    bucket
	wide     bucket
	window   time.Duration

	mu   sync.Mutex
	full bounded[string, struct{}]
}

// bucket is how many failures fit in.
type bucket struct{ share, whole time.Duration }

func newBucket(window time.Duration, failures int) bucket {
	share := max(time.Millisecond, (window / time.Duration(failures)).Truncate(time.Millisecond))
	return bucket{share: share, whole: share * time.Duration(failures)}
}

// wait is how long it takes until one more failure fits in, 0 or less when one does.
func (b bucket) wait(until, now time.Time) time.Duration {
	if !until.After(now) {
		return 0
	}
	return until.Sub(now) - b.whole + b.share
}

// over reports whether more has been counted than fits in.
func (b bucket) over(until, now time.Time) bool { return until.After(now.Add(b.whole)) }

// newThrottle returns nil, which never refuses, where there is nothing to count.
func newThrottle(attempts auth.Attempts, limits auth.Throttle) *throttle {
	if attempts == nil || limits.Failures <= 0 {
		return nil
	}
	if limits.PerPlace <= 0 {
		limits.PerPlace = 10 * limits.Failures
	}
	if limits.Window <= 0 {
		limits.Window = 15 * time.Minute
	}
	return &throttle{
		attempts: attempts, window: limits.Window,
		account: newBucket(limits.Window, limits.Failures), place: newBucket(limits.Window, limits.PerPlace),
		wide: newBucket(limits.Window, widePlaces*limits.PerPlace),
	}
}

// turn is one comparison of a password; nil counts nothing.
type turn struct {
	*throttle
	who   credential
	login string // see attempt.knownAs
}

// keys are what a comparison counts for.
type keys struct {
	account, place string
	wide           string // the /48 around the place, "" for none
	pair           string // the account from this place
	known          string // that the account comes from this place
}

// begin refuses a comparison where it is known here that there were too many failures.
func (t *throttle) begin(ctx context.Context, who credential, login string) (*turn, error) {
	u := &turn{t, who, login}
	if !t.mayBeFull(who) {
		return u, nil
	}
	_, err := u.ask(ctx)
	return u, err
}

// keys are those of a credential whose name was sent as login. Two accounts may have names that differ only in
// letter case, which count together: that one of them comes from a place says nothing of the other.
func (c credential) keys(login string) keys {
	from := "unknown"
	if c.from.IsValid() {
		from = c.from.String()
	}
	k := keys{
		account: "account:" + hashed(c.name), place: "place:" + from,
		pair: "pair:" + hashed(c.name, from), known: "known:" + hashed(login, from),
	}
	if around := networksOf(c.from); len(around) > 1 {
		k.wide = "place:" + around[1].String()
	}
	return k
}

// list are those of the keys that there are, and further ones.
func (k keys) list(further ...string) []string {
	list := append(further, k.account, k.place)
	if k.wide != "" {
		list = append(list, k.wide)
	}
	return list
}

// hashed names an account: what people write for a name may be a password.
func hashed(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:18])
}

// count is what has been counted under a key, and how much that may be.
type count struct {
	bucket
	key string
}

// counts are those that a failure adds to.
func (t *throttle) counts(k keys, known bool) []count {
	if known {
		return []count{{t.account, k.pair}}
	}
	return append([]count{{t.account, k.account}}, t.places(k)...)
}

// places are the counts of where a failure comes from.
func (t *throttle) places(k keys) []count {
	if k.wide == "" {
		return []count{{t.place, k.place}}
	}
	return []count{{t.place, k.place}, {t.wide, k.wide}}
}

// ask reads what has been counted, and refuses where it is too much.
func (u *turn) ask(ctx context.Context) (known time.Time, err error) {
	now, k := time.Now(), u.who.keys(u.login)
	until, err := u.attempts.Until(ctx, now, k.list(k.pair, k.known))
	if err != nil {
		return known, fmt.Errorf("count failed logins: %w", err)
	}
	known = until[k.known]
	if wait := u.remember(u.counts(k, !known.IsZero()), until, now); wait > 0 {
		err = problem.Wait(wait)
	}
	return known, err
}

// failed counts a failure. It refuses it as one too many, rather than as wrong, where others were
// counted before it. From a known place it counts for the place as well, against strangers' names.
func (u *turn) failed(ctx context.Context) error {
	if u == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	known, err := u.ask(ctx)
	if err != nil {
		return err
	}
	now, k := time.Now(), u.who.keys(u.login)
	counts := u.counts(k, !known.IsZero())
	by := []auth.Extension{{Key: counts[0].key, By: u.account.share}}
	for _, c := range u.places(k) {
		by = append(by, auth.Extension{Key: c.key, By: c.share})
	}
	until, err := u.attempts.Extend(ctx, now, u.window, by)
	if err != nil {
		return fmt.Errorf("count a failed login: %w", err)
	}
	wait := u.remember(counts, until, now)
	for _, c := range counts {
		if c.over(until[c.key], now) {
			return problem.Wait(wait)
		}
	}
	return nil
}

// passed refuses even the right password where there have been too many failures, which tells a
// guesser nothing. Otherwise the place is known from now on; before says that it was before.
func (u *turn) passed(ctx context.Context) (before bool, err error) {
	if u == nil {
		return false, nil
	}
	known, err := u.ask(ctx)
	if err != nil {
		return false, err
	}
	if now := time.Now(); known.Before(now.Add(knownFor / 2)) {
		// A database that takes no writes for the moment is no reason to refuse a right password.
		_, _ = u.attempts.Extend(ctx, now, 0, []auth.Extension{{Key: u.who.keys(u.login).known, By: knownFor}})
	}
	return !known.IsZero(), nil
}

// known reports whether the account has given its password from there before.
func (u *turn) known(ctx context.Context) (bool, error) {
	if u == nil {
		return false, nil
	}
	key := u.who.keys(u.login).known
	until, err := u.attempts.Until(ctx, time.Now(), []string{key})
	if err != nil {
		return false, fmt.Errorf("find out whether an account logs in from there: %w", err)
	}
	return !until[key].IsZero(), nil
}

// remember notes which counts are full, and returns how long it takes until none is.
func (t *throttle) remember(counts []count, until map[string]time.Time, now time.Time) (longest time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range counts {
		if wait := c.wait(until[c.key], now); wait > 0 {
			t.full.put(c.key, struct{}{}, now.Add(wait))
			longest = max(longest, wait)
		}
	}
	return longest
}

// mayBeFull reports whether one of the counts was full when it was last seen here.
func (t *throttle) mayBeFull(who credential) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.full.entries) == 0 {
		return false
	}
	k := who.keys("")
	for _, key := range k.list(k.pair) {
		if time.Now().Before(t.full.entries[key].until) {
			return true
		}
	}
	return false
}
