// The claims of a verified token.

package oidc

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
)

// errRefused reports an invalid token, or one without an account.
var errRefused = errors.New("the token is refused")

// maxClaim is the largest size of a stored claim, in bytes.
const maxClaim = 255

// claims are the claims of a token whose signature, issuer, audience and times are valid.
type claims struct {
	subject, nonce, typ string // typ is the type in the header
	audience            []string
	all                 map[string]json.RawMessage
}

// verify verifies a token for an audience. An invalid one is errRefused; a *problem.Error means that its
// signature cannot be checked now.
func (v *verifier) verify(ctx context.Context, raw, audience string) (*claims, error) {
	if len(raw) > maxToken || audience == "" {
		return nil, errRefused
	}
	signed, err := jose.ParseSignedCompact(raw, signedBy(v.scheme.Algorithms))
	if err != nil || len(signed.Signatures) != 1 {
		return nil, errRefused
	}
	header := signed.Signatures[0].Header
	keys, err := v.provider.keysOf(ctx, header.KeyID, header.Algorithm)
	if err != nil {
		return nil, err
	}
	token, err := oidc.NewVerifier(v.scheme.Issuer, keySet{signed, keys}, &oidc.Config{
		ClientID: audience, SupportedSigningAlgs: v.scheme.Algorithms, SkipExpiryCheck: true, // see inTime
	}).Verify(ctx, raw)
	if err != nil {
		return nil, errRefused
	}
	typ, _ := header.ExtraHeaders[jose.HeaderType].(string)
	c := &claims{subject: token.Subject, nonce: token.Nonce, typ: typ, audience: token.Audience}
	if token.Claims(&c.all) != nil || !fits(c.subject) || c.subject == "" || !c.inTime(v.Now(), v.scheme.Skew) {
		return nil, errRefused
	}
	return c, nil
}

// isAccessToken reports whether a token is for an API instead of a login: see Scheme.TokenType. OpenID
// Connect gives a nonce to the tokens of logins, and some providers copy it into all others.
func (c *claims) isAccessToken(declared string) bool {
	typed := strings.EqualFold(strings.TrimPrefix(strings.ToLower(c.typ), "application/"), accessToken)
	switch declared {
	case accessToken:
		return typed
	case bearer:
		return c.text(claimName{"typ"}) == bearer
	default:
		return typed || c.nonce == ""
	}
}

// inTime reports whether a token is valid now, with clocks that differ by at most skew. A token without an
// expiry is not.
func (c *claims) inTime(now time.Time, skew time.Duration) bool {
	end, begin, made := c.time("exp"), c.time("nbf"), c.time("iat")
	at := float64(now.UnixMilli()) / 1000
	by := skew.Seconds()
	return at < end+by && // false for NaN
		!(at+by < begin) && !(at+by < made) && !c.mistaken("nbf", begin) && !c.mistaken("iat", made)
}

// time returns a claim in seconds of Unix time, NaN for none.
func (c *claims) time(name string) float64 {
	var seconds float64
	if c.all[name] == nil || json.Unmarshal(c.all[name], &seconds) != nil || string(c.all[name]) == "null" {
		return math.NaN()
	}
	return seconds
}

// mistaken reports whether an existing claim is no time.
func (c *claims) mistaken(name string, at float64) bool { return c.all[name] != nil && math.IsNaN(at) }

// text returns the text of a claim, "" for none.
func (c *claims) text(name claimName) string {
	var s string
	if json.Unmarshal(name.find(c.all), &s) != nil || !fits(s) {
		return ""
	}
	return s
}

// fits reports whether a text can be stored.
func fits(s string) bool {
	return len(s) <= maxClaim && utf8.ValidString(s) && !strings.ContainsRune(s, 0)
}

// list returns a claim that is a list of texts, or a text that split divides; ok is false for others.
func (c *claims) list(name claimName, split func(string) []string) (list []string, ok bool) {
	value := name.find(c.all)
	var s string
	if json.Unmarshal(value, &s) == nil && value[0] == '"' {
		return split(s), true
	}
	if json.Unmarshal(value, &list) != nil { // it may contain the items before one of another type
		return nil, false
	}
	return list, list != nil
}

// scopes returns the scopes of the token in a claim; nil if the scheme names no claim. A token without the
// claim has no scopes.
func (c *claims) scopes(claim claimName) []string {
	if claim == nil {
		return nil
	}
	list, ok := c.list(claim, strings.Fields)
	if !ok || list == nil {
		return []string{}
	}
	return list
}

// client names the program that the token was issued to.
func (c *claims) client() string {
	return cmp.Or(c.text(claimName{"azp"}), c.text(claimName{"client_id"}), "oidc")
}
