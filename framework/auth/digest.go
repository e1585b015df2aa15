package auth

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
)

// What Hash makes: the second of OWASP's recommendations for argon2id.
const (
	memoryKiB = 19 << 10
	passes    = 2
	lanes     = 1
	saltLen   = 16
	sumLen    = 32
)

// What parseDigest accepts. A stored hash chooses the work of its comparison, so the work is
// bounded: 256 MiB of memory, and about a second.
const (
	maxMemoryKiB = 256 << 10
	maxPasses    = 16
	maxLanes     = 16
	maxWorkKiB   = 1 << 20 // memory times passes
	maxRounds    = 5_000_000
	minSum       = 16
	maxSum       = 64
	maxSalt      = 128
)

type digestKind uint8

const (
	argon2id digestKind = iota
	pbkdf2sha256
)

// digest is a parsed password hash.
type digest struct {
	kind   digestKind
	memory uint32 // KiB, argon2id only
	passes uint32 // the iterations of pbkdf2
	lanes  uint8
	salt   []byte
	sum    []byte
}

// today is what Hash makes, without salt and sum.
func today() digest {
	return digest{kind: argon2id, memory: memoryKiB, passes: passes, lanes: lanes}
}

// parseDigest reads a stored hash. ok is false when its format is unknown or its parameters are
// beyond the bounds.
func parseDigest(hash string) (d digest, ok bool) {
	if rest, found := strings.CutPrefix(hash, "$argon2id$v=19$"); found {
		return parseArgon2id(rest)
	}
	if rest, found := strings.CutPrefix(hash, "pbkdf2_sha256$"); found {
		return parsePBKDF2(rest)
	}
	return digest{}, false
}

// parseArgon2id reads "m=19456,t=2,p=1$salt$sum", the parameters in this order, as argon2's
// reference implementation writes them.
func parseArgon2id(s string) (d digest, ok bool) {
	parts := strings.Split(s, "$")
	if len(parts) != 3 {
		return d, false
	}
	params := strings.Split(parts[0], ",")
	if len(params) != 3 {
		return d, false
	}
	m, okM := parameter(params[0], "m=", maxMemoryKiB)
	t, okT := parameter(params[1], "t=", maxPasses)
	p, okP := parameter(params[2], "p=", maxLanes)
	if !okM || !okT || !okP || m < 8*p || m*t > maxWorkKiB {
		return d, false
	}
	d = digest{kind: argon2id, memory: m, passes: t, lanes: uint8(p)}
	var errSalt, errSum error
	d.salt, errSalt = base64.RawStdEncoding.Strict().DecodeString(parts[1])
	d.sum, errSum = base64.RawStdEncoding.Strict().DecodeString(parts[2])
	return d, errSalt == nil && errSum == nil && d.sane()
}

// parsePBKDF2 reads Django's "600000$salt$sum"; the salt is text, not base64.
func parsePBKDF2(s string) (d digest, ok bool) {
	parts := strings.Split(s, "$")
	if len(parts) != 3 {
		return d, false
	}
	rounds, ok := parameter(parts[0], "", maxRounds)
	if !ok {
		return d, false
	}
	d = digest{kind: pbkdf2sha256, passes: rounds, salt: []byte(parts[1])}
	var err error
	d.sum, err = base64.StdEncoding.Strict().DecodeString(parts[2])
	return d, err == nil && d.sane()
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
	// HMAC fills a short key up with NULs, so that PBKDF2 gives a password and the same with NULs
	// behind it one sum. Django lets nobody choose a password with NULs.
	padded := d.kind == pbkdf2sha256 && strings.HasSuffix(password, "\x00")
	return subtle.ConstantTimeCompare(sum, d.sum) == 1 && !padded
}

// compute returns the n bytes that the password gives with this salt and these parameters, nil
// when the platform refuses them.
func (d digest) compute(password string, n int) []byte {
	switch d.kind {
	case argon2id:
		return argon2.IDKey([]byte(password), d.salt, d.passes, d.memory, d.lanes, uint32(n))
	default:
		sum, err := pbkdf2.Key(sha256.New, password, d.salt, int(d.passes), n)
		if err != nil {
			return nil
		}
		return sum
	}
}

// String is the PHC form of an argon2id digest.
func (d digest) String() string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", d.memory, d.passes, d.lanes, b64(d.salt), b64(d.sum))
}
