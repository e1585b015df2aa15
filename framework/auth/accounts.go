// Package auth says who asks.
//
// An Authenticator asks the schemes of a set, one after the other, until one knows the credentials of the
// request. A Scheme is a value that a set lists; each has a separate package below this one, and so may one of
// a team's. The program gives it Services: accounts, sessions, tokens, passwords, the clock.
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
	Password string    `rest:"-" db:"password" default:""` // a hash, which no scheme hands on; "" cannot log in
	Active   bool      `rest:"-" db:"active" default:"true"`
	Admin    bool      `rest:"-" db:"admin" default:"false"`
	Created  time.Time `rest:"-" db:"created" default:"now"`
	// Generation is raised by whatever ends the sessions of the account for good: see Session. The
	// store raises it with every change of name, password and Active.
	Generation int64 `rest:"-" db:"generation" default:"0"`
}

// UserID is the key of the account, as rules of permission ask for it.
func (u *User) UserID() int64 { return u.ID }

// IsAdmin is Admin, as rules of permission ask for it.
func (u *User) IsAdmin() bool { return u.Admin }

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
