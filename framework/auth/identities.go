// Identities of accounts at identity providers.

package auth

import "context"

// Identity identifies somebody at an identity provider: a subject of an issuer, which is never reused.
type Identity struct{ Issuer, Subject string }

// Identities stores the accounts of identities. Package accounts implements it on the table identities, and
// tests use a map. Its changes are in the audit of a set, with the actor of the context; calls without
// changes are not.
type Identities interface {
	// UserByIdentity returns the account of an identity, in one statement, and the time of the provider's
	// last update: see Update.
	UserByIdentity(ctx context.Context, i Identity) (u User, told int64, ok bool, err error)
	// Link links an account to an identity without one. done is false if the account belongs to another
	// identity, or the identity to another account.
	Link(ctx context.Context, i Identity, account int64) (done bool, err error)
	// CreateLinked creates an account without a password, for an identity. done is false if its name exists
	// or looks like an existing one: see FoldUsername. It drops an email address that another account has,
	// in any letter case. The new account is the actor.
	CreateLinked(ctx context.Context, i Identity, u User) (id int64, done bool, err error)
	// Update updates the account of an identity from its provider, in one transaction. done is false, and
	// nothing changes, if there was a later update, or if the identity has no account.
	Update(ctx context.Context, i Identity, account int64, told IdentityUpdate) (done bool, err error)
}

// IdentityUpdate holds an identity provider's facts about an account.
type IdentityUpdate struct {
	At int64 // time of these facts, in seconds of Unix time
	// Username and Email replace those of the account; "" keeps them. It ignores a name that another
	// account has, or that looks like one: see FoldUsername. It also ignores an address that another
	// account has, in any letter case.
	Username, Email string
	// Groups are the groups of the account; nil keeps the current ones. Unknown names are ignored.
	Groups []string
	// Managed are the groups that the provider controls: the account keeps its others. nil means all
	// groups.
	Managed []string
}
