// Where tokens are kept.

package auth

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Token is a token of an account as stored.
type Token struct {
	Account int64
	Name    string // unique among the live tokens of the account
	Prefix  string // how the token begins, for people to tell it from others
	Hash    string // of the whole token
	Created time.Time
	Scopes  []string // what it is limited to, as in Credentials; nil for no limit
	// Expires, LastUsed and Revoked are zero for never.
	Expires, LastUsed, Revoked time.Time
}

// MaxTokens is how many tokens of an account may live, and how many dead ones are kept, those that clients have obtained by a password aside.
const MaxTokens = 1000

var (
	// ErrTokenName says that the account has a live token of that name.
	ErrTokenName = errors.New("the account has a live token of that name")
	// ErrTokens says that the account has MaxTokens that live.
	ErrTokens = errors.New("the account has too many tokens")
)

// ObtainedPrefix is how the names of tokens begin that clients have obtained by a password.
const ObtainedPrefix = "obtained "

// ID tells the token from others of its account, in addresses: the beginning of the hash, which tells nothing of
// the token.
func (t *Token) ID() string { return t.Hash[:min(len(t.Hash), 16)] }

// Live reports whether a token is neither expired nor revoked.
func (t *Token) Live(now time.Time) bool {
	return t.Revoked.IsZero() && (t.Expires.IsZero() || now.Before(t.Expires))
}

// ValidTokenName reports whether a token may have a name: 1 to 100 characters that can be printed.
func ValidTokenName(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 1 && n <= 100 && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
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
	// Create stores a token in the place of a dead one of the account with the same name; it is ErrTokenName where
	// that one lives, and ErrTokens where MaxTokens of the account live.
	Create(ctx context.Context, t Token) error
	// List are the tokens of an account, the oldest first, those that are dead included.
	List(ctx context.Context, account int64) ([]Token, error)
	// Revoke revokes the token of an account with a name, and reports whether there was one that was not revoked.
	Revoke(ctx context.Context, account int64, name string, at time.Time) (done bool, err error)
	// TokenUsed stores when a token was last used.
	TokenUsed(ctx context.Context, hash string, at time.Time) error
}
