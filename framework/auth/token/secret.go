// A new token, and its hash.

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
	// shown is how many characters of a token are stored as they are, for people to tell it by.
	shown = len(secretPrefix) + 6
	// compatibleBytes is how many random bytes a token of Django REST framework has.
	compatibleBytes = 20
)

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// New returns a fresh secret of 256 random bits, and the token to be stored for it, which does not
// tell the secret. The rest of the token is for the caller to fill in.
func New() (secret string, t auth.Token) {
	random := make([]byte, sha256.Size)
	rand.Read(random)
	return newToken(secretPrefix + letters.EncodeToString(random))
}

// newToken is what New returns, in the form of the scheme: 160 random bits where that is Django REST framework's.
func (s Scheme) newToken() (secret string, t auth.Token) {
	if !s.Compatible {
		return New()
	}
	random := make([]byte, compatibleBytes)
	rand.Read(random)
	return newToken(hex.EncodeToString(random))
}

func newToken(secret string) (string, auth.Token) {
	return secret, auth.Token{Prefix: secret[:shown], Hash: hashOf(secret)}
}

// hashOf returns the stored form of a secret. It needs neither salt nor work: nobody can try 2^160 secrets.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
