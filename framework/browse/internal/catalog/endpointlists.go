// Lists of endpoints without rows whose elements have pages.

package catalog

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// listing is the list of an endpoint without rows, whose elements have endpoints one segment below it. The
// segment is a member of the element.
type listing struct {
	Path   string // "/tokens/"
	Member string // "id" of "/tokens/{id}/"
}

// findListings finds the listings of the plan and of the versions that replace its routes.
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

// addListings adds the listings among routes: by the operation of the list, and by the operations of an
// element.
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

// Page returns the path of an element's page, or "" if the element lacks the member.
func (l *listing) Page(values map[string]any) string {
	key, _ := values[l.Member].(string)
	if key == "" {
		return ""
	}
	return l.Path + url.PathEscape(key) + "/"
}
