// A call: one request, for the code of a team.

package rest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/netip"
	"reflect"
	"time"

	"example.com/resourceful/framework/mail"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Call is one request, for the code of a team: actions, hooks and computed members receive one. It is valid
// until that code returns, and must not be used by two goroutines at once.
//
// A call writes in the transaction of the request. A failed statement ends that transaction however the
// code handles its error, as in PostgreSQL: the request fails with the first such error, and nothing is
// stored.
type Call struct{ call plan.Call }

// CallOf returns the call of code that runs beside requests: see package background. A call of a plan is that of a request, or
// that of serve.Handler.BackgroundCall.
func CallOf(call plan.Call) *Call { return &Call{call} }

// Context ends when the client disconnects or the time limit of the request is reached.
func (c *Call) Context() context.Context { return c.call.Context() }

// User returns the requester, nil for an anonymous one.
func (c *Call) User() *auth.User { return c.call.User() }

// Credentials returns the requester's credentials, nil for an anonymous one.
func (c *Call) Credentials() *auth.Credentials { return c.call.Credentials() }

// Operation returns the operation of the request, such as "create".
func (c *Call) Operation() *plan.Operation { return c.call.Operation() }

// DryRun reports whether the client only tests the request, by Prefer: dry-run: the transaction is rolled
// back, and AfterCommit does nothing. Code with effects outside of the transaction must check it, and skip
// them.
func (c *Call) DryRun() bool { return c.call.DryRun() }

// Now returns the time of the request, by the clock of the service.
func (c *Call) Now() time.Time { return c.call.Now() }

// Sent reports whether the input has a member of that wire name, null or not, which the operation takes. A
// PATCH changes only such members. A form sends all inputs of its page, and an unticked box too.
// In a hook of a nested row, the input is that row.
func (c *Call) Sent(name string) bool { return c.call.Sent(name) }

// Before returns the row before the change, nil in a create and for a call about rows of another type. In
// the transaction it is the locked state; it has all columns, and the keys of many-to-many relations.
func Before[T any](c *Call) *T {
	row, _ := c.call.Before().(*T)
	return row
}

// Parent reads the record above the rows of the operation: for "/tickets/{ticket}/comments/" the ticket of
// the path, with all columns, which the requester may read. It is read in the transaction if there is one.
// It is nil if the path has no parent, and an error if that is no T.
func Parent[T any](c *Call) (*T, error) {
	parent, err := c.call.Parent()
	if parent == nil || err != nil {
		return nil, err
	}
	row, ok := parent.(*T)
	if !ok {
		return nil, fmt.Errorf("the parent of %s is a %T, no %s; name its type", c.Operation().Pattern, parent, reflect.TypeFor[T]())
	}
	return row, nil
}

// AfterCommit queues a function to run after the commit and the response: mail, messages to other services.
// The functions run in order and once, even if the transaction ran again, and not at all if nothing is
// stored. The context does not end when the client disconnects, but after ten seconds; do must then end.
// Its error, or panic, is logged and changes nothing for the client. A client that sends its next request
// over the same connection of HTTP/1.1 waits for it meanwhile. A stopping service waits for it as for a
// request; a crash loses it. Outside of a transaction it returns an error.
func (c *Call) AfterCommit(do func(ctx context.Context) error) error { return c.call.AfterCommit(do) }

// Exec runs a statement in SQL, in the transaction, and returns the number of affected rows. Placeholders
// are those of the database: ? or ?1 for SQLite, $1 for PostgreSQL. Values from clients belong in the
// arguments, never in the text. Outside of a transaction it returns an error.
func (c *Call) Exec(query string, args ...any) (rows int64, err error) {
	return c.call.Exec(query, args...)
}

// Query runs a statement in SQL that returns rows, in the transaction if there is one:
//
//	for row, err := range call.Query("SELECT id, title FROM tickets WHERE status = $1", "open") {
//		if err != nil {
//			return err
//		}
//		if err := row.Scan(&id, &title); err != nil {
//			return err
//		}
//	}
//
// An error is its last value. Another statement before its end returns an error in the loop.
func (c *Call) Query(query string, args ...any) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		err := c.call.Query(query, args, func(scan func(...any) error) error {
			if !yield(Row{scan}, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(Row{}, err)
		}
	}
}

// errEnough ends a query whose reader has left the loop.
var errEnough = errors.New("the reader has left the loop")

// Row is one row of a Query.
type Row struct{ scan func(...any) error }

// Scan copies the columns of the row to the targets of the pointers, as sql.Rows does.
func (r Row) Scan(dest ...any) error { return r.scan(dest...) }

