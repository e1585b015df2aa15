// Where a form leads that was done.

package writes

import (
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// landing is where a form leads that was done: see Page.Landing. To other formats than HTML only a
// deletion leads anywhere, which is to the list.
func landing(x *request.Exchange, a *request.Admission, rec request.Record, visible bool) request.SeeOther {
	if !a.Format.Page {
		return request.SeeOther{Location: a.Route.Res.ListPath(access.ParentOf(a, rec))}
	}
	location, flash := x.Service.NewPage(x, a, rec, nil).Landing(visible)
	return request.SeeOther{Location: location, Flash: flash}
}
