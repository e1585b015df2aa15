// The operation that sends the reference page of a document.

package describe

import (
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// sendReference answers with the reference page of the document in the query, if the requester may read
// that.
func (ds *Documents) sendReference(pages pageapi.Pages) func(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return func(x *request.Exchange, a *request.Admission) (request.Result, error) {
		d, mine, err := ds.find(x, a, true, "for", "version")
		if err != nil {
			return request.Result{}, err
		}
		ref := d.reference()
		p := &pageapi.ReferencePage{Reference: ref, Request: x.R, Header: x.W.Header(), Base: x.Base, User: a.Requester.User, Mine: mine}
		if vs := x.Service.Plan.Versions; vs != nil {
			p.Version = ref.Version
			for _, v := range vs.All {
				p.Versions = append(p.Versions, v.Name)
			}
		}
		page, err := pages.Reference(p)
		if err != nil {
			return request.Result{}, err
		}
		return request.Result{Written: true}, SendTagged(x, page, "text/html; charset=utf-8")
	}
}
