package browse

import (
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// resource is one of the plan with all that its pages need.
type resource struct {
	*plan.Resource
	impacts []deleteImpact
	secrets []string // names of the write-only fields
	// targets are the resources that relation fields refer to, by Field.Index; nil for those
	// that the set does not serve.
	targets []*resource
	// relations are the fields of a representation that lead to records with pages of their own.
	relations []relation
}

// Compile implements serve.Pages.
func (p *Pages) Compile(compiled *plan.Plan, formats []media.Format, prefix string) {
	p.prefix = prefix
	p.plan, p.formats, p.rawTypes = compiled, formats, nil
	for _, parser := range compiled.Parsers {
		if t := parser.MediaType; !media.IsForm(t) { // a form is what carries it
			p.rawTypes = append(p.rawTypes, t)
		}
	}
	p.resources = make(map[*plan.Resource]*resource, len(compiled.Resources))
	all := make([]*resource, len(compiled.Resources))
	for i, e := range compiled.Resources {
		all[i] = &resource{Resource: e, impacts: deleteImpacts(compiled, e.Type.Table), secrets: secretNames(e.Type)}
		p.resources[e] = all[i]
	}
	for _, res := range all {
		res.targets, res.relations = targets(res.Type, all), relations(res.Type, all)
	}
}

// targets finds the resources of a type's relations.
func targets(t *schema.Type, all []*resource) []*resource {
	list := make([]*resource, len(t.Fields))
	for _, f := range t.Fields {
		if f.Relation == nil {
			continue
		}
		lists := func(res *resource) bool { return res.Type.Go == f.Relation.Target && res.Has(plan.List) }
		if i := slices.IndexFunc(all, lists); i >= 0 {
			list[f.Index] = all[i]
		}
	}
	return list
}

// secretNames are the names of the write-only fields of a type.
func secretNames(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.WriteOnly {
			names = append(names, f.Wire)
		}
	}
	return names
}

// page is the path of the page of a record that has an address, "" where records cannot be read one by one.
func (res *resource) page(address schema.Key) string {
	if !res.Has(plan.Retrieve) {
		return ""
	}
	return res.recordPath(address)
}

func (res *resource) recordPath(address schema.Key) string {
	return res.Path + address.Path() + "/"
}
