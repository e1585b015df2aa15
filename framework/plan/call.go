// The request for the code of a team.

package plan

import (
	"context"
	"net/netip"
	"reflect"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Call is one request for the code of a team, behind rest.Call. The request path makes it.
type Call interface {
	// Context ends when the client disconnects or the time limit of the request is reached.
	Context() context.Context
	// User returns the requester, nil for an anonymous one.
	User() *auth.User
	// Credentials returns the requester's credentials, nil for an anonymous one.
	Credentials() *auth.Credentials
	// Operation returns the operation of the request.
	Operation() *Operation
	// DryRun reports whether the request stores nothing.
	DryRun() bool
	// Now returns the time of the request, by the clock of the service.
	Now() time.Time
	// TimeZone returns the zone of moments from and for the client.
	TimeZone() *time.Location
	// Request returns the facts of the request, NoRequest for a task.
	Request() Request
	// Sent reports whether the input has a member of that name that the operation takes.
	Sent(name string) bool
	// Before returns the row before the change, a *T of the resource; nil for none.
	Before() any
	// Parent reads the record above the rows of the operation, a pointer to its struct; nil for none.
	Parent() (any, error)
	// AfterCommit queues a function to run after the commit and the response. Outside of a transaction it
	// returns an error.
	AfterCommit(do func(context.Context) error) error
	// Enqueue adds a run of a job to the transaction, by the value that declares the job.
	Enqueue(job any, run *schema.Job) error
	// Exec and Query run a statement of the team, in the transaction if there is one; Exec returns the
	// number of affected rows, and fails outside of a transaction.
	Exec(query string, args ...any) (int64, error)
	Query(query string, args []any, row func(scan func(dest ...any) error) error) error
	// Audit adds an entry to the audit, in the transaction, about a row that a statement has changed.
	// Outside of a transaction it returns an error.
	Audit(change, resource, key string) error
	// Param returns the value of the parameter in the path of an operation without rows, "" for none.
	Param() string
	// Tokens returns the requester's tokens, nil for an anonymous one.
	Tokens() Tokens
	// Sessions returns the requester's sessions, nil for an anonymous one.
	Sessions() Sessions
	// SecondFactors returns the second factors of accounts; nil for a set without.
	SecondFactors() auth.SecondFactors
	// Acting returns the context of changes to sessions, tokens and accounts by the requester, for the audit.
	Acting() context.Context
	// ObtainToken makes a token of the account with a name and a password.
	ObtainToken(username, password string) (secret string, err error)
	// NewToken makes a token of an account by its key, without its password.
	NewToken(account int64) (secret string, err error)
	// Atomic runs do in a transaction, for an operation that is NonAtomic.
	Atomic(do func() error) error
	// CheckPassword compares a password with that of the account with a name, as in a login, and returns
	// the account with its hash; nil if one of the two is wrong.
	CheckPassword(username, password string) (*auth.User, error)
	// JudgePassword returns what is wrong with a new password of an account, by the policy of the set; nil for a good one.
	JudgePassword(password string, of *auth.User) []string
	// HashPassword returns the hash of a password for storage.
	HashPassword(password string) (hash string, err error)
	// RenewSession begins another session for a requester with a session.
	RenewSession(u *auth.User) error
	// Languages returns the languages of the set, nil for English only.
	Languages() *problem.Languages
	// Mailer returns the sender of mails; nil if the program has none.
	Mailer() mail.Mailer
	// Address returns the full address of a path in the service.
	Address(path string) (string, error)
	// SignedAddress returns the full address of a file's content at a path, with which anyone may read it for a time; "" if there is
	// no file.
	SignedAddress(path string, file field.File, lifetime time.Duration) (string, error)
	// WebhookNetworks returns the networks besides the internet that webhooks may use.
	WebhookNetworks() []netip.Prefix
	// Rows returns the rows of a Go type that has a table in the plan.
	Rows(of reflect.Type) (Rows, error)
}

// Request is what the client's request says besides its input.
type Request interface {
	// Header returns the value of a header, "" for none and for those with credentials. The response to a read then
	// varies by it.
	Header(name string) string
	// QueryParams returns the values of a parameter of the query, in their order.
	QueryParams(name string) []string
	// Path returns the path, without the path of the base address and the suffix of a format.
	Path() string
	// Format returns the name of the response's format, "" if it is not settled.
	Format() string
	// ClientAddress returns the address of the client, the zero Addr if it is not known.
	ClientAddress() netip.Addr
	// Language returns the tag of the response's language, "" for messages as they are written.
	Language() string
	// SentToken returns the token that authenticated the request, "" for other credentials.
	SentToken() string
}

// NoRequest is the Request of code that runs without one: it has nothing.
type NoRequest struct{}

// Header implements Request.
func (NoRequest) Header(string) string { return "" }

// QueryParams implements Request.
func (NoRequest) QueryParams(string) []string { return nil }

// Path implements Request.
func (NoRequest) Path() string { return "" }

// Format implements Request.
func (NoRequest) Format() string { return "" }

// ClientAddress implements Request.
func (NoRequest) ClientAddress() netip.Addr { return netip.Addr{} }

// Language implements Request.
func (NoRequest) Language() string { return "" }

// SentToken implements Request.
func (NoRequest) SentToken() string { return "" }

// Tokens are the tokens of one account. Their methods take effect at once, independent of a transaction.
type Tokens interface {
	// List returns the tokens that are not revoked, the oldest first, with the expired ones.
	List() ([]auth.Token, error)
	// Make makes a token with the name, scopes and expiry of t, and returns it in full, with its secret for
	// the client. Messages by wire path are a *problem.Error.
	Make(t auth.Token) (made auth.Token, secret string, err error)
	// Revoke revokes the token with an ID, and reports whether there was one.
	Revoke(id string) (done bool, err error)
}

// Sessions are the sessions of one account. Their methods take effect at once, independent of a transaction.
type Sessions interface {
	// List returns the live sessions, the oldest first.
	List() ([]auth.AccountSession, error)
	// End ends the live session with an ID, and reports whether there was one.
	End(id string) (done bool, err error)
	// EndAll ends all of them, that of the request included.
	EndAll() error
}

// Rows are the rows of one type, in the transaction of a Call if there is one. They are pointers to structs
// of the type, and belong to the caller.
type Rows interface {
	// Get reads the row with a key, or nil. With lock, nobody else changes it until the transaction ends.
	Get(key any, visible, lock bool) (row any, err error)
	// Select calls row with the rows that a question finds.
	Select(q Question, row func(any) error) error
	// Count returns the number of rows, ignoring the order and the limit.
	Count(q Question) (int64, error)
	// Groups calls group for each value of the field by, with a row of that value and the sums of other
	// fields, and with the number of rows, ignoring the order and the limit.
	Groups(q Question, by string, sums []string, group func(row any, count int64) error) error
	// Create stores a row and sets its key.
	Create(row any) error
	// Update stores the fields of a row that the pointers point to; without pointers, all of them.
	Update(row any, fields []any) error
	// Delete removes the row with a key.
	Delete(key any) error
}

// Question is a RowQuery that was compiled with the plan and its arguments, or a query by field names.
type Question struct {
	Query any // a declared query, as in Plan.Queries; nil for the names below
	Args  []any

	Where   predicate.Expr
	Order   []string
	Limit   int64
	Visible bool // only rows that the requester may see
	// Filtered limits the rows to those that the requester may see and that match the query of the
	// operation: see Operation.Filtered.
	Filtered bool
	Each     bool // code runs between the rows
}
