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
