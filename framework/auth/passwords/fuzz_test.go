// A fuzz test of stored hashes.

package passwords

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

var (
	argonForm  = regexp.MustCompile(`^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/\r\n]+\$[A-Za-z0-9+/\r\n]+$`)
	djangoForm = regexp.MustCompile(`^pbkdf2_sha256\$\d+\$[^$]+\$[A-Za-z0-9+/\r\n]+[=\r\n]*$`)
)

// A stored hash that is read has the one form or the other, asks for no more work than there is,
// and means the same when it is written again.
func FuzzParseDigest(f *testing.F) {
	sum := base64.StdEncoding.EncodeToString(make([]byte, 32))
	for _, seed := range []string{
		dummyHash, "pbkdf2_sha256$600000$salt$" + sum, "pbkdf2_sha256$1$$" + sum, "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$" + strings.TrimRight(sum, "="),
		"$argon2id$v=19$m=262144,t=16,p=1$c2FsdA$AAAA", "$argon2id$v=19$m=08,t=+1,p=1$$", "pbkdf2_sha256$5000001$s$" + sum, "", "!", "$2b$12$x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, hash string) {
		defer stopwatch.Input(t)()
		d, ok := parseDigest(hash)
		if !ok {
			return
		}
		if !argonForm.MatchString(hash) && !djangoForm.MatchString(hash) {
			t.Fatalf("%q is read as %+v", hash, d)
		}
		again := fmt.Sprintf("pbkdf2_sha256$%d$%s$%s", d.passes, d.salt, base64.StdEncoding.EncodeToString(d.sum))
		if a, is := d.algorithm.(argon2id); is {
			again = a.format(d)
			if uint64(d.memory)*uint64(d.passes) > maxWorkKiB || d.memory > maxMemoryKiB || d.lanes > maxLanes || uint32(d.lanes)*8 > d.memory {
				t.Errorf("%q asks for too much: %+v", hash, d)
			}
		} else if d.passes > maxRounds {
			t.Errorf("%q asks for %d rounds", hash, d.passes)
		}
		if back, ok := parseDigest(again); !ok || !reflect.DeepEqual(back, d) {
			t.Errorf("%q is read as %+v, and written again as %q it is %+v, %v", hash, d, again, back, ok)
		}
	})
}
