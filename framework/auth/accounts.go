// Package auth says who asks and what they may do.
//
// Who asks: an Authenticator looks at the session cookie first, with the cross-origin rule for
// unsafe requests, then at HTTP Basic credentials, and finds the User behind them. Passwords
// hashes and compares passwords, a few at a time.
//
// What they may do: a Rule is one expression with two readings. Reduce answers what is known
// before a row is seen and leaves a Cond, which Go reads with Holds and the store reads as an
// SQL filter, so that lists, records, buttons and forms obey the same declaration.
package auth

import (
	"context"
	"time"

	"example.com/resourceful/framework/problem"
)

// User is an account: a row of the table users. The tags are the project's declaration tags,
// read by framework/schema.
type User struct {
	ID       int64     `rest:"id,readonly"`
	Username string    `rest:"username,unique" validate:"max=150"`
	Email    string    `rest:"email" default:"" validate:"max=254"`
	Password string    `rest:"-" db:"password" default:""` // a hash; "" cannot log in
	Active   bool      `rest:"-" db:"active" default:"true"`
	Admin    bool      `rest:"-" db:"admin" default:"false"`
	Created  time.Time `rest:"-" db:"created" default:"now"`
	// Generation is raised by whatever ends the sessions of the account for good: see Session. The
	// store raises it with every change of name, password and Active.
	Generation int64 `rest:"-" db:"generation" default:"0"`
}

// Group is a row of the table groups.
type Group struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=150"`
}

// Accounts finds the accounts behind credentials. It is implemented by framework/accounts, and by a
// map in tests. ok is false when there is no such account.
type Accounts interface {
	// UserByName matches the name exactly, letter case included.
	UserByName(ctx context.Context, name string) (u User, ok bool, err error)
	UserByID(ctx context.Context, id int64) (u User, ok bool, err error)
	// RenewPassword replaces the stored hash of an account where that is still the old one, and
	// reports whether it was.
	RenewPassword(ctx context.Context, id int64, old, renewed string) (done bool, err error)
}

// Session is what is stored of a session. It lives until it expires, and only as long as the
// generation of its account is the one of the login.
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

// Denied is the refusal of a request that its rule does not allow: anonymous requests (nil) lack
// credentials, all others lack the permission.
func Denied(u *User) *problem.Error {
	if u == nil {
		return problem.New(problem.Forbidden, "Authentication credentials were not provided.")
	}
	return problem.New(problem.Forbidden, "You do not have permission to perform this action.")
}
