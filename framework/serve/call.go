// The request as the code of a team sees it.

package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// call is one request as the code of a team sees it, by way of rest.Call.
type call struct {
	h           *request.Service
	ctx         context.Context
	credentials *auth.Credentials // nil for an anonymous request
	operation   *plan.Operation
	changes     []schema.Change // what was sent
	dryRun      bool            // nothing of it will be stored
	before      *schema.Record  // nil where there was no row
	at          calledAt

	tx         *store.Tx // nil outside of a transaction
	statements calledStatements
	readOnly   bool // the code that is run must change nothing
	after      calledAfter
	// pending stores the rows that wait to be stored in the transaction; nil for none. changed is the table of which rows
	// are written or locked next, "" for none, and anyTable for one that is not known.
	pending  func(changed string) error
	filtered *filteredRows // of an operation that takes the filters of a list; else nil
}

// calledStatements is how the statements of a call have fared in its transaction.
type calledStatements struct {
	failed  error // of the first that has failed
	reading bool  // a Query of the code is not at its end
}

// calledAfter is what is done when the transaction is committed.
type calledAfter struct {
	done []func(context.Context) error
	gone []string // keys of files of rows that the code has deleted, which are removed
}

// calledAt is where a call comes from: its request, and the record that the rows of the operation are below.
type calledAt struct {
	request  *http.Request
	writer   http.ResponseWriter
	base     string                               // "http://host"
	zone     *time.Location                       // of moments, nil for UTC
	transact func(do func(*store.Tx) error) error // begins a transaction; nil where there is one, or may be none
	parent   *request.Resource                    // nil for none
	key      schema.Key
	param    string // in the path of an operation without rows
}

// newCall is the call of a request that has sent changes of a row. One whose method is not offered, and
// whose page shows the record, describes the address, as OPTIONS does.
func newCall(x *request.Exchange, a *request.Admission, changes []schema.Change) *call {
	o := a.Operation
	if o == nil {
		o = a.Route.Options
	}
	c := &call{h: x.Service, at: calledAt{request: x.R, writer: x.W, base: x.Base, zone: x.Locale.Zone}, ctx: x.Context, credentials: a.Requester.Credentials, operation: o.Operation, changes: changes, dryRun: a.Prefers.DryRun}
	if a.Route.Res == nil {
		c.at.param = a.Key
	}
	if a.Route.Nested {
		c.at.parent, c.at.key = x.Service.Routes.Resources[a.Route.Res.Parent.Resource], a.Above
	}
	return c
}

var _ plan.Call = (*call)(nil)

func (c *call) Context() context.Context       { return c.ctx }
func (c *call) Credentials() *auth.Credentials { return c.credentials }
func (c *call) Operation() *plan.Operation     { return c.operation }
func (c *call) Now() time.Time                 { return c.h.Options.Now() }

func (c *call) DryRun() bool { return c.dryRun }

func (c *call) User() *auth.User {
	if c.credentials == nil {
		return nil
	}
	return &c.credentials.User
}

func (c *call) userID() int64 {
	if c.credentials == nil {
		return 0
	}
	return c.credentials.User.ID
}

// Meets is who asks to read, as rules see it.
func (c *call) asks() permission.Request {
	if c.credentials == nil {
		return permission.Request{Safe: true}
	}
	return permission.Request{User: c.credentials, Safe: true, Now: c.Now()}
}

func (c *call) Sent(name string) bool {
	for i := range c.changes {
		if c.changes[i].Known().Wire == name {
			return true
		}
	}
	return false
}

func (c *call) Before() any {
	if c.before == nil {
		return nil
	}
	return c.before.Value()
}

func (c *call) Parent() (any, error) {
	if c.at.parent == nil {
		return nil, nil
	}
	if err := c.ready(false); err != nil {
		return nil, err
	}
	row := c.at.parent.Type.Acquire()
	defer row.Release()
	found, err := access.LoadRow(c.at.parent, c.ctx, c.tx, c.at.key, row)
	switch {
	case err != nil:
		return nil, c.fail(fmt.Errorf("parent of a call: %w", err))
	case !found:
		return nil, request.NotFound()
	default:
		return row.CopyValue(), nil
	}
}

// begin is the call within a transaction, from its start: nothing is left of an earlier attempt.
func (c *call) begin(tx *store.Tx) {
	c.tx, c.statements, c.after = tx, calledStatements{}, calledAfter{}
}

