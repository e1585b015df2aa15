// New tokens and their hashes.

package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"

	"example.com/resourceful/framework/auth"
)

const (
	// secretPrefix lets scanners of repositories and logs find tokens.
	secretPrefix = "rsf_"
	// provedMark follows it in tokens that were made with a second factor. It is no letter of the others.
	provedMark = "1"
	// shown is the number of characters of a token that are stored, for people to recognize it.
	shown = len(secretPrefix) + 6
	// compatibleBytes is the number of random bytes in a token of Django REST framework.
	compatibleBytes = 20
)

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// New returns a new secret of 256 random bits, and its token to store, which does not reveal the secret.
// The caller fills in the rest of the token.
func New() (secret string, t auth.Token) { return newWith(secretPrefix) }

func newWith(prefix string) (secret string, t auth.Token) {
	random := make([]byte, sha256.Size)
	rand.Read(random)
	return newToken(prefix + letters.EncodeToString(random))
}

// newToken is New in the form of the scheme: 160 random bits in Django REST framework's form. A token that was made with a
// second factor has the other form.
func (s Scheme) newToken(proved bool) (secret string, t auth.Token) {
	switch {
	case proved:
		return newWith(secretPrefix + provedMark)
	case !s.Compatible:
		return New()
	}
	random := make([]byte, compatibleBytes)
	rand.Read(random)
	return newToken(hex.EncodeToString(random))
}

func newToken(secret string) (string, auth.Token) {
	return secret, auth.Token{Prefix: secret[:shown], Hash: hashOf(secret)}
}

// hashOf returns the stored form of a secret. It needs no salt and little work: nobody can try 2^160
// secrets.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
