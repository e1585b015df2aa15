// A call's ways out of its rows: transactions, passwords, sessions, addresses, mail.

package rest

import (
	"time"

	"example.com/resourceful/framework/mail"

	"example.com/resourceful/framework/auth"
)

// Atomic runs do in a new transaction, as Django's transaction.atomic, for an operation that is NonAtomic.
// Slow work, such as hashing a password, belongs before it, so that nobody waits for it. Within do the call
// is in the transaction. An error undoes the changes of do. The database may require the transaction to run
// again: then do runs again.
func (c *Call) Atomic(do func() error) error { return c.call.Atomic(do) }

// CheckPassword compares a password with that of the account with a name, with the delays of a login, and
// returns the account with the compared hash. It returns nil if the name or password is wrong or the
// account is inactive, and a *problem.Error if the client must wait. Outside of a transaction: see
// NonAtomic.
func (c *Call) CheckPassword(username, password string) (*auth.User, error) {
	return c.call.CheckPassword(username, password)
}

// PasswordMistakes returns what is wrong with a new password of an account, in sentences for its owner; nil for a good one. See
// [Set.PasswordPolicy].
func (c *Call) PasswordMistakes(password string, of *auth.User) []string {
	return c.call.JudgePassword(password, of)
}

// HashPassword returns the hash of a password for storage. It takes tens of milliseconds and is for
// operations that are NonAtomic; a *problem.Error asks the client to return later if too many wait for
// theirs.
func (c *Call) HashPassword(password string) (hash string, err error) {
	return c.call.HashPassword(password)
}

// RenewSession begins another session of the account for a requester with a session, and does nothing for
// others: it is for code that has just ended all sessions of an account. It is called after that is
// committed.
func (c *Call) RenewSession(u *auth.User) error { return c.call.RenewSession(u) }

// Address returns the full address of a path in the service, for mail. It fails if neither base-url nor
// allowed-hosts sets the address of the service, and the request came from another machine: the host of a
// request is under the control of its sender.
func (c *Call) Address(path string) (string, error) { return c.call.Address(path) }

// SignedAddress returns the full address of the content of a row's file, such as "/letters/7/scan/", with which anyone may read it
// for a time: for <img> elements of other sites, and for mails:
//
//	rest.Compute("picture", func(c *rest.Call, l *Letter) string {
//		address, _ := c.SignedAddress(fmt.Sprintf("/letters/%d/scan/", l.ID), l.Scan, time.Hour)
//		return address
//	})
//
// The lifetime is from a minute to a week. The address works for that long, and for up to half as long again: its end is rounded
// up, so that it stays the same for a while, as do entity tags of representations that have it. It ends earlier if the file is
// replaced or its row deleted, but not if the rights of those end who have got it. It is "" for a row without the file. The
// file of an [Image] is its member File.
//
// It fails for a path without a file, and where Address fails, except that a computed member may have the host of the request, as
// an [Address] has. An error in a computed member fails the request, even if the member ignores it.
func (c *Call) SignedAddress(path string, file File, lifetime time.Duration) (string, error) {
	return c.call.SignedAddress(path, file, lifetime)
}

// Mailer returns the program's sender of mails, from its setting mailer; nil for none. Send within
// AfterCommit: then nobody waits for the mail server, and a rollback sends nothing:
//
//	return c.AfterCommit(func(ctx context.Context) error { return mailer.Send(ctx, message) })
func (c *Call) Mailer() mail.Mailer { return c.call.Mailer() }
