// The header Allow.

package serve

import (
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// tellAllow sets Allow to the methods of the path. If the set asks for it, these are the methods that the
// requester may use, on the record that was read or written. Before authentication and after a fault it
// sets all methods of the path.
func tellAllow(x *request.Exchange, a *request.Admission, rec request.Record) error {
	switch {
	case a.Route == nil || a.Route.Allow == nil:
		return nil
	case !x.Service.Plan.Requests.AllowByRequester || !a.Requester.Known || a.Route.View != nil || x.Fallback.Degraded:
		x.W.Header()["Allow"] = a.Route.Allow
		return nil
	}
	may, err := usableOperations(x, a, rec)
	if err != nil {
		return err
	}
	x.W.Header()["Allow"] = allow(may)
	return nil
}

// tellAllowOf is tellAllow after an operation. After a write it ignores a failed check, because the write
// stands.
func tellAllowOf(x *request.Exchange, a *request.Admission, rec request.Record) error {
	if a.Prefers.DryRun {
		rec = request.Record{} // the record is unchanged
	}
	err := tellAllow(x, a, rec)
	if err == nil || request.Safe(a.Method) {
		return err
	}
	x.Service.Options.Logger.WarnContext(x.Context, "header Allow left out", "method", a.Method, "path", x.R.URL.Path, "error", err)
	return nil
}

// usableOperations returns the operations of the route that the requester may use. The statement of a GET
// has answered their rules; for other requests it reads the record, and runs one statement for each rule
// along relations.
func usableOperations(x *request.Exchange, a *request.Admission, rec request.Record) (may []*request.Operation, err error) {
	row := rec.Record
	if a.Route.Record && a.Route.Res != nil {
		if row == nil {
			rec, _, err = access.LoadVisible(x, a)
			row = rec.Record
		} else if !access.KnowsUsable(rec, a.Route.Offered) {
			row, err = access.WholeRow(x, a, rec, a.Route.Operations)
		}
		if problem.As(err) != nil { // the budget has no room to read the record
			return a.Route.Offered, nil
		}
		if err != nil {
			return nil, err
		}
	}
	writes, err := access.MayUse(x.Context, a, rec, row)
	if err != nil {
		return nil, err
	}
	for _, o := range a.Route.Offered {
		usable := false
		if o.Safe() {
			if !o.Record || row != nil {
				usable, err = access.MayUseOne(x.Context, a, o, rec, row)
			}
		} else {
			for _, w := range writes {
				usable = usable || w == o
			}
		}
		if err != nil {
			return nil, err
		}
		if usable {
			may = append(may, o)
		}
	}
	return may, nil
}
