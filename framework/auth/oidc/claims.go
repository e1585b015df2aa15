// What a token says, once its signature is good.

package oidc

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"example.com/resourceful/framework/auth"
)

// errRefused is a token that is not good, or of nobody who has an account.
var errRefused = errors.New("the token is refused")

// maxClaim bounds what is kept of a claim, in bytes.
const maxClaim = 255

// claims are those of a token whose signature, issuer, audience and times are good.
type claims struct {
	subject, nonce string
	audience       []string
	all            map[string]json.RawMessage
}

// verify reads a token for an audience. What is wrong with it is errRefused; a *problem.Error says that its signature
// cannot be checked now.
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
	c := &claims{subject: token.Subject, nonce: token.Nonce, audience: token.Audience}
	if token.Claims(&c.all) != nil || !fits(c.subject) || c.subject == "" || !c.inTime(v.Now(), v.scheme.Skew) {
		return nil, errRefused
	}
	return c, nil
}

// inTime reports whether a token is good now, by clocks that differ by no more than skew. One without an end is not.
func (c *claims) inTime(now time.Time, skew time.Duration) bool {
	end, begin, made := c.time("exp"), c.time("nbf"), c.time("iat")
	at := float64(now.UnixMilli()) / 1000
	by := skew.Seconds()
	return at < end+by && // not where there is none
		!(at+by < begin) && !(at+by < made) && !c.mistaken("nbf", begin) && !c.mistaken("iat", made)
}

// time is a claim in seconds of Unix time, NaN for none.
func (c *claims) time(name string) float64 {
	var seconds float64
	if c.all[name] == nil || json.Unmarshal(c.all[name], &seconds) != nil || string(c.all[name]) == "null" {
		return math.NaN()
	}
	return seconds
}

// mistaken reports whether a claim is there that is no time.
func (c *claims) mistaken(name string, at float64) bool { return c.all[name] != nil && math.IsNaN(at) }

// text is a claim that is a text, "" for none.
func (c *claims) text(name string) string {
	var s string
	if json.Unmarshal(c.all[name], &s) != nil || !fits(s) {
		return ""
	}
	return s
}

// fits reports whether a text can be kept.
func fits(s string) bool {
	return len(s) <= maxClaim && utf8.ValidString(s) && !strings.ContainsRune(s, 0)
}

// words is a claim that is a list of texts, or a text of words between spaces; ok is false for none.
func (c *claims) words(name string) (list []string, ok bool) {
	var s string
	if json.Unmarshal(c.all[name], &s) == nil && c.all[name][0] == '"' {
		return strings.Fields(s), true
	}
	return list, json.Unmarshal(c.all[name], &list) == nil && list != nil
}

// scopes are what the token is limited to by a claim; nil where the scheme names none. A token without the claim may
// do nothing.
func (c *claims) scopes(claim string) []string {
	if claim == "" {
		return nil
	}
	list, ok := c.words(claim)
	if !ok || list == nil {
		return []string{}
	}
	return list
}

// client names the program that the token was given to.
func (c *claims) client() string {
	return cmp.Or(c.text("azp"), c.text("client_id"), "oidc")
}

// account is the account of the subject with its hash, made or found by its name at first sight where that is declared.
// It is errRefused where there is none, and for an inactive one.
func (v *verifier) account(ctx context.Context, c *claims) (auth.User, error) {
	who := auth.Identity{Issuer: v.scheme.Issuer, Subject: c.subject}
	u, found, err := v.Identities.UserByIdentity(ctx, who)
	if err != nil {
		return u, fmt.Errorf("find an account by its identity: %w", err)
	}
	if !found && (v.scheme.Create || v.scheme.LinkExisting) {
		if err := v.firstSight(ctx, c, who); err != nil {
			return u, err
		}
		if u, found, err = v.Identities.UserByIdentity(ctx, who); err != nil { // another request may have been first
			return u, fmt.Errorf("find an account by its identity: %w", err)
		}
	}
	if !found || !u.Active {
		return u, errRefused
	}
	return u, nil
}

// firstSight links an account to a subject that has none.
func (v *verifier) firstSight(ctx context.Context, c *claims, who auth.Identity) error {
	name := c.text(v.scheme.Username)
	if !auth.ValidUsername(name) || utf8.RuneCountInString(name) > 150 {
		return errRefused
	}
	if v.scheme.LinkExisting {
		u, found, err := v.Accounts.UserByName(ctx, name)
		if err != nil {
			return fmt.Errorf("find an account by its name: %w", err)
		}
		if found {
			_, err = v.Identities.Link(ctx, who, u.ID)
			return err
		}
	}
	if !v.scheme.Create {
		return errRefused
	}
	email := c.text(v.scheme.Email)
	if !auth.ValidEmail(email) || utf8.RuneCountInString(email) > 254 {
		email = ""
	}
	_, _, err := v.Identities.CreateLinked(ctx, who, auth.User{Username: name, Email: email, Active: true})
	return err
}
