// Who an account is elsewhere.

package auth

import "context"

// Identity is who somebody is to an identity provider: a subject of an issuer, which neither gives to anybody else.
type Identity struct{ Issuer, Subject string }

// Identities keeps which account belongs to an identity. It is implemented by framework/accounts on the table
// identities, and by a map in tests.
type Identities interface {
	// UserByIdentity finds the account of an identity, in one statement.
	UserByIdentity(ctx context.Context, i Identity) (u User, ok bool, err error)
	// Link gives an account to an identity that has none. done is false where the account belongs to another
	// identity, or the identity to another account.
	Link(ctx context.Context, i Identity, account int64) (done bool, err error)
	// CreateLinked makes an account that nobody has a password of, for an identity. done is false where there is one
	// of that name already, or of one that looks like it: see FoldUsername.
	CreateLinked(ctx context.Context, i Identity, u User) (id int64, done bool, err error)
}
