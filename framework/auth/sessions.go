// The store of sessions.

package auth

import (
	"context"
	"time"
)

// Session is a stored session. It lives until it expires, if the generation of its account stays that of
// the login.
type Session struct {
	Account    int64
	Generation int64
	Data       []byte
	Expires    time.Time
}

// MaxSessions is the largest number of sessions of an account, so that endless logins do not fill the
// database.
const MaxSessions = 100

// Sessions stores sessions under hashed tokens until they expire. Package accounts implements it on the
// table sessions, and tests use a map. An unknown or expired token is not found, without an error.
type Sessions interface {
	// Find returns the data of a session.
	Find(ctx context.Context, token string) (data []byte, found bool, err error)
	// Save stores a session, and replaces one with the same token. Beyond MaxSessions of an account it ends
	// the oldest.
	Save(ctx context.Context, token string, s Session) error
	// Delete removes a session; a missing one is no error.
	Delete(ctx context.Context, token string) error
}

// SessionToucher is a store of Sessions that can extend them: session.Scheme needs it for its Idle.
type SessionToucher interface {
	// TouchSession lets a session expire at a later time. It does nothing for one that has expired, is unknown or
	// expires later anyway.
	TouchSession(ctx context.Context, token string, expires time.Time) error
}

// unused is the key of WithoutUse in a context.
type unused struct{}

// WithoutUse returns a context for a repeated authentication of the same request, such as that of a stream which stays
// open. It does not count as the activity of a session.
func WithoutUse(ctx context.Context) context.Context {
	return context.WithValue(ctx, unused{}, true)
}

// IsUse reports whether an authentication counts as activity: see WithoutUse.
func IsUse(ctx context.Context) bool { return ctx.Value(unused{}) == nil }

// AccountSession is a live session of an account, as its owner sees it.
type AccountSession struct {
	ID               string // see SessionID
	Started, Expires time.Time
}

// SessionID identifies a session among those of its account, in addresses and audits: the beginning of its
// hashed token, which does not reveal the token.
func SessionID(hash string) string { return hash[:min(len(hash), 16)] }

// AccountSessions lists and ends the sessions of accounts. Package accounts implements it.
type AccountSessions interface {
	// Sessions returns the live sessions of an account, the oldest first.
	Sessions(ctx context.Context, account int64) ([]AccountSession, error)
	// EndSession ends the live session of an account with an ID, and reports whether there was one.
	EndSession(ctx context.Context, account int64, id string) (done bool, err error)
	// EndSessions ends all sessions of an account for good, including one that is just starting.
	EndSessions(ctx context.Context, account int64) error
}