// Header returns the value of a header of the request, "" for none; several fields of one name are joined by ", ". It is ""
// for Authorization, Cookie and Proxy-Authorization, whose secrets code could log: see Credentials and SentToken. The response
// to a GET then varies by the header, for caches, unless a part of it has been sent: a list of more than 512 KiB is sent
// while its last rows are read. A HEAD of a list reads no rows. A replay of an Idempotency-Key has the response to the first
// headers. A call of a tool by an agent has the headers of the agent.
func (c *Call) Header(name string) string { return c.call.Request().Header(name) }

// QueryParams returns the values of a parameter of the request's query, in their order; nil for none. An operation without
// declared parameters ignores its query, so code may read any. A list refuses unknown names: declare a Param.
func (c *Call) QueryParams(name string) []string { return c.call.Request().QueryParams(name) }

// Path returns the path of the request, such as "/tickets/7/": without the path of base-url and the suffix of a format.
func (c *Call) Path() string { return c.call.Request().Path() }

// Format returns the name of the response's format, such as "json"; "api" is that of pages.
func (c *Call) Format() string { return c.call.Request().Format() }

// ClientAddress returns the address of the client, behind the proxies of the setting trusted-proxies; the zero Addr if it is
// not known, such as for a task.
func (c *Call) ClientAddress() netip.Addr { return c.call.Request().ClientAddress() }

// Language returns the tag of the response's language, such as "de"; "" for the messages as they are written in the code. See
// Set.Catalogues.
func (c *Call) Language() string { return c.call.Request().Language() }

// Translator returns a function that translates messages into a language of the set, by its tag, such as the result of Language:
// for the texts of mails, for example. A message stays as it is if the catalogues lack it, or the language. The function may be
// called after the call too.
func (c *Call) Translator(language string) func(message string) string {
	return c.call.Languages().Tagged(language).Say
}

// SentToken returns the token that authenticated the request, "" for other credentials.
func (c *Call) SentToken() string { return c.call.Request().SentToken() }

// NewCall returns a call outside of all requests, for tests of a team's code and for programs: it is
// anonymous, without input, at the current time, and without rows and a transaction.
func NewCall(ctx context.Context) *Call { return &Call{bareCall{ctx}} }

type bareCall struct{ ctx context.Context }

var errBare = errors.New("the call belongs to no request")

func (c bareCall) Context() context.Context                    { return c.ctx }
func (bareCall) User() *auth.User                              { return nil }
func (bareCall) Credentials() *auth.Credentials                { return nil }
func (bareCall) Operation() *plan.Operation                    { return nil }
func (bareCall) DryRun() bool                                  { return false }
func (bareCall) Now() time.Time                                { return time.Now() }
func (bareCall) TimeZone() *time.Location                      { return time.UTC }
func (bareCall) Sent(string) bool                              { return false }
func (bareCall) Before() any                                   { return nil }
func (bareCall) Parent() (any, error)                          { return nil, nil }
func (bareCall) AfterCommit(func(context.Context) error) error { return errBare }
func (bareCall) Enqueue(any, *schema.Job) error                { return errBare }
func (bareCall) Request() plan.Request                         { return plan.NoRequest{} }
func (bareCall) Param() string                                 { return "" }
func (bareCall) Tokens() plan.Tokens                           { return nil }
func (bareCall) Sessions() plan.Sessions                       { return nil }
func (bareCall) SecondFactors() auth.SecondFactors             { return nil }
func (c bareCall) Acting() context.Context                     { return c.ctx }
func (bareCall) ObtainToken(string, string) (string, error)    { return "", errBare }

func (bareCall) NewToken(int64) (string, error)                   { return "", errBare }
func (bareCall) Atomic(func() error) error                        { return errBare }
func (bareCall) CheckPassword(string, string) (*auth.User, error) { return nil, errBare }
func (bareCall) JudgePassword(string, *auth.User) []string        { return nil }
func (bareCall) HashPassword(string) (string, error)              { return "", errBare }
func (bareCall) RenewSession(*auth.User) error                    { return errBare }
func (bareCall) Address(string) (string, error)                   { return "", errBare }

func (bareCall) SignedAddress(string, field.File, time.Duration) (string, error) { return "", errBare }
func (bareCall) Languages() *problem.Languages                                   { return nil }
func (bareCall) Mailer() mail.Mailer                                             { return nil }
func (bareCall) WebhookNetworks() []netip.Prefix                                 { return nil }
func (bareCall) Exec(string, ...any) (int64, error)                              { return 0, errBare }
func (bareCall) Audit(string, string, string) error                              { return errBare }
func (bareCall) Rows(reflect.Type) (plan.Rows, error)                            { return nil, errBare }
func (bareCall) Query(string, []any, func(func(...any) error) error) error       { return errBare }
