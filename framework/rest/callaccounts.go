// What a call can do with passwords and sessions.

package rest

import (
	"example.com/resourceful/framework/mail"

	"example.com/resourceful/framework/auth"
)

// Atomic runs do in a new transaction, as Django's transaction.atomic, for an operation that is NonAtomic. Slow
// work, such as hashing a password, comes before it, and nobody waits for that. Within do the call is in the
// transaction. An error undoes what do has done. The database may ask for the transaction again: then do is run
// again.
func (c *Call) Atomic(do func() error) error { return c.call.Atomic(do) }

// CheckPassword compares a password with that of the account of a name, slowed down as a login is, and returns the account
// with the hash that it was compared with. It is nil where name or password are wrong or the account is inactive, and
// a *problem.Error where the client has to wait. Outside of a transaction: see NonAtomic.
func (c *Call) CheckPassword(username, password string) (*auth.User, error) {
	return c.call.CheckPassword(username, password)
}

// HashPassword is the hash of a password as accounts keep it. It takes tens of milliseconds and is for operations that
// are NonAtomic; a *problem.Error tells the client to come back where too many wait for theirs.
func (c *Call) HashPassword(password string) (hash string, err error) {
	return c.call.HashPassword(password)
}

// RenewSession begins another session of the account where the requester came with one, and does nothing for others: it
// is for code that has just ended all sessions of an account. It is called once that is committed.
func (c *Call) RenewSession(u *auth.User) error { return c.call.RenewSession(u) }

// Address is the address of a path of the service in full, for mail. It is an error where nobody has said under which
// address the service is, by base-url or allowed-hosts, and the request came from elsewhere than this machine: the
// host of a request is whatever its sender says.
func (c *Call) Address(path string) (string, error) { return c.call.Address(path) }

// Mailer is what the program sends mails by, as its setting mailer says; nil where it has none. Send within
// AfterCommit: then nobody waits for the mail server, and a rollback sends nothing:
//
//	return c.AfterCommit(func(ctx context.Context) error { return mailer.Send(ctx, message) })
func (c *Call) Mailer() mail.Mailer { return c.call.Mailer() }
