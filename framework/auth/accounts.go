// Package auth authenticates requesters.
//
// An Authenticator asks the schemes of a set, one after the other, until one knows the credentials of the
// request. A Scheme is a value that a set lists. Each scheme is a package below this one, or a team's own.
// The program supplies Services: accounts, sessions, tokens, passwords and the clock.
package auth

import (
	"context"
	"time"
)

// User is an account: a row of the table users. The tags are the project's declaration tags,
// read by framework/schema.
type User struct {
	ID       int64     `rest:"id,readonly"`
	Username string    `rest:"username,unique" validate:"max=150"`
	Email    string    `rest:"email" default:"" validate:"max=254"`
	Password string    `rest:"-" db:"password" default:""` // a hash, which the Authenticator removes; "" cannot log in
	Active   bool      `rest:"-" db:"active" default:"true"`
	Admin    bool      `rest:"-" db:"admin" default:"false"`
	Created  time.Time `rest:"-" db:"created" default:"now"`
	// Generation is raised to end all sessions of the account: see Session. The store raises it with every
	// change of name, password and Active.
	Generation int64 `rest:"-" db:"generation" default:"0"`
}

// UserID returns the key of the account, for permission rules.
func (u *User) UserID() int64 { return u.ID }

// IsAdmin returns Admin, for permission rules.
func (u *User) IsAdmin() bool { return u.Admin }

// Group is a row of the table groups.
type Group struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=150"`
}

// Accounts finds the accounts behind credentials. Package accounts implements it, and tests use a map. ok
// is false if there is no account.
type Accounts interface {
	// UserByName matches the name exactly, letter case included.
	UserByName(ctx context.Context, name string) (u User, ok bool, err error)
	UserByID(ctx context.Context, id int64) (u User, ok bool, err error)
	// RenewPassword replaces the stored hash of an account if it is still old, and reports whether it was.
	RenewPassword(ctx context.Context, id int64, old, renewed string) (done bool, err error)
}