// hook runs code of a team in the transaction; nil is none. A statement that has failed in it has ended
// the transaction in PostgreSQL, and does so in SQLite.
func (c *call) hook(hook plan.Hook, row *schema.Record) error {
	if hook == nil {
		return nil
	}
	if err := hook(c, row.Value()); err != nil {
		return err
	}
	return c.statements.failed
}

var (
	errReadOnly      = errors.New("nothing is changed in Validate, BeforeSave and computed members; write in a hook of the Serializer, or in an action")
	errNoTransaction = errors.New("there is no transaction; write in a hook of the Serializer, or in an action")
	errReading       = errors.New("the rows of a Query have to be read to their end before the next statement")
)

// ready reports why a statement cannot be run now.
func (c *call) ready(writes bool) error {
	if writes {
		return c.readyToChange(anyTable)
	}
	return c.readyToChange("")
}

// anyTable stands for a table that is not known.
const anyTable = "*"

// readyToChange is ready for a statement that writes or locks rows of a table, "" for none.
func (c *call) readyToChange(table string) error {
	writes := table != ""
	switch {
	case writes && c.readOnly:
		return errReadOnly
	case writes && c.tx == nil:
		return errNoTransaction
	case c.statements.reading:
		return errReading
	case c.statements.failed != nil || c.pending == nil || c.tx == nil:
		return c.statements.failed
	default:
		return c.fail(c.pending(table))
	}
}

// fail notes that a statement has failed in the transaction.
func (c *call) fail(err error) error {
	if err != nil && c.tx != nil && c.statements.failed == nil {
		c.statements.failed = err
	}
	return err
}

func (c *call) Exec(query string, args ...any) (int64, error) {
	if err := c.ready(true); err != nil {
		return 0, err
	}
	n, err := c.tx.Session().Exec(c.ctx, c.h.DB.Raw(query), args...)
	if err != nil {
		err = fmt.Errorf("statement of a call: %w", err)
	}
	return n, c.fail(err)
}

func (c *call) Query(query string, args []any, row func(scan func(dest ...any) error) error) error {
	if err := c.ready(false); err != nil {
		return err
	}
	var stopped error
	read := func(s database.Session) error {
		c.statements.reading = true
		defer func() { c.statements.reading = false }()
		return s.Scan(c.ctx, c.h.DB.Raw(query), func(scan func(...any) error) error {
			stopped = row(scan)
			return stopped
		}, args...)
	}
	var err error
	if c.tx != nil {
		err = read(c.tx.Session())
	} else {
		err = c.h.DB.ReadOnly(c.ctx, read)
	}
	switch {
	case err == nil || stopped != nil: // a reader who has enough is no failure
		return err
	default:
		return c.fail(fmt.Errorf("query of a call: %w", err))
	}
}

// errInTransaction keeps a password from being compared while others wait for the transaction.
var errInTransaction = errors.New("a token is obtained outside of transactions; give the operation rest.NonAtomic()")

func (c *call) Param() string { return c.at.param }

func (c *call) ObtainToken(username, password string) (string, error) {
	if c.tx != nil {
		return "", errInTransaction
	}
	return c.h.Auth.ObtainToken(c.acting(), c.at.request, username, password)
}

func (c *call) Rows(of reflect.Type) (plan.Rows, error) {
	table := c.h.Tables[of]
	if table == nil {
		return nil, fmt.Errorf("%s has no rows: no resource of the set serves it and no relation leads to it; list a view set of it", of)
	}
	return rows{c, table}, nil
}

func (c *call) AfterCommit(do func(context.Context) error) error {
	switch {
	case c.readOnly:
		return errReadOnly
	case c.tx == nil:
		return errNoTransaction
	}
	c.after.done = append(c.after.done, do)
	return nil
}

func (c *call) Audit(change, resource, key string) error {
	if err := c.ready(true); err != nil {
		return err
	}
	if !slices.Contains(auditedChanges, change) {
		return c.fail(fmt.Errorf("audit of %s %s: the change is %q; write one of %s", resource, key, change, strings.Join(auditedChanges, ", ")))
	}
	c.tx.Note(change, resource, key)
	return nil
}

// auditedChanges are what code may say that has become of a row.
var auditedChanges = []string{schema.Created, schema.Updated, schema.Removed, schema.Restored}

// TimeZone implements plan.Call.
func (c *call) TimeZone() *time.Location {
	if c.at.zone == nil {
		return time.UTC
	}
	return c.at.zone
}
