package totp_test

import (
	"bytes"
	"encoding/base32"
	"image/png"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth/totp"
)

// The last six digits of the codes of RFC 6238, appendix B, for SHA-1.
func TestStep(t *testing.T) {
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, code := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		for after, want := range map[int64]bool{-60: false, -30: true, 0: true, 30: true, 60: false} {
			if at+after < 0 {
				continue
			}
			step, ok := totp.Factor{}.Step(secret, code, time.Unix(at+after, 0))
			if ok != want || ok && step != at/30 {
				t.Errorf("%s at %d%+d: got step %d, %v", code, at, after, step, ok)
			}
		}
	}
	for _, code := range []string{"", "2870", "2870820", "94287082", "abcdef", "０００000", " "} {
		if _, ok := (totp.Factor{}).Step(secret, code, time.Unix(59, 0)); ok {
			t.Errorf("%q is right", code)
		}
	}
	if step, ok := (totp.Factor{}).Step(secret, "287 082", time.Unix(59, 0)); !ok || step != 1 {
		t.Error("a code with a space is wrong")
	}
	for _, broken := range []string{"", "!", "00000000"} {
		if step, ok := (totp.Factor{}).Step(broken, "287082", time.Unix(59, 0)); ok {
			t.Errorf("the secret %q has the code of step %d", broken, step)
		}
	}
}

// An address has the issuer, the account and the secret, and a picture of it.
func TestAddress(t *testing.T) {
	f := totp.Factor{Issuer: "Tea & Co"}
	secret, err := f.NewSecret()
	if raw, decoded := base32.StdEncoding.DecodeString(secret); err != nil || decoded != nil || len(raw) != 20 {
		t.Fatalf("got the secret %q, %v", secret, err)
	}
	address := f.Address("alice:1@example.com", secret)
	if !strings.HasPrefix(address, "otpauth://totp/Tea%20&%20Co:alice:1@example.com?") || !strings.Contains(address, "issuer=Tea%20%26%20Co") || !strings.Contains(address, "secret="+secret) {
		t.Errorf("got %q", address)
	}
	picture, err := f.Picture(address)
	if err != nil {
		t.Fatal(err)
	}
	if image, err := png.Decode(bytes.NewReader(picture)); err != nil || image.Bounds().Dx() != 240 {
		t.Errorf("the picture: %v", err)
	}
	if err := (totp.Factor{Issuer: "a:b"}).Check(); err == nil {
		t.Error("an issuer with a colon is accepted")
	}
}
