// The API for a team's code: one request as a plan.Call.

// Package calls implements plan.Call, the API for a team's code in one request, and records the changes of its
// transaction.
package calls

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Call is one request for a team's code, behind rest.Call.
type Call struct {
	service     *request.Service
	Ctx         context.Context
	credentials *auth.Credentials // nil for an anonymous request
	operation   *plan.Operation
	Changes     []schema.Change // the sent members of a row
	dryRun      bool            // the transaction will be rolled back
	Previous    *schema.Record  // the row before the write; nil for none
	origin      origin

	Tx         *store.Tx // nil outside of a transaction
	Statements statements
	ReadOnly   bool // the running code must change nothing
	After      afterCommit
	// StorePending stores the rows that wait to be stored in the transaction; nil for none. changed is the table
	// that is written or locked next, "" for none and AnyTable for an unknown one.
	StorePending func(changed string) error
	Filtered     *FilteredRows // for an operation with the filters of a list; else nil
}

// statements is the state of a call's statements in its transaction.
type statements struct {
	Failed  error // error of the first failed statement
	reading bool  // a Query of the code is still reading rows
	// readRest reads the rest of the rows between which the code runs; nil for none: see eachRow.
	readRest func() error
}

// afterCommit is the work after the commit.
type afterCommit struct {
	Done         []func(context.Context) error
	RemovedFiles []string // keys of files of rows that the code has deleted; they are removed
}

// origin is the origin of a call: its request, and the parent record of the operation's rows.
type origin struct {
	exchange *request.Exchange                    // nil for a task
	format   request.Negotiated                   // of the response
	suffix   string                               // of the path, such as "json"; "" for none
	base     string                               // "http://host"; "" for a task that does not know it
	zone     *time.Location                       // time zone of moments, nil for UTC
	transact func(do func(*store.Tx) error) error // begins a transaction; nil if there is one, or may be none
	parent   *request.Resource                    // nil for none
	key      schema.Key
	param    string // key in the path of an operation without rows
	// computes is set while computed members run: what they return reaches only the client whose host the base may be.
	computes bool
}

// New returns the call of a request that has sent changes of a row. If the route lacks the method, the call
// describes the address, as for OPTIONS.
func New(x *request.Exchange, a *request.Admission, changes []schema.Change) *Call {
	o := a.Operation
	if o == nil {
		o = a.Route.Options
	}
	c := &Call{service: x.Service, origin: origin{exchange: x, base: x.Base, zone: x.Locale.Zone, format: a.Format, suffix: a.Suffix}, Ctx: x.Context, credentials: a.Requester.Credentials, operation: o.Operation, Changes: changes, dryRun: a.Prefers.DryRun}
	if a.Route.Res == nil {
		c.origin.param = a.Key
	}
	if a.Route.Nested {
		c.origin.parent, c.origin.key = x.Service.Routes.Resources[a.Route.Res.Parent.Resource], a.Above
	}
	return c
}

var _ plan.Call = (*Call)(nil)

// Context implements plan.Call.
func (c *Call) Context() context.Context { return c.Ctx }

// Credentials implements plan.Call.
func (c *Call) Credentials() *auth.Credentials { return c.credentials }

// Operation implements plan.Call.
func (c *Call) Operation() *plan.Operation { return c.operation }

// Now implements plan.Call.
func (c *Call) Now() time.Time { return c.service.Options.Now() }

// DryRun implements plan.Call.
func (c *Call) DryRun() bool { return c.dryRun }

// User implements plan.Call.
func (c *Call) User() *auth.User {
	if c.credentials == nil {
		return nil
	}
	return &c.credentials.User
}

func (c *Call) userID() int64 {
	if c.credentials == nil {
		return 0
	}
	return c.credentials.User.ID
}

// ruleRequest returns the request that rules see: a read by the requester.
func (c *Call) ruleRequest() permission.Request {
	if c.credentials == nil {
		return permission.Request{Safe: true}
	}
	return permission.Request{User: c.credentials, Safe: true, Now: c.Now()}
}

// Sent implements plan.Call.
func (c *Call) Sent(name string) bool {
	for i := range c.Changes {
		if c.Changes[i].Known().Wire == name {
			return true
		}
	}
	return false
}

// Before implements plan.Call.
func (c *Call) Before() any {
	if c.Previous == nil {
		return nil
	}
	return c.Previous.Value()
}

// Parent implements plan.Call.
func (c *Call) Parent() (any, error) {
	if c.origin.parent == nil {
		return nil, nil
	}
	if err := c.ready(false); err != nil {
		return nil, err
	}
	row := c.origin.parent.Type.Acquire()
	defer row.Release()
	found, err := c.origin.parent.Rows.ReadIn(c.Ctx, c.Tx).Load(c.origin.key, row)
	switch {
	case err != nil:
		return nil, c.noteFailure(fmt.Errorf("parent of a call: %w", err))
	case !found:
		return nil, request.NotFound()
	default:
		return row.CopyValue(), nil
	}
}

// Begin attaches a new transaction to the call and resets the state of an earlier attempt.
func (c *Call) Begin(tx *store.Tx) {
	c.Tx, c.Statements, c.After = tx, statements{}, afterCommit{}
}

