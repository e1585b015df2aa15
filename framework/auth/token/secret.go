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
)

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// New returns a fresh secret of 256 random bits, and the token to be stored for it, which does not
// tell the secret. The rest of the token is for the caller to fill in.
func New() (secret string, t auth.Token) {
	random := make([]byte, sha256.Size)
	rand.Read(random)
	secret = secretPrefix + letters.EncodeToString(random)
	return secret, auth.Token{Prefix: secret[:shown], Hash: hashOf(secret)}
}

// hashOf is what is stored of a secret. It needs neither salt nor work: nobody can try 2^256 secrets.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
