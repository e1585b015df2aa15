// The header Allow.

package serve

import (
	"example.com/resourceful/framework/problem"
)

// tellAllow says which methods the path has, or where the set says so those that the requester may use: of a record, on the
// one that was read or written. Before it is known who asks, and where something has gone wrong, it has those of the path.
func tellAllow(x *exchange, a *admission, rec record) error {
	switch {
	case a.route == nil || a.route.allow == nil:
		return nil
	case !x.h.plan.Requests.AllowByRequester || !a.requester.known || a.route.view != nil || x.fallback.degraded:
		x.w.Header()["Allow"] = a.route.allow
		return nil
	}
	may, err := usableOperations(a, x, rec)
	if err != nil {
		return err
	}
	x.w.Header()["Allow"] = allow(may)
	return nil
}

// tellAllowOf is tellAllow of an operation that was done. What cannot be found out is left out where that has changed
// something: the work stands.
func tellAllowOf(x *exchange, a *admission, rec record) error {
	if a.prefers.DryRun {
		rec = record{} // the record is as it was
	}
	err := tellAllow(x, a, rec)
	if err == nil || safe(a.method) {
		return err
	}
	x.h.options.Logger.WarnContext(x.ctx, "header Allow left out", "method", a.method, "path", x.r.URL.Path, "error", err)
	return nil
}

// usableOperations are the operations of the route that the requester may use. The statement of GET has said what it takes; another
// record is read, and each rule along relations is one statement.
func usableOperations(a *admission, x *exchange, rec record) (may []*operation, err error) {
	row := rec.Record
	if a.route.Record && a.route.resource != nil {
		if row != nil && knowsUsable(rec, a.route.offered) {
			row = rec.Record
		} else if row != nil {
			row, err = wholeRow(x, a, rec, a.route.Operations)
		} else if loaded, found, loadErr := loadColumns(x, a, true); loadErr == nil && found {
			rec, row = loaded, loaded.Record
		} else {
			err = loadErr
		}
		if problem.As(err) != nil { // there is no room to read it
			return a.route.offered, nil
		}
		if err != nil {
			return nil, err
		}
	}
	writes, err := mayUse(a, x.ctx, rec, row)
	if err != nil {
		return nil, err
	}
	for _, o := range a.route.offered {
		usable := false
		if o.Safe() {
			if !o.Record || row != nil {
				usable, err = mayUseOne(a, x.ctx, o, rec, row)
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
