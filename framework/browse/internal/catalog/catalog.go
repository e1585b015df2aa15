// Package catalog prepares the resources of a plan for their pages: addresses, relations, filters, and the
// effects of deletions.
package catalog

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Catalog holds all resources of a plan, compiled for their pages.
type Catalog struct {
	Plan     *plan.Plan
	Formats  []media.Format // preferred formats first
	RawTypes []string       // media types of raw bodies in forms
	ByPlan   map[*plan.Resource]*Resource
	All      []*Resource                  // all resources, in the order of the set
	Listings map[*plan.Operation]*listing // listings of endpoints, by the operation of the list
	Elements map[*plan.Operation]*listing // listings of endpoints, by the operations of one element
	root     []Entry                      // the entries of the root, with their paths
	linked   map[string]*Resource         // resources by the paths of their records, without the key
}

// New compiles the resources of a plan and the resources that replace them in its versions.
func New(compiled *plan.Plan, formats []media.Format) *Catalog {
	c := &Catalog{Plan: compiled, Formats: formats, ByPlan: make(map[*plan.Resource]*Resource, len(compiled.Resources)), linked: map[string]*Resource{}}
	for _, parser := range compiled.Parsers {
		if t := parser.MediaType; !media.IsForm(t) && !parser.Patch { // a form carries the raw body
			c.RawTypes = append(c.RawTypes, t)
		}
	}
	c.All = make([]*Resource, len(compiled.Resources))
	for i, e := range compiled.Resources {
		c.All[i] = &Resource{Resource: e, impacts: deleteImpacts(compiled, e.Type.Table)}
		c.ByPlan[e] = c.All[i]
		if path, by := strings.CutSuffix(e.RecordPattern, "{key}/"); by && c.linked[path] == nil {
			c.linked[path] = c.All[i]
		}
	}
	for _, l := range compiled.Root {
		e := Entry{Link: Link{Name: plan.NameWords(l.Name), Href: l.Path}}
		if i := slices.IndexFunc(c.All, func(res *Resource) bool { return res.Path == l.Path }); i >= 0 {
			e.Of = c.All[i]
			e.Name, e.Text = CollectionName(e.Of.Resource), e.Of.Description
		}
		c.root = append(c.root, e)
	}
	c.findListings()
	for _, res := range slices.Concat(c.All, c.versioned()) {
		res.Targets, res.Referring, res.Within = c.Targets(res.Type), res.referrings(c), within(res.Resource)
		res.Form = newListForm(res.Params, c.targetOf)
	}
	return c
}

// versioned returns the resources that replace others in versions. Their links lead to the resources of the
// plan.
func (c *Catalog) versioned() (list []*Resource) {
	if c.Plan.Versions == nil {
		return nil
	}
	for _, v := range c.Plan.Versions.All {
		for of, e := range v.Resources {
			res := &Resource{Resource: e, impacts: c.ByPlan[of].impacts}
			c.ByPlan[e] = res
			list = append(list, res)
		}
	}
	return list
}

// Targets returns the resources of a type's relations.
func (c *Catalog) Targets(t *schema.Type) []*Resource {
	list := make([]*Resource, len(t.Fields))
	for _, f := range t.Fields {
		if f.Relation != nil {
			list[f.Index] = c.targetOf(f)
		}
	}
	return list
}

// targetOf returns the resource of a relation, or nil where the set does not list its rows.
func (c *Catalog) targetOf(f *schema.Field) *Resource {
	lists := func(res *Resource) bool { return res.Type.Go == f.Relation.Target && res.Has(plan.List) }
	if i := slices.IndexFunc(c.All, lists); i >= 0 {
		return c.All[i]
	}
	return nil
}

// Serving returns the resource that has pages of a type's rows, or nil for none.
func (c *Catalog) Serving(t *schema.Type) *Resource {
	for _, res := range c.All {
		if t.Table != "" && res.Type.Table == t.Table && res.Has(plan.Retrieve) && len(plan.Params(res.RecordPattern)) == 1 {
			return res
		}
	}
	return nil
}

// Link is a link of a page.
type Link struct {
	Name, Href, Text string
	Current          bool // it leads to what the page shows
}

// Entry is a collection on the page of the root.
type Entry struct {
	Link
	Of    *Resource // nil for an endpoint without rows
	Count string    // the number of rows; "" if it is not known
	New   string    // address of the form for a new row; "" where the requester may create none
}

// Collections returns the entries of the root, with what is said about them. Their links keep the format suffix of the request.
func (c *Catalog) Collections(base, suffix string) []Entry {
	entries := slices.Clone(c.root)
	for i, e := range entries {
		if suffix != "" {
			e.Href = strings.TrimSuffix(e.Href, "/") + "." + suffix
		}
		entries[i].Href = base + e.Href
	}
	return entries
}

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
