// The resources of a plan, as their pages need them.

package browse

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// catalog has all resources of a plan as the pages need them.
type catalog struct {
	plan      *plan.Plan
	formats   []media.Format // in the order of preference
	rawTypes  []string       // media types of bodies that are written by hand
	resources map[*plan.Resource]*resource
	all       []*resource                  // the same, in the order of the set
	listings  map[*plan.Operation]*listing // of endpoints, by the operation that answers it
	elements  map[*plan.Operation]*listing // the same, by those about one element
}

// newCatalog compiles the resources of a plan, and those that its versions have in their place.
func newCatalog(compiled *plan.Plan, formats []media.Format) *catalog {
	c := &catalog{plan: compiled, formats: formats, resources: make(map[*plan.Resource]*resource, len(compiled.Resources))}
	for _, parser := range compiled.Parsers {
		if t := parser.MediaType; !media.IsForm(t) && !parser.Patch { // a form is what carries it
			c.rawTypes = append(c.rawTypes, t)
		}
	}
	c.all = make([]*resource, len(compiled.Resources))
	for i, e := range compiled.Resources {
		c.all[i] = &resource{Resource: e, impacts: deleteImpacts(compiled, e.Type.Table)}
		c.resources[e] = c.all[i]
	}
	c.findListings()
	for _, res := range slices.Concat(c.all, c.versioned()) {
		res.targets, res.referring = c.targets(res.Type), res.referrings(c)
		res.form = newListForm(res.Params, c.targetOf)
		res.relations = map[*schema.Type][]relation{}
		for _, s := range res.Shapes.All() {
			res.relations[s.Type] = relations(s.Type, c.all)
		}
	}
	return c
}

// versioned are the resources that versions have in the place of others. Links lead to those of the plan.
func (c *catalog) versioned() (list []*resource) {
	if c.plan.Versions == nil {
		return nil
	}
	for _, v := range c.plan.Versions.All {
		for of, e := range v.Resources {
			res := &resource{Resource: e, impacts: c.resources[of].impacts}
			c.resources[e] = res
			list = append(list, res)
		}
	}
	return list
}

// targets finds the resources of a type's relations.
func (c *catalog) targets(t *schema.Type) []*resource {
	list := make([]*resource, len(t.Fields))
	for _, f := range t.Fields {
		if f.Relation != nil {
			list[f.Index] = c.targetOf(f)
		}
	}
	return list
}

// targetOf finds the resource of a relation, nil where the set does not list its rows.
func (c *catalog) targetOf(f *schema.Field) *resource {
	lists := func(res *resource) bool { return res.Type.Go == f.Relation.Target && res.Has(plan.List) }
	if i := slices.IndexFunc(c.all, lists); i >= 0 {
		return c.all[i]
	}
	return nil
}

// serving is the resource that has pages of the rows of a representation, nil for none.
func (c *catalog) serving(t *schema.Type) *resource {
	for _, res := range c.all {
		if t.Table != "" && res.Type.Table == t.Table && res.Has(plan.Retrieve) && len(plan.Params(res.RecordPattern)) == 1 {
			return res
		}
	}
	return nil
}

type link struct {
	Name, Href, Text string
	Page             bool // it leads to an HTML page
}

// collections are the entries of the root. A suffix of its address is carried over.
func (c *catalog) collections(base, suffix string) []link {
	var links []link
	for _, l := range c.plan.Root {
		address := base + l.Path
		if suffix != "" {
			address = strings.TrimSuffix(address, "/") + "." + suffix
		}
		links = append(links, link{Name: l.Name, Href: address, Text: address})
	}
	return links
}
