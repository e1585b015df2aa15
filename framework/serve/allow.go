// The header Allow.

package serve

import (
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// tellAllow says which methods the path has, or where the set says so those that the requester may use: of a record, on the
// one that was read or written. Before it is known who asks, and where something has gone wrong, it has those of the path.
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

// tellAllowOf is tellAllow of an operation that was done. What cannot be found out is left out where that has changed
// something: the work stands.
func tellAllowOf(x *request.Exchange, a *request.Admission, rec request.Record) error {
	if a.Prefers.DryRun {
		rec = request.Record{} // the record is as it was
	}
	err := tellAllow(x, a, rec)
	if err == nil || request.Safe(a.Method) {
		return err
	}
	x.Service.Options.Logger.WarnContext(x.Context, "header Allow left out", "method", a.Method, "path", x.R.URL.Path, "error", err)
	return nil
}

// usableOperations are the operations of the route that the requester may use. The statement of GET has said what it takes; another
// record is read, and each rule along relations is one statement.
func usableOperations(x *request.Exchange, a *request.Admission, rec request.Record) (may []*request.Operation, err error) {
	row := rec.Record
	if a.Route.Record && a.Route.Res != nil {
		if row != nil && access.KnowsUsable(rec, a.Route.Offered) {
			row = rec.Record
		} else if row != nil {
			row, err = access.WholeRow(x, a, rec, a.Route.Operations)
		} else if loaded, found, loadErr := access.LoadColumns(x, a, true); loadErr == nil && found {
			rec, row = loaded, loaded.Record
		} else {
			err = loadErr
		}
		if problem.As(err) != nil { // there is no room to read it
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
