// The throttle of password guesses.

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
	// knownFor is how long a place stays known after a login of the account.
	knownFor = 30 * 24 * time.Hour
	// recordTimeout is the time limit for counting a failure. The count continues if the client leaves,
	// which could otherwise guess without being counted.
	recordTimeout = 10 * time.Second
)

// throttle is a leaky bucket: each failure moves the time of its key later by the window's share of one
// failure, and the key is full if that time is a whole window ahead.
//
// A response waits until all earlier failures have been counted, so that concurrent guesses gain nothing
// over sequential ones. Before a comparison it reads only keys that were full when last seen here: the
// usual login costs one statement, and a refused guess costs no hash.
type throttle struct {
	attempts auth.Attempts
	account  bucket
	place    bucket
	wide     bucket
	window   time.Duration

	mu   sync.Mutex
	full bounded[string, struct{}]
}

// bucket is the capacity of a counter.
type bucket struct{ share, whole time.Duration }

func newBucket(window time.Duration, failures int) bucket {
	share := max(time.Millisecond, (window / time.Duration(failures)).Truncate(time.Millisecond))
	return bucket{share: share, whole: share * time.Duration(failures)}
}

// wait returns the time until another failure fits, 0 or less if one does.
func (b bucket) wait(until, now time.Time) time.Duration {
	if !until.After(now) {
		return 0
	}
	return until.Sub(now) - b.whole + b.share
}

// over reports whether the count exceeds the capacity.
func (b bucket) over(until, now time.Time) bool { return until.After(now.Add(b.whole)) }

// newThrottle returns nil, which never refuses, if there is nothing to count.
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

// keys are the counters of a comparison.
type keys struct {
	account, place string
	wide           string // the /48 around the place, "" for none
	pair           string // the account from this place
	known          string // marks this place as known for the account
}

// begin refuses a comparison if this process knows of too many failures.
func (t *throttle) begin(ctx context.Context, who credential, login string) (*turn, error) {
	u := &turn{t, who, login}
	if !t.mayBeFull(who) {
		return u, nil
	}
	_, err := u.ask(ctx)
	return u, err
}

// keys returns the keys of a credential whose name was sent as login. Names that differ only in letter case
// share their count, but not their known places.
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

// list returns the nonempty keys, and further ones.
func (k keys) list(further ...string) []string {
	list := append(further, k.account, k.place)
	if k.wide != "" {
		list = append(list, k.wide)
	}
	return list
}

// hashed returns a hash for a login name, because people may type a password there.
func hashed(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:18])
}

// count is a counter's key with its capacity.
type count struct {
	bucket
	key string
}

// counts returns the counters that a failure increases.
func (t *throttle) counts(k keys, known bool) []count {
	if known {
		return []count{{t.account, k.pair}}
	}
	return append([]count{{t.account, k.account}}, t.places(k)...)
}

// places returns the counters for the origin of a failure.
func (t *throttle) places(k keys) []count {
	if k.wide == "" {
		return []count{{t.place, k.place}}
	}
	return []count{{t.place, k.place}, {t.wide, k.wide}}
}

// ask reads the counters, and refuses if one is full.
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

// failed counts a failure. It refuses the failure as one too many, instead of as wrong, if others were
// counted before it. From a known place it also counts for the place, against guesses of other names.
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

// passed refuses even the right password after too many failures, so that a guesser learns nothing.
// Otherwise it marks the place as known; before reports whether it was known already.
func (u *turn) passed(ctx context.Context) (before bool, err error) {
	if u == nil {
		return false, nil
	}
	known, err := u.ask(ctx)
	if err != nil {
		return false, err
	}
	if now := time.Now(); known.Before(now.Add(knownFor / 2)) {
		// A database without writes at the moment is no reason to refuse a right password.
		_, _ = u.attempts.Extend(ctx, now, 0, []auth.Extension{{Key: u.who.keys(u.login).known, By: knownFor}})
	}
	return !known.IsZero(), nil
}

// known reports whether the account has logged in from there before.
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

// remember remembers which counters are full, and returns the time until none is.
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

// mayBeFull reports whether a counter was full when last seen here.
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
