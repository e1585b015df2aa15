// Package standard assembles the authentication of a program: the schemes of its set, or the default ones,
// with their services.
package standard

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/auth/session"
)

// Schemes returns the default schemes: sessions, then Basic, as in Django REST framework.
func Schemes() []auth.Scheme { return []auth.Scheme{session.Scheme{}, basic.Scheme{}} }

// Stores are the stores of accounts, sessions, tokens and identities.
type Stores struct {
	Accounts auth.Accounts
	Sessions auth.Sessions
	// AccountSessions is for rest.Sessions.
	AccountSessions auth.AccountSessions
	Tokens          auth.Tokens
	// Identities is for oidc.Scheme.
	Identities auth.Identities
}

// Authentication is an Authenticator with its password checker.
type Authentication struct {
	*auth.Authenticator
	Passwords *passwords.Checker
}

// New returns the authentication of a program with some schemes, or the default ones for none.
func New(schemes []auth.Scheme, stores Stores, opts auth.Options) (*Authentication, error) {
	if len(schemes) == 0 {
		schemes = Schemes()
	}
	checker := passwords.NewChecker(stores.Accounts, opts)
	authenticator, err := auth.New(schemes, auth.Services{
		Accounts: stores.Accounts, Sessions: stores.Sessions, AccountSessions: stores.AccountSessions, Tokens: stores.Tokens, Identities: stores.Identities, Passwords: checker,
		SecondFactors: opts.SecondFactors, FactorAsked: opts.FactorAsked, AdminsNeedFactor: opts.AdminsNeedFactor,
		Clients: auth.Clients{Proxies: opts.Proxies},
		Cookies: auth.Cookies{Name: opts.CookieName, Secure: opts.Secure}, EmailLogin: opts.ByEmail != nil,
		Events: opts.Events, Now: opts.Now, Log: opts.Log,
	})
	if err != nil {
		return nil, err
	}
	return &Authentication{Authenticator: authenticator, Passwords: checker}, nil
}
