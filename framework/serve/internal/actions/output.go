// The response of a team's operation: its output structs, or rows as their resource shows them.

package actions

import (
	"fmt"
	"net/http"
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// NewAnswer makes the answer of what the code of a team returns. Rows are read again as their resource
// shows them to the requester, within the transaction of the call where there is one.
func NewAnswer(x *request.Exchange, a *request.Admission, c *calls.Call, own schema.Key, out any) (*request.Result, error) {
	o := a.Operation
	switch {
	case out == nil && o.Output != nil: // nil instead of a pointer
		return &request.Result{Status: http.StatusNoContent}, nil
	case out == nil:
		return &request.Result{Status: o.Status}, nil
	case o.RowResource == nil:
		return encodeStructs(x, o, out), nil
	case o.Many:
		return readRows(x, a, c, out.([]any))
	default:
		return readRow(x, a, c, own, out)
	}
}

// encodeStructs writes structs that are no rows.
func encodeStructs(x *request.Exchange, o *request.Operation, out any) *request.Result {
	rec := o.Output.Type.Acquire()
	defer rec.Release()
	if !o.Many {
		rec.Assign(out)
		return &request.Result{Status: o.Status, Content: media.Record, Encoded: rec.AppendIn(nil, x.Base, x.Locale.Zone)}
	}
	b := []byte{'['}
	for i, item := range out.([]any) {
		rec.Assign(item)
		b = rec.AppendIn(request.Comma(b, i), x.Base, x.Locale.Zone)
	}
	b = append(b, ']')
	return &request.Result{Status: o.Status, Content: media.List, Encoded: b, Rows: b}
}

// keyOf is the key of a row that the code of a team returns.
func keyOf(t *schema.Type, row any) schema.Key {
	rec := t.Acquire()
	defer rec.Release()
	rec.Assign(row)
	return rec.Key()
}

// readableRows is the condition under which the requester may read the rows that an operation answers.
func readableRows(a *request.Admission) predicate.Expr {
	if rows := a.Operation.RowResource; rows == a.Route.Res && !rows.Singleton {
		return a.Allowed(true)
	}
	return permission.Reduce(a.Operation.RowResource.RowAccess, a.Requester.Request(true))
}

// readRow reads a row that the code of a team returns. One that the requester may not read is not
// answered, but for the row that the operation was about: what was done is done.
func readRow(x *request.Exchange, a *request.Admission, c *calls.Call, own schema.Key, row any) (*request.Result, error) {
	o := a.Operation
	res, key := o.RowResource, keyOf(o.RowResource.Type, row)
	var told request.Record
	if !o.Record || res != a.Route.Res || key != own {
		told.Listed = []schema.Key{key}
		readable, err := access.RowHolds(res.Rows.ReadIn(x.Context, c.Tx), key, nil, readableRows(a))
		if err != nil || !readable {
			return &request.Result{Status: http.StatusNoContent}, err
		}
	}
	rec := x.Pooled.Records.Acquire(res.Retrieve.Type)
	found, err := calls.ReadRecord(x, a, c, res, key, rec)
	if err != nil || !found {
		return &request.Result{Status: http.StatusNoContent}, err
	}
	return &request.Result{Status: o.Status, Content: media.Record, Record: told, Encoded: rec.AppendIn(nil, x.Base, x.Locale.Zone)}, nil
}

// readRows reads the rows that the code of a team returns, in its order, without those that the
// requester may not read.
func readRows(x *request.Exchange, a *request.Admission, c *calls.Call, rows []any) (*request.Result, error) {
	o := a.Operation
	keys := make([]schema.Key, len(rows))
	for i, row := range rows {
		keys[i] = keyOf(o.RowResource.Type, row)
	}
	where := readableRows(a)
	if where.Has(predicate.OpFunc) {
		var err error
		if keys, err = readableKeys(x, o.RowResource, c, keys, where); err != nil {
			return nil, err
		}
		where = predicate.Constant(true)
	}
	view, err := access.ReadView(x, a, o.RowResource.List, c)
	if err != nil {
		return nil, err
	}
	found := map[schema.Key][]byte{}
	each := func(rec *schema.Record) error {
		found[rec.Key()] = rec.AppendIn(nil, x.Base, x.Locale.Zone)
		return nil
	}
	where = predicate.And(access.AmongKeys(o.RowResource.Type, keys), where)
	if err := view.Within(c.Tx).Stream(x.Context, where, each); err != nil {
		return nil, err
	}
	keys = slices.DeleteFunc(keys, func(key schema.Key) bool { return found[key] == nil })
	var b []byte
	for i, key := range keys {
		b = append(request.Comma(b, i), found[key]...)
	}
	encoded, list := o.RowResource.EncloseRows(b, o.RowResource.Frame(nil, media.Frame{}), int64(len(keys)))
	return &request.Result{Status: o.Status, Content: media.List, Record: request.Record{Listed: keys}, Encoded: encoded, Rows: list}, nil
}

// readableKeys are those of some keys whose rows meet a condition that is written in Go in part, which is
// asked of whole rows: a representation may not have what it looks at.
func readableKeys(x *request.Exchange, res *request.Resource, c *calls.Call, keys []schema.Key, cond predicate.Expr) ([]schema.Key, error) {
	meets := map[schema.Key]bool{}
	each := func(row *schema.Record) error {
		left := cond.Given(row)
		if !left.IsTrue() && !left.IsFalse() {
			return fmt.Errorf("rule of %s: it looks at rows along relations and is written in Go", res.Name)
		}
		meets[row.Key()] = left.IsTrue()
		return nil
	}
	err := res.Rows.ReadIn(x.Context, c.Tx).Select(store.Selection{Where: access.AmongKeys(res.Type, keys)}, each)
	return slices.DeleteFunc(keys, func(key schema.Key) bool { return !meets[key] }), err
}
