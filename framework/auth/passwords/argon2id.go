// Hashes by argon2id, for new passwords.

package passwords

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"example.com/resourceful/framework/auth"
)

// The parameters of Hash: the second of OWASP's recommendations for argon2id.
const (
	memoryKiB = 19 << 10
	passes    = 2
	lanes     = 1
	saltLen   = 16
	sumLen    = 32
)

// A stored hash determines the cost of its comparison, so the cost is limited: 256 MiB of memory, and about
// a second.
const (
	maxMemoryKiB = 256 << 10
	maxPasses    = 16
	maxLanes     = 16
	maxWorkKiB   = 1 << 20 // memory times passes
)

// argon2id is the algorithm of new hashes, in PHC form.
type argon2id struct{}

// today returns the parameters of Hash at a cost, without salt and sum.
func (a argon2id) today(cost auth.HashCost) digest {
	return digest{algorithm: a, memory: cmp.Or(cost.MemoryKiB, memoryKiB), passes: cmp.Or(cost.Passes, passes), lanes: lanes}
}

func (argon2id) prefix() string { return "$argon2id$v=19$" }

// parse parses "m=19456,t=2,p=1$salt$sum", the parameters in this order, as argon2's reference
// implementation writes them.
func (argon2id) parse(rest string) (d digest, ok bool) {
	parts := strings.Split(rest, "$")
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
	d = digest{memory: m, passes: t, lanes: uint8(p)}
	var errSalt, errSum error
	d.salt, errSalt = base64.RawStdEncoding.Strict().DecodeString(parts[1])
	d.sum, errSum = base64.RawStdEncoding.Strict().DecodeString(parts[2])
	return d, errSalt == nil && errSum == nil
}

func (argon2id) compute(d *digest, password string, n int) []byte {
	return argon2.IDKey([]byte(password), d.salt, d.passes, d.memory, d.lanes, uint32(n))
}

func (argon2id) mistakes(string) bool { return false }

func (argon2id) additive() bool { return false }

// format writes a digest for parseDigest.
func (a argon2id) format(d digest) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("%sm=%d,t=%d,p=%d$%s$%s", a.prefix(), d.memory, d.passes, d.lanes, b64(d.salt), b64(d.sum))
}
