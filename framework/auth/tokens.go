// Where tokens are kept.

package auth

import (
	"context"
	"time"
)

// Token is what is stored of a token of an account.
type Token struct {
	Account int64
	Name    string // unique among the live tokens of the account
	Prefix  string // how the token begins, for people to tell it from others
	Hash    string // of the whole token
	Created time.Time
	// Expires, LastUsed and Revoked are zero for never.
	Expires, LastUsed, Revoked time.Time
}

// ObtainedPrefix is how the names of tokens begin that clients have obtained by a password.
const ObtainedPrefix = "obtained "

// Live reports whether a token is neither expired nor revoked.
func (t *Token) Live(now time.Time) bool {
	return t.Revoked.IsZero() && (t.Expires.IsZero() || now.Before(t.Expires))
}

// Tokens finds tokens. It is implemented by framework/accounts on the table tokens, and by a map in
// tests.
type Tokens interface {
	// TokenByHash returns a token and its account, in one statement; ok is false when there is none.
	// Tokens that have expired or are revoked, and those of inactive accounts, are found too.
	TokenByHash(ctx context.Context, hash string) (t Token, u User, ok bool, err error)
	// ObtainToken stores a token that a client has obtained by a password, and forgets the oldest such tokens of
	// the account beyond a number.
	ObtainToken(ctx context.Context, t Token, most int) error
	// TokenUsed stores when a token was last used.
	TokenUsed(ctx context.Context, hash string, at time.Time) error
}
