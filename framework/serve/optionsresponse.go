// The response to OPTIONS.

package serve

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/describe"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
)

// answerOptions answers OPTIONS like Django REST framework's SimpleMetadata: name, description, media
// types, and the fields for each write that the requester may do.
func answerOptions(x *request.Exchange, a *request.Admission) (request.Result, error) {
	var rec request.Record
	var row *schema.Record
	if a.Route.Record {
		var err error
		if rec, _, err = access.LoadVisible(x, a); err != nil {
			return request.Result{}, err
		}
		row = rec.Record
		x.Timing.Step("load")
	}
	writes.TellPatchTypes(x, a)
	may, err := access.MayUse(x.Context, a, rec, row)
	if err != nil {
		return request.Result{}, err
	}
	var fixed map[*schema.Field]string
	if row != nil {
		fixed = a.Route.Res.ReadOnlyFields(row)
	}
	b := describe.AppendMetadata((*x.Pooled.Buffer)[:0], x.Service, a.Route, may, fixed)
	*x.Pooled.Buffer = append(describe.AppendTimeZone(x, b), '}')
	x.Timing.Step("present")
	return request.Result{Content: media.Metadata, Record: rec, Encoded: *x.Pooled.Buffer}, nil
}
