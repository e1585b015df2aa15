// Who an account is elsewhere.

package auth

import "context"

// Identity is who somebody is to an identity provider: a subject of an issuer, which neither gives to anybody else.
type Identity struct{ Issuer, Subject string }

// Identities keeps which account belongs to an identity. It is implemented by framework/accounts on the table
// identities, and by a map in tests. What it makes and changes is in the audit of a set, by the actor of the context; where
// nothing changes nothing is.
type Identities interface {
	// UserByIdentity finds the account of an identity, in one statement, and when the provider last told of it: see Update.
	UserByIdentity(ctx context.Context, i Identity) (u User, told int64, ok bool, err error)
	// Link gives an account to an identity that has none. done is false where the account belongs to another
	// identity, or the identity to another account.
	Link(ctx context.Context, i Identity, account int64) (done bool, err error)
	// CreateLinked makes an account that nobody has a password of, for an identity. done is false where there is one
	// of that name already, or of one that looks like it: see FoldUsername. An address that another account has, in
	// whatever letters, is not taken. The new account is who acts.
	CreateLinked(ctx context.Context, i Identity, u User) (id int64, done bool, err error)
	// Update changes the account of an identity to what its provider tells, in one transaction. done is false, and
	// nothing changes, where the provider has told of it later already, and where the identity has no account.
	Update(ctx context.Context, i Identity, account int64, told IdentityUpdate) (done bool, err error)
}

// IdentityUpdate is what an identity provider tells of an account.
type IdentityUpdate struct {
	At int64 // when it was told, in seconds of Unix time
	// Username and Email replace those of the account; "" keeps them. A name that another account has, or one that
	// looks like it, is not taken: see FoldUsername. Nor is an address that another account has, in whatever letters.
	Username, Email string
	// Groups are the groups of the account; nil keeps them as they are. A name that no group has is passed over.
	Groups []string
	// Managed are the groups that the provider decides on: the account stays in the others that it is in. nil are all.
	Managed []string
}
