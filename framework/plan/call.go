// What the code of a team is given of a request.

package plan

import (
	"context"
	"net/netip"
	"reflect"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/predicate"
)

// Call is one request as the code of a team sees it, by way of rest.Call. The request path makes it.
type Call interface {
	// Context ends when the client leaves or the time of the request is over.
	Context() context.Context
	// User is who asks, nil for an anonymous requester.
	User() *auth.User
	// Credentials say how the requester is known, nil for an anonymous one.
	Credentials() *auth.Credentials
	// Operation returns the operation of the request.
	Operation() *Operation
	// DryRun reports whether nothing will be stored.
	DryRun() bool
	// Now is the time of the request, by the clock of the service.
	Now() time.Time
	// TimeZone is that in which the client reads and writes moments.
	TimeZone() *time.Location
	// Sent reports whether the input has a member of that name that the operation takes.
	Sent(name string) bool
	// Before is the row as it was before the change, a *T of the resource; nil where there was none.
	Before() any
	// Parent reads the record that the rows of the operation are below, a pointer to its struct; nil where
	// there is none.
	Parent() (any, error)
	// AfterCommit queues a function for the time after the commit and the response. Outside of a transaction it
	// returns an error.
	AfterCommit(do func(context.Context) error) error
	// Exec and Query run a statement of the team's own, in the transaction where there is one; Exec
	// returns how many rows it concerned, and fails outside of one.
	Exec(query string, args ...any) (int64, error)
	Query(query string, args []any, row func(scan func(dest ...any) error) error) error
	// Audit has an entry of the audit written, with the transaction, of a row that a statement has changed. Outside of one it
	// returns an error.
	Audit(change, resource, key string) error
	// Param is what stands for the parameter in the path of an operation without rows, "" for none.
	Param() string
	// Tokens are those of the requester, nil for an anonymous one.
	Tokens() Tokens
	// ObtainToken makes a token of the account with a name and a password.
	ObtainToken(username, password string) (secret string, err error)
	// Atomic runs do in a transaction, for an operation that is NonAtomic.
	Atomic(do func() error) error
	// CheckPassword compares a password with that of the account of a name, as a login does, and returns the
	// account with its hash; nil where one of the two is wrong.
	CheckPassword(username, password string) (*auth.User, error)
	// HashPassword is the hash of a password as accounts keep it.
	HashPassword(password string) (hash string, err error)
	// RenewSession begins another session for a requester who came with one.
	RenewSession(u *auth.User) error
	// Mailer sends mails; nil where the program has none.
	Mailer() mail.Mailer
	// Address is an address of the service in full.
	Address(path string) (string, error)
	// WebhookNetworks are those beside the internet to which webhooks may lead.
	WebhookNetworks() []netip.Prefix
	// Rows are the rows of a Go type that the plan has a table for.
	Rows(of reflect.Type) (Rows, error)
}

// Tokens are the tokens of one account. None of them waits in a transaction.
type Tokens interface {
	// List are those that are not revoked, the oldest first, those that have expired included.
	List() ([]auth.Token, error)
	// Make makes one of a name, with the scopes and the expiry that it has, and returns it whole, and what the client has to
	// send. Messages by wire path are a *problem.Error.
	Make(t auth.Token) (made auth.Token, secret string, err error)
	// Revoke revokes the one with an ID, and reports whether there was one.
	Revoke(id string) (done bool, err error)
}

// Rows are the rows of one type, in the transaction of a Call where there is one. They are pointers to
// structs of the type, and belong to the caller.
type Rows interface {
	// Get reads the row with a key, or nil. With lock, nobody else changes it until the transaction ends.
	Get(key any, visible, lock bool) (row any, err error)
	// Select gives the rows that a question finds.
	Select(q Question, row func(any) error) error
	// Count is how many rows there are, whatever the order and the limit.
	Count(q Question) (int64, error)
	// Groups gives, for each value of the field that is named first, a row with that value and the sums of others, and
	// how many rows there are, whatever the order and the limit.
	Groups(q Question, by string, sums []string, group func(row any, count int64) error) error
	// Create stores a row and sets its key.
	Create(row any) error
	// Update stores the fields of a row that the pointers point at; without any, all of them.
	Update(row any, fields []any) error
	// Delete removes the row with a key.
	Delete(key any) error
}

// Question is a RowQuery that was compiled with the plan and its arguments, or one that is put by names.
type Question struct {
	Query any // a declared query, by which Plan.Queries has it; nil: the names below
	Args  []any

	Where   predicate.Expr
	Order   []string
	Limit   int64
	Visible bool // what the requester may see
	// Filtered are the rows that the requester may see and that the query of the operation leaves: see
	// Operation.Filtered.
	Filtered bool
}
