// Computed members, which functions of a team derive; reading a record with them.

package calls

import (
	"errors"
	"reflect"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

var errEachRow = errors.New("a computed member reads rows for each row of a list; use rest.Count, rest.Has or rest.Nested, or leave it to Shapes.Retrieve")

// Compute implements request.Call: it sets the computed members of a record. If the record is one of many,
// they may run no statements: there would be some for each row, on a second connection outside of a
// transaction.
func (c *Call) Compute(rec *schema.Record, many bool) error {
	c.ReadOnly, c.origin.computes = true, true
	defer func() { c.ReadOnly, c.origin.computes = false, false }()
	if each := (callOfEach{c}); many {
		rec.Compute(each, each)
	} else {
		rec.Compute(c, each)
	}
	return c.Statements.Failed
}

// callOfEach is the call for computed members of one row among many. A statement in it fails the request.
type callOfEach struct{ *Call }

// Query implements plan.Call.
func (c callOfEach) Query(string, []any, func(scan func(dest ...any) error) error) error {
	c.Statements.Failed = errEachRow
	return errEachRow
}

// Parent implements plan.Call.
func (c callOfEach) Parent() (any, error) {
	c.Statements.Failed = errEachRow
	return nil, errEachRow
}

// Rows implements plan.Call.
func (c callOfEach) Rows(reflect.Type) (plan.Rows, error) {
	c.Statements.Failed = errEachRow
	return nil, errEachRow
}

// ReadRecord reads the representation of a record as the requester may see it, in the transaction of the
// call if there is one.
func ReadRecord(x *request.Exchange, a *request.Admission, c *Call, res *request.Resource, key schema.Key, rec *schema.Record) (found bool, err error) {
	view, err := access.ReadView(x, a, res.Retrieve, c)
	if err != nil {
		return false, err
	}
	return view.Within(c.Tx).Get(x.Context, key, rec)
}