// RunHook runs a hook of a team in the transaction; a nil hook does nothing. It fails after a failed
// statement, which has ended a transaction in PostgreSQL; SQLite behaves the same here.
func (c *Call) RunHook(hook plan.Hook, row *schema.Record) error {
	if hook == nil {
		return nil
	}
	if err := hook(c, row.Value()); err != nil {
		return err
	}
	return c.Statements.Failed
}

var (
	errReadOnly      = errors.New("nothing is changed in Validate, BeforeSave and computed members; write in a hook of the Serializer, or in an action")
	errNoTransaction = errors.New("there is no transaction; write in a hook of the Serializer, or in an action")
	errReading       = errors.New("the rows of a Query have to be read to their end before the next statement")
)

// ready returns an error if no statement can run now.
func (c *Call) ready(writes bool) error {
	if writes {
		return c.readyToChange(AnyTable)
	}
	return c.readyToChange("")
}

// AnyTable stands for an unknown table.
const AnyTable = "*"

// readyToChange is ready for a statement that writes or locks rows of a table, "" for none.
func (c *Call) readyToChange(table string) error {
	writes := table != ""
	switch {
	case writes && c.ReadOnly:
		return errReadOnly
	case writes && c.Tx == nil:
		return errNoTransaction
	case c.Statements.reading:
		return errReading
	case c.Statements.readRest != nil:
		rest := c.Statements.readRest
		c.Statements.readRest = nil
		if err := rest(); err != nil {
			return err
		}
		return c.readyToChange(table)
	case c.Statements.Failed != nil || c.StorePending == nil || c.Tx == nil:
		return c.Statements.Failed
	default:
		return c.noteFailure(c.StorePending(table))
	}
}

// noteFailure returns the error, and records it as that of the transaction's first failed statement.
func (c *Call) noteFailure(err error) error {
	if err != nil && c.Tx != nil && c.Statements.Failed == nil {
		c.Statements.Failed = err
	}
	return err
}

// Exec implements plan.Call.
func (c *Call) Exec(query string, args ...any) (int64, error) {
	if err := c.ready(true); err != nil {
		return 0, err
	}
	n, err := c.Tx.Session().Exec(c.Ctx, c.service.DB.Raw(query), args...)
	if err != nil {
		err = fmt.Errorf("statement of a call: %w", err)
	}
	return n, c.noteFailure(err)
}

// Query implements plan.Call.
func (c *Call) Query(query string, args []any, row func(scan func(dest ...any) error) error) error {
	if err := c.ready(false); err != nil {
		return err
	}
	var stopped error
	read := func(s database.Session) error {
		c.Statements.reading = true
		defer func() { c.Statements.reading = false }()
		return s.Scan(c.Ctx, c.service.DB.Raw(query), func(scan func(...any) error) error {
			stopped = row(scan)
			return stopped
		}, args...)
	}
	var err error
	if c.Tx != nil {
		err = read(c.Tx.Session())
	} else {
		err = c.service.DB.ReadOnly(c.Ctx, read)
	}
	switch {
	case err == nil || stopped != nil: // stopping early is no failure
		return err
	default:
		return c.noteFailure(fmt.Errorf("query of a call: %w", err))
	}
}

// errInTransaction keeps a team's code from comparing passwords while others wait for the transaction.
var errInTransaction = errors.New("a token is obtained outside of transactions; give the operation rest.NonAtomic()")

// Param implements plan.Call.
func (c *Call) Param() string { return c.origin.param }

// ObtainToken implements plan.Call.
func (c *Call) ObtainToken(username, password string) (string, error) {
	if c.Tx != nil {
		return "", errInTransaction
	}
	if c.origin.exchange == nil {
		return "", errNoRequest
	}
	return c.service.Auth.ObtainToken(c.Acting(), c.origin.exchange.R, username, password)
}

// NewToken implements plan.Call.
func (c *Call) NewToken(account int64) (string, error) {
	if c.Tx != nil {
		return "", errInTransaction
	}
	return c.service.Auth.NewToken(c.Acting(), account)
}

// Rows implements plan.Call.
func (c *Call) Rows(of reflect.Type) (plan.Rows, error) {
	table := c.service.Tables[of]
	if table == nil {
		return nil, fmt.Errorf("%s has no rows: no resource of the set serves it and no relation leads to it; list a view set of it", of)
	}
	return rows{c, table}, nil
}

// AfterCommit implements plan.Call.
func (c *Call) AfterCommit(do func(context.Context) error) error {
	switch {
	case c.ReadOnly:
		return errReadOnly
	case c.Tx == nil:
		return errNoTransaction
	}
	c.After.Done = append(c.After.Done, do)
	return nil
}

// Audit implements plan.Call.
func (c *Call) Audit(change, resource, key string) error {
	if err := c.ready(true); err != nil {
		return err
	}
	if !slices.Contains(auditedChanges, change) {
		return c.noteFailure(fmt.Errorf("audit of %s %s: the change is %q; write one of %s", resource, key, change, strings.Join(auditedChanges, ", ")))
	}
	return c.Tx.Note(change, resource, key)
}

// auditedChanges are the changes that code may record in the audit.
var auditedChanges = []string{schema.Created, schema.Updated, schema.Removed, schema.Restored}

// TimeZone implements plan.Call.
func (c *Call) TimeZone() *time.Location {
	if c.origin.zone == nil {
		return time.UTC
	}
	return c.origin.zone
}
