// Package standard puts together who asks for a program: the schemes of its set, or those of a set
// that lists none, and the services that they get.
package standard

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/auth/session"
)

// Schemes are those of a set that lists none: sessions, then Basic, as in Django REST framework.
func Schemes() []auth.Scheme { return []auth.Scheme{session.Scheme{}, basic.Scheme{}} }

// Stores are where accounts and what belongs to them are kept.
type Stores struct {
	Accounts auth.Accounts
	Sessions auth.Sessions
	Tokens   auth.Tokens
	// Identities are asked by oidc.Scheme.
	Identities auth.Identities
}

// Authentication is an Authenticator, and what checks its passwords.
type Authentication struct {
	*auth.Authenticator
	Passwords *passwords.Checker
}

// New returns the authentication of a program by some schemes, those of Schemes where there are none.
func New(schemes []auth.Scheme, stores Stores, opts auth.Options) (*Authentication, error) {
	if len(schemes) == 0 {
		schemes = Schemes()
	}
	checker := passwords.NewChecker(stores.Accounts, opts)
	authenticator, err := auth.New(schemes, auth.Services{
		Accounts: stores.Accounts, Sessions: stores.Sessions, Tokens: stores.Tokens, Identities: stores.Identities, Passwords: checker,
		Clients: auth.Clients{Proxies: opts.Proxies},
		Cookies: auth.Cookies{Name: opts.CookieName, Secure: opts.Secure}, EmailLogin: opts.ByEmail != nil,
		Events: opts.Events, Now: opts.Now, Log: opts.Log,
	})
	if err != nil {
		return nil, err
	}
	return &Authentication{Authenticator: authenticator, Passwords: checker}, nil
}
