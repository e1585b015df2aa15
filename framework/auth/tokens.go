// The store of tokens.

package auth

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Token is a stored token of an account.
type Token struct {
	Account int64
	Name    string // unique among the live tokens of the account
	Prefix  string // first characters of the token, for people to recognize it
	Hash    string // hash of the whole token
	Created time.Time
	Scopes  []string // its scopes, as in Credentials; nil for no limit
	// Expires, LastUsed and Revoked are zero for never.
	Expires, LastUsed, Revoked time.Time

	// What follows is not stored.

	// Generation is that of the account whose credentials make the token: if it has another one by now, such as after a new
	// password, Create and ObtainToken refuse. nil is any.
	Generation *int64
	// SecondFactor means that these credentials were obtained with a second factor. The token says so itself.
	SecondFactor bool
}

// MaxTokens is the largest number of live tokens of an account, and of stored dead ones, without those that
// clients obtained by a password.
const MaxTokens = 1000

var (
	// ErrTokenName reports that the account has a live token with the name.
	ErrTokenName = errors.New("the account has a live token of that name")
	// ErrTokens reports that the account has MaxTokens live tokens.
	ErrTokens = errors.New("the account has too many tokens")
)

// ObtainedPrefix is the prefix of the names of tokens that clients obtained by a password.
const ObtainedPrefix = "obtained "

// ID identifies the token among those of its account, in addresses: the beginning of the hash, which does
// not reveal the token.
func (t *Token) ID() string { return t.Hash[:min(len(t.Hash), 16)] }

// Live reports whether a token is neither expired nor revoked.
func (t *Token) Live(now time.Time) bool {
	return t.Revoked.IsZero() && (t.Expires.IsZero() || now.Before(t.Expires))
}

// ValidTokenName reports whether a name is valid for a token: 1 to 100 printable characters.
func ValidTokenName(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 1 && n <= 100 && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Tokens stores tokens. Package accounts implements it on the table tokens, and tests use a map.
type Tokens interface {
	// TokenByHash returns a token and its account, in one statement; ok is false if there is none. It also
	// returns expired and revoked tokens, and those of inactive accounts.
	TokenByHash(ctx context.Context, hash string) (t Token, u User, ok bool, err error)
	// ObtainToken stores a token that a client obtained by a password, and removes the oldest such tokens
	// of the account beyond most.
	ObtainToken(ctx context.Context, t Token, most int) error
	// Create stores a token, and replaces a dead one of the account with the same name. It returns
	// ErrTokenName if that one is live, and ErrTokens if MaxTokens of the account are live.
	Create(ctx context.Context, t Token) error
	// List returns the tokens of an account, the oldest first, including dead ones.
	List(ctx context.Context, account int64) ([]Token, error)
	// Revoke revokes the token of an account with a name, and reports whether there was an unrevoked one.
	Revoke(ctx context.Context, account int64, name string, at time.Time) (done bool, err error)
	// TokenUsed stores the time of a token's last use.
	TokenUsed(ctx context.Context, hash string, at time.Time) error
}
