// A stored hash, parsed and compared.

package passwords

import (
	"crypto/subtle"
	"strconv"
	"strings"
)

// The limits of parseDigest for each algorithm.
const (
	minSum  = 16
	maxSum  = 64
	maxSalt = 128
)

// digest is a parsed password hash. Its cost is the digest without salt and sum.
type digest struct {
	algorithm algorithm
	memory    uint32 // KiB, argon2id only
	passes    uint32 // the iterations of pbkdf2
	lanes     uint8
	salt      []byte
	sum       []byte
}

// algorithm is a password hash algorithm with its stored form.
type algorithm interface {
	// prefix returns the beginning of a stored hash.
	prefix() string
	// parse parses the rest of a stored hash. ok is false if it is malformed or its parameters exceed the
	// limits.
	parse(rest string) (d digest, ok bool)
	// compute returns n bytes for the password with the salt and the cost of the digest, nil if the
	// platform refuses them.
	compute(d *digest, password string, n int) []byte
	// mistakes reports whether another password gives the same bytes, so that this one counts as wrong.
	mistakes(password string) bool
	// additive reports whether two computations cost the same as one with the passes of both.
	additive() bool
}

// algorithms returns the supported algorithms.
func algorithms() [2]algorithm { return [...]algorithm{argon2id{}, pbkdf2SHA256{}} }

// parseDigest parses a stored hash. ok is false if its format is unknown or its parameters exceed the
// limits.
func parseDigest(hash string) (d digest, ok bool) {
	for _, a := range algorithms() {
		if rest, found := strings.CutPrefix(hash, a.prefix()); found {
			d, ok = a.parse(rest)
			d.algorithm = a
			return d, ok && d.sane()
		}
	}
	return digest{}, false
}

// parameter parses a number from 1 to most after a prefix.
func parameter(s, prefix string, most uint64) (n uint32, ok bool) {
	digits, found := strings.CutPrefix(s, prefix)
	if !found {
		return 0, false
	}
	v, err := strconv.ParseUint(digits, 10, 32)
	return uint32(v), err == nil && v >= 1 && v <= most
}

func (d digest) sane() bool {
	return len(d.salt) >= 1 && len(d.salt) <= maxSalt && len(d.sum) >= minSum && len(d.sum) <= maxSum
}

// matches compares a password in constant time.
func (d digest) matches(password string) bool {
	sum := d.compute(password, len(d.sum))
	mistaken := d.algorithm.mistakes(password)
	return subtle.ConstantTimeCompare(sum, d.sum) == 1 && !mistaken
}

func (d digest) compute(password string, n int) []byte { return d.algorithm.compute(&d, password, n) }

// cost returns a digest without its salt and sum.
func (d digest) cost() digest {
	d.salt, d.sum = nil, nil
	return d
}

func sameCost(a, b digest) bool {
	return a.algorithm == b.algorithm && a.memory == b.memory && a.passes == b.passes && a.lanes == b.lanes
}
