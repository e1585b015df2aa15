// Django's hashes by PBKDF2, only for comparison.

package passwords

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// maxRounds limits the work of a comparison to about a second.
const maxRounds = 5_000_000

// pbkdf2SHA256 is the algorithm of Django's hashes.
type pbkdf2SHA256 struct{}

func (pbkdf2SHA256) prefix() string { return "pbkdf2_sha256$" }

// parse parses "600000$salt$sum"; the salt is text, not base64.
func (pbkdf2SHA256) parse(rest string) (d digest, ok bool) {
	parts := strings.Split(rest, "$")
	if len(parts) != 3 {
		return d, false
	}
	rounds, ok := parameter(parts[0], "", maxRounds)
	if !ok {
		return d, false
	}
	d = digest{passes: rounds, salt: []byte(parts[1])}
	var err error
	d.sum, err = base64.StdEncoding.Strict().DecodeString(parts[2])
	return d, err == nil
}

func (pbkdf2SHA256) compute(d *digest, password string, n int) []byte {
	sum, err := pbkdf2.Key(sha256.New, password, d.salt, int(d.passes), n)
	if err != nil {
		return nil
	}
	return sum
}

// mistakes implements algorithm. HMAC pads a short key with NULs, so that a password with NULs at its end
// has the same sum. Django allows no NULs in passwords.
func (pbkdf2SHA256) mistakes(password string) bool { return strings.HasSuffix(password, "\x00") }

func (pbkdf2SHA256) additive() bool { return true }
