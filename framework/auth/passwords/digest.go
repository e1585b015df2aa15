// A stored hash, read and compared with.

package passwords

import (
	"crypto/subtle"
	"strconv"
	"strings"
)

// What parseDigest accepts of each algorithm.
const (
	minSum  = 16
	maxSum  = 64
	maxSalt = 128
)

// digest is a parsed password hash. Its cost is all of it but salt and sum.
type digest struct {
	algorithm algorithm
	memory    uint32 // KiB, argon2id only
	passes    uint32 // the iterations of pbkdf2
	lanes     uint8
	salt      []byte
	sum       []byte
}

// algorithm is a way to hash passwords, as it is stored and as it is computed.
type algorithm interface {
	// prefix is how a stored hash begins.
	prefix() string
	// parse reads what follows the prefix. ok is false when it is malformed or its parameters are
	// beyond the bounds.
	parse(rest string) (d digest, ok bool)
	// compute returns the n bytes that the password gives with the salt and the cost of the digest,
	// nil when the platform refuses them.
	compute(d *digest, password string, n int) []byte
	// mistakes reports whether another password gives the same bytes, so that this one is wrong.
	mistakes(password string) bool
	// additive reports whether the work of two computations is that of one with the passes of both.
	additive() bool
}

// algorithms are those whose hashes are read.
func algorithms() [2]algorithm { return [...]algorithm{argon2id{}, pbkdf2SHA256{}} }

// parseDigest reads a stored hash. ok is false when its format is unknown or its parameters are
// beyond the bounds.
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

// parameter reads a number from 1 to most after a prefix.
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

// matches takes the same time whatever the password.
func (d digest) matches(password string) bool {
	sum := d.compute(password, len(d.sum))
	mistaken := d.algorithm.mistakes(password)
	return subtle.ConstantTimeCompare(sum, d.sum) == 1 && !mistaken
}

func (d digest) compute(password string, n int) []byte { return d.algorithm.compute(&d, password, n) }

// cost is a digest without its salt and sum.
func (d digest) cost() digest {
	d.salt, d.sum = nil, nil
	return d
}

func sameCost(a, b digest) bool {
	return a.algorithm == b.algorithm && a.memory == b.memory && a.passes == b.passes && a.lanes == b.lanes
}
