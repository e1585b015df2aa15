// The operation GET on a record.

package serve

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// retrieve reads a record.
func retrieve(x *request.Exchange, a *request.Admission) (request.Result, error) {
	if rec, has, err := access.LoadUnchanged(x, a, x.FormatFor(a, media.Record)); has || err != nil {
		return request.Result{Content: media.Record, Record: rec}, err
	}
	rec, shape, err := access.LoadRepresentation(x, a) // 404
	if err != nil {
		return request.Result{}, err
	}
	x.Timing.Step("load")
	if !rec.Readable && !a.Cond.IsTrue() {
		if err := access.PermitRepresentation(x, a, rec); err != nil { // 401, 403, 404
			return request.Result{}, err
		}
	}
	x.Timing.Step("permit-row")
	return request.Result{Content: media.Record, Record: rec, Names: shape.Names}, nil
}
