// The page that tells of the whole service.

package serve

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/openapi"
)

// ReferencePage is what the page of the whole service is made of.
type ReferencePage struct {
	*openapi.Reference
	Request *http.Request
	Header  http.Header // of the answer, to add to
	Base    string      // "https://example.com/api"
	User    *auth.User  // nil for an anonymous requester
	// Mine says that the reference is of what the requester may read and do.
	Mine bool
	// Versions are the names of those that the service has, and Version the one that the reference is of; without
	// versions both are empty.
	Versions []string
	Version  string
}

// sendReference answers the page: of the document that the query asks for, for who may read that.
func (ds *documents) sendReference(pages Pages) func(x *exchange, a *admission) (result, error) {
	return func(x *exchange, a *admission) (result, error) {
		d, mine, err := ds.find(x, a, true, "for", "version")
		if err != nil {
			return result{}, err
		}
		ref, err := d.reference()
		if err != nil {
			return result{}, err
		}
		p := &ReferencePage{Reference: ref, Request: x.r, Header: x.w.Header(), Base: x.base, User: a.requester.user, Mine: mine}
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
