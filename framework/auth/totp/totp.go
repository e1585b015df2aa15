// Package totp makes and checks the codes of authenticator apps: six digits, another every 30 seconds (RFC 6238). Only this
// package imports github.com/pquerna/otp.
package totp

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"image/png"
	"net/url"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"example.com/resourceful/framework/auth"
)

// Factor is the second factor of accounts with an authenticator app, for rest.SecondFactor.
type Factor struct {
	Issuer string // name of the service in the app, such as "Tracker"; without it "Resourceful"
}

var (
	_ auth.Factor  = Factor{}
	_ auth.Checker = Factor{}
)

const (
	period = 30 // seconds
	// skew is how many codes before and after that of the time are right too: clocks differ, and people type.
	skew   = 1
	pixels = 240 // width and height of a picture
)

// Check implements auth.Checker. Apps take what is before a colon for the issuer.
func (f Factor) Check() error {
	if strings.Contains(f.Issuer, ":") {
		return fmt.Errorf("the issuer %q; write a name without a colon", f.Issuer)
	}
	return nil
}

func (f Factor) issuer() string {
	if f.Issuer == "" {
		return "Resourceful"
	}
	return f.Issuer
}

// NewSecret implements auth.Factor: it returns 160 random bits, in base32.
func (f Factor) NewSecret() (string, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: f.issuer(), AccountName: "account"})
	if err != nil {
		return "", err
	}
	return key.Secret(), nil
}

// Address implements auth.Factor: it returns otpauth://totp/Tracker:alice?secret=…
func (f Factor) Address(account, secret string) string {
	query := url.Values{"secret": {secret}, "issuer": {f.issuer()}}.Encode()
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + f.issuer() + ":" + account, RawQuery: strings.ReplaceAll(query, "+", "%20")} // apps show a +
	return u.String()
}

// Picture implements auth.Factor: it returns the QR code of an address.
func (Factor) Picture(address string) ([]byte, error) {
	key, err := otp.NewKeyFromURL(address)
	if err != nil {
		return nil, err
	}
	picture, err := key.Image(pixels, pixels)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, picture)
	return out.Bytes(), err
}

// Step implements auth.Factor: the number of a code is that of its 30 seconds since 1970. Spaces in a code do not count.
func (Factor) Step(secret, code string, at time.Time) (step int64, ok bool) {
	code = strings.ReplaceAll(code, " ", "")
	now := at.Unix() / period
	for n := max(0, now-skew); n <= now+skew; n++ {
		right, err := hotp.GenerateCode(secret, uint64(n))
		if err == nil && subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			step, ok = n, true
		}
	}
	return step, ok
}
