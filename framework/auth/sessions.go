// Where sessions are kept.

package auth

import (
	"context"
	"time"
)

// Session is a session as stored. It lives until it expires, and only as long as the generation of its account
// is the one of the login.
type Session struct {
	Account    int64
	Generation int64
	Data       []byte
	Expires    time.Time
}

// MaxSessions is how many sessions an account may have, so that a login that is repeated for ever
// does not fill the database.
const MaxSessions = 100

// Sessions keeps sessions under hashed tokens until they expire. It is implemented by
// framework/accounts on the table sessions, and by a map in tests. A token that is unknown or
// expired is not found; that is no error.
type Sessions interface {
	// Find returns the data of a session.
	Find(ctx context.Context, token string) (data []byte, found bool, err error)
	// Save stores a session, in the place of one with the same token. Of more than MaxSessions of an
	// account it ends the oldest.
	Save(ctx context.Context, token string, s Session) error
	// Delete removes a session; one that is not there is no error.
	Delete(ctx context.Context, token string) error
}
