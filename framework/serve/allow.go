// The header Allow.

package serve

import (
	"example.com/resourceful/framework/problem"
)

// tellAllow says which methods the path has, or where the set says so those that the requester may use: of a record, on the
// one that was read. static asks for those of the path.
func (x *exchange) tellAllow(a *admission, rec record, static bool) error {
	switch {
	case a.route == nil || a.route.allow == nil:
		return nil
	case static || !x.h.plan.Requests.AllowByRequester || !a.requester.known || a.route.view != nil:
		x.w.Header()["Allow"] = a.route.allow
		return nil
	}
	may, err := a.usable(x, rec)
	if err != nil {
		return err
	}
	x.w.Header()["Allow"] = allow(may)
	return nil
}

// usable are the operations of the route that the requester may use. The statement of GET has said what it takes; another
// record is read, and each rule along relations is one statement.
func (a *admission) usable(x *exchange, rec record) (may []*operation, err error) {
	row := rec.Record
	if a.route.Record && a.route.resource != nil {
		if row != nil && rec.says(a.route.offered) {
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
	writes, err := a.mayUse(x.ctx, rec, row)
	if err != nil {
		return nil, err
	}
	for _, o := range a.route.offered {
		usable := false
		if o.Safe() {
			if !o.Record || row != nil {
				usable, err = a.mayUseOne(x.ctx, o, rec, row)
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
