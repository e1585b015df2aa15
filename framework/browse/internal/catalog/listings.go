// Lists that endpoints answer, whose elements have pages.

package catalog

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// listing is a list that an endpoint answers, where another endpoint is about one element: it is one segment below, which is a
// member of the element.
type listing struct {
	Path   string // "/tokens/"
	member string // "id" of "/tokens/{id}/"
}

// findListings finds them in the plan, and in the versions that have other routes in its place.
func (c *Catalog) findListings() {
	c.Listings, c.Elements = map[*plan.Operation]*listing{}, map[*plan.Operation]*listing{}
	c.addListings(c.Plan.Routes)
	if c.Plan.Versions == nil {
		return
	}
	for _, v := range c.Plan.Versions.All {
		routes := slices.Clone(c.Plan.Routes)
		for i, r := range routes {
			routes[i] = cmp.Or(v.Routes[r], r)
		}
		c.addListings(routes)
	}
}

// addListings adds those among the routes: by the operation that answers the list, and by those that are about an element.
func (c *Catalog) addListings(routes []*plan.Route) {
	lists := map[string]*plan.Operation{}
	for _, r := range routes {
		if o := r.Find("GET"); r.Resource == nil && o != nil && o.Many && o.Rows == nil {
			lists[r.Pattern] = o
		}
	}
	for _, r := range routes {
		path, param, found := strings.Cut(r.Pattern, "{")
		member, whole := strings.CutSuffix(param, "}/")
		o := lists[path]
		if !found || !whole || o == nil || r.Resource != nil || r.Find("GET") == nil || strings.Contains(member, "{") {
			continue
		}
		l := &listing{path, member}
		c.Listings[o] = l
		for _, about := range r.Operations {
			c.Elements[about] = l
		}
	}
}

// Page is the path of the page of an element, "" where it has no such member.
func (l *listing) Page(values map[string]any) string {
	key, _ := values[l.member].(string)
	if key == "" {
		return ""
	}
	return l.Path + url.PathEscape(key) + "/"
}
