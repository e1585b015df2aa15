// Texts that a client carries from one page of a list to the next, and only the service reads.

package request

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Sealer seals bytes for a list: with its filters, search and order, but whatever of each row is shown and
// in which format. A text is authenticated and hidden by one synthetic value, as in RFC 5297: that is the
// HMAC of the bytes and of the list, and begins the key stream. Equal bytes are equal texts, so that the
// address of a page stays the same.
type Sealer struct {
	Key  func() []byte
	List func() string // the list in a text that no other list has
}

// tagSize is enough that nobody finds a text by trying.
const tagSize = 16

// Seal returns a text for bytes, which Open takes for this list alone.
func (s *Sealer) Seal(value []byte) string {
	tag := s.tag(value)
	return base64.RawURLEncoding.EncodeToString(append(tag, s.mask(tag, value)...))
}

// Open returns the bytes of a text that Seal has given for this list.
func (s *Sealer) Open(text string) ([]byte, bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(sealed) < tagSize || base64.RawURLEncoding.EncodeToString(sealed) != text {
		return nil, false
	}
	value := s.mask(sealed[:tagSize], sealed[tagSize:])
	return value, hmac.Equal(sealed[:tagSize], s.tag(value))
}

// tag authenticates bytes for the list.
func (s *Sealer) tag(value []byte) []byte {
	mac := hmac.New(sha256.New, s.derive("tag"))
	mac.Write([]byte(s.List()))
	mac.Write(value)
	return mac.Sum(nil)[:tagSize]
}

// mask hides bytes, or shows them again.
func (s *Sealer) mask(tag, value []byte) []byte {
	block, err := aes.NewCipher(s.derive("mask"))
	if err != nil {
		panic(err) // a hash is a key
	}
	masked := make([]byte, len(value))
	cipher.NewCTR(block, tag).XORKeyStream(masked, value)
	return masked
}

// derive is a key for one use.
func (s *Sealer) derive(use string) []byte {
	mac := hmac.New(sha256.New, s.Key())
	mac.Write([]byte(use))
	return mac.Sum(nil)
}
