// The page that tells of the whole service.

package serve

import "example.com/resourceful/framework/serve/pageapi"

// sendReference answers the page: of the document that the query asks for, for who may read that.
func (ds *documents) sendReference(pages pageapi.Pages) func(x *exchange, a *admission) (result, error) {
	return func(x *exchange, a *admission) (result, error) {
		d, mine, err := ds.find(x, a, true, "for", "version")
		if err != nil {
			return result{}, err
		}
		ref, err := d.reference()
		if err != nil {
			return result{}, err
		}
		p := &pageapi.ReferencePage{Reference: ref, Request: x.r, Header: x.w.Header(), Base: x.base, User: a.requester.user, Mine: mine}
		if vs := x.h.plan.Versions; vs != nil {
			p.Version = ref.Version
			for _, v := range vs.All {
				p.Versions = append(p.Versions, v.Name)
			}
		}
		page, err := pages.Reference(p)
		if err != nil {
			return result{}, err
		}
		return result{written: true}, sendTagged(x, page, "text/html; charset=utf-8")
	}
}
