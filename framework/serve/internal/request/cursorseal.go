// Sealed positions in a list, which clients carry from one page to the next.

package request

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Sealer seals bytes for a list with its filters, search and order; the shown members and the format do not
// matter. One synthetic value authenticates and encrypts the bytes, as in RFC 5297: the HMAC of the bytes
// and of the list, which also starts the key stream. Equal bytes give equal texts, so that the address of a
// page stays the same.
type Sealer struct {
	Key  func() []byte
	List func() string // a text that identifies the list
}

// tagSize is large enough against guessing.
const tagSize = 16

// Seal returns a text for bytes, which Open accepts only for this list.
func (s *Sealer) Seal(value []byte) string {
	tag := s.tag(value)
	return base64.RawURLEncoding.EncodeToString(append(tag, s.mask(tag, value)...))
}

// Open returns the bytes of a text from Seal for this list.
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

// mask encrypts or decrypts bytes.
func (s *Sealer) mask(tag, value []byte) []byte {
	block, err := aes.NewCipher(s.derive("mask"))
	if err != nil {
		panic(err) // a hash has the length of a key
	}
	masked := make([]byte, len(value))
	cipher.NewCTR(block, tag).XORKeyStream(masked, value)
	return masked
}

// derive returns a key for one use.
func (s *Sealer) derive(use string) []byte {
	mac := hmac.New(sha256.New, s.Key())
	mac.Write([]byte(use))
	return mac.Sum(nil)
}
