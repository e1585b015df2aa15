// Package passwords knows whether a password is right: it hashes and compares a few at a time,
// reads the hashes of Django, slows down whoever guesses, and lets refusals take the same time
// whatever is wrong. Only this package knows argon2.
package passwords

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"

	"example.com/resourceful/framework/auth"
)

// Hasher hashes and compares passwords. The zero value is ready to use; it must not be copied
// after its first use.
type Hasher struct {
	// Limit is how many hashes are computed at a time, DefaultHashes if not positive. Each takes
	// about 19 MiB and one processor; further callers wait for their turn.
	Limit int
	// Waits is how many callers may compute or wait, DefaultHashesWaiting if not positive. Past that
	// they are told to come back: a queue without a bound would let anybody who guesses passwords
	// lock everybody out. As many again may wait of those who log in from where they have before.
	Waits int
	// Cost is what Hash makes its hashes at.
	Cost auth.HashCost

	once  sync.Once
	queue queue
}

// The defaults of a Hasher.
const (
	DefaultHashes        = 2
	DefaultHashesWaiting = 64
)

// Hash returns a new argon2id hash of the password in PHC form. It fails only when ctx ends while
// it waits.
func (p *Hasher) Hash(ctx context.Context, password string) (string, error) {
	d := argon2id{}.today(p.Cost)
	d.salt = make([]byte, saltLen)
	rand.Read(d.salt)
	err := p.run(ctx, func() { d.sum = d.compute(password, sumLen) })
	if err != nil {
		return "", err
	}
	return argon2id{}.format(d), nil
}

// Verify says whether hash was made from the password. It reads argon2id in PHC form and Django's
// pbkdf2_sha256; anything else, "" included, matches no password. It fails only when ctx ends
// while it waits.
func (p *Hasher) Verify(ctx context.Context, hash, password string) (ok bool, err error) {
	d, known := parseDigest(hash)
	if !known {
		return false, nil
	}
	err = p.run(ctx, func() { ok = d.matches(password) })
	return ok, err
}

// Outdated says whether Hash would make another kind of hash today, so that a login may replace
// the stored one.
func (p *Hasher) Outdated(hash string) bool {
	d, known := parseDigest(hash)
	return !known || !sameCost(d, argon2id{}.today(p.Cost)) || len(d.salt) != saltLen || len(d.sum) != sumLen
}

// Waiting is how many callers wait for their turn at this moment.
func (p *Hasher) Waiting() int {
	p.ready()
	return p.queue.waiting()
}

// ready makes the places of those that compute.
func (p *Hasher) ready() {
	p.once.Do(func() {
		limit := p.Limit
		if limit <= 0 {
			limit = DefaultHashes
		}
		if p.Waits <= 0 {
			p.Waits = DefaultHashesWaiting
		}
		p.queue.init(limit, p.Waits)
	})
}

// run calls f when fewer than Limit others are running.
func (p *Hasher) run(ctx context.Context, f func()) error { return p.runFor(ctx, caller{}, f) }

// runFor is run for a caller who may have to stand back behind others.
func (p *Hasher) runFor(ctx context.Context, c caller, f func()) error {
	p.ready()
	// A request that has ended must not win a free place by chance.
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wait to hash a password: %w", err)
	}
	if err := p.queue.acquire(ctx, c); err != nil {
		return err
	}
	defer p.queue.release()
	f()
	return nil
}
