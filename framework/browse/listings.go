// Lists that endpoints answer, whose elements have pages.

package browse

import (
	"net/url"
	"strings"

	"example.com/resourceful/framework/plan"
)

// listing is a list that an endpoint answers, where another endpoint is about one element: it is one segment below, which is a
// member of the element.
type listing struct {
	path   string // "/tokens/"
	record string // "/tokens/{id}/"
	member string // "id"
}

// listings finds them among the routes.
func listings(routes []*plan.Route) (all []listing) {
	lists := map[string]*plan.Operation{}
	for _, r := range routes {
		if o := r.Find("GET"); r.Resource == nil && o != nil && o.Many && o.Rows == nil {
			lists[r.Pattern] = o
		}
	}
	for _, r := range routes {
		path, param, found := strings.Cut(r.Pattern, "{")
		member, whole := strings.CutSuffix(param, "}/")
		if o := lists[path]; found && whole && o != nil && r.Resource == nil && r.Find("GET") != nil && !strings.Contains(member, "{") {
			all = append(all, listing{path, r.Pattern, member})
		}
	}
	return all
}

// listingAt is the listing with a path, nil for none.
func (p *Pages) listingAt(path string) *listing {
	for i := range p.listings {
		if p.listings[i].path == path {
			return &p.listings[i]
		}
	}
	return nil
}

// page is the path of the page of an element, "" where it has no such member.
func (l *listing) page(values map[string]any) string {
	key, _ := values[l.member].(string)
	if key == "" {
		return ""
	}
	return l.path + url.PathEscape(key) + "/"
}
