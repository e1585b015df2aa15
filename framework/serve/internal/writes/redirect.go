// The redirect after a form was done, and the Location of a new record.

package writes

import (
	"net/http"

	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// Landing is where a form leads that was done: see pageapi.Page.Landing. To other formats than HTML only a
// deletion leads anywhere, which is to the list.
func Landing(x *request.Exchange, a *request.Admission, rec request.Record, visible bool) request.SeeOther {
	if !a.Format.Page {
		return request.SeeOther{Location: a.Route.Res.Fill(a.Route.Res.Path, access.ParentOf(a, rec), "")}
	}
	location, flash := x.Service.NewPage(x, a, rec, nil).Landing(visible)
	return request.SeeOther{Location: location, Flash: flash}
}

// createdAt is the Location of a record that was created, "" for none.
func createdAt(x *request.Exchange, a *request.Admission, rec request.Record) string {
	res := a.Route.Res
	if !x.Service.Plan.Locates(res.Resource) {
		return ""
	}
	path := res.Fill(res.RecordPattern, access.ParentOf(a, rec), rec.Address.Path())
	if path == "" {
		return ""
	}
	return x.Base + path
}

// deleted is the result of a deletion that was done.
func deleted(x *request.Exchange, a *request.Admission, rec request.Record) request.Result {
	if a.Form.Overridden {
		return request.Result{SeeOther: Landing(x, a, rec, false)}
	}
	return request.Result{Status: http.StatusNoContent}
}
