// Package passwords checks passwords. It hashes and compares a few at a time, supports the hashes of
// Django, throttles guesses, and makes all refusals take the same time. Only this package imports argon2.
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
	// Limit is the number of concurrent hashes, DefaultHashes if not positive. Each takes about 19 MiB and
	// one processor; further callers wait.
	Limit int
	// Waits is the number of callers that may compute or wait, DefaultHashesWaiting if not positive. Beyond
	// it callers are refused: in an unlimited queue, a guesser would lock everybody out. As many more may
	// wait who log in from a known place.
	Waits int
	// Cost is the cost of new hashes.
	Cost auth.HashCost
	// Policy judges the passwords that clients send for fields of type rest.Password, whose account is not known then; nil
	// for none but the rules of the field.
	Policy auth.PasswordPolicy

	once  sync.Once
	queue queue
}

// The defaults of a Hasher.
const (
	DefaultHashes        = 2
	DefaultHashesWaiting = 64
)

// Weaknesses returns what is wrong with a password by Policy; nil for a good one. It implements an option of field.Hasher.
func (p *Hasher) Weaknesses(password string) []string {
	if p.Policy == nil {
		return nil
	}
	return Judge(p.Policy, password, &auth.User{})
}

// Hash returns a new argon2id hash of the password in PHC form. It fails only if ctx ends during the wait.
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

// Verify reports whether hash was made from the password. It supports argon2id in PHC form and Django's
// pbkdf2_sha256; any other text, including "", matches no password. It fails only if ctx ends during the
// wait.
func (p *Hasher) Verify(ctx context.Context, hash, password string) (ok bool, err error) {
	d, known := parseDigest(hash)
	if !known {
		return false, nil
	}
	err = p.run(ctx, func() { ok = d.matches(password) })
	return ok, err
}

// IsHash reports whether Verify can compare a text with passwords.
func (p *Hasher) IsHash(text string) bool {
	_, known := parseDigest(text)
	return known
}

// Outdated reports whether Hash would now make another kind of hash, so that a login may replace the stored
// one.
func (p *Hasher) Outdated(hash string) bool {
	d, known := parseDigest(hash)
	return !known || !sameCost(d, argon2id{}.today(p.Cost)) || len(d.salt) != saltLen || len(d.sum) != sumLen
}

// Waiting returns the number of waiting callers.
func (p *Hasher) Waiting() int {
	p.ready()
	return p.queue.waiting()
}

// ready initializes the queue.
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

// runFor is run for a caller that may have to wait behind others.
func (p *Hasher) runFor(ctx context.Context, c caller, f func()) error {
	p.ready()
	// An ended request must not get a slot by chance.
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
