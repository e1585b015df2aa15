// The resources of the plan as the pages need them, and their addresses.

package browse

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// resource is one of the plan with all that its pages need.
type resource struct {
	*plan.Resource
	impacts []deleteImpact
	// targets are the resources that relation fields refer to, by Field.Index; nil for those
	// that the set does not serve.
	targets []*resource
	// relations are the fields of each representation that lead to records with pages of their own.
	relations map[*schema.Type][]relation
	form      *listForm // above the list; nil for none
	referring []referring
}

// Compile implements pageapi.Pages.
func (p *Pages) Compile(compiled *plan.Plan, formats []media.Format, prefix string) {
	p.prefix = prefix
	defer p.translate(compiled.Languages)
	p.plan, p.formats, p.rawTypes = compiled, formats, nil
	for _, parser := range compiled.Parsers {
		if t := parser.MediaType; !media.IsForm(t) && !parser.Patch { // a form is what carries it
			p.rawTypes = append(p.rawTypes, t)
		}
	}
	p.resources = make(map[*plan.Resource]*resource, len(compiled.Resources))
	all := make([]*resource, len(compiled.Resources))
	for i, e := range compiled.Resources {
		all[i] = &resource{Resource: e, impacts: deleteImpacts(compiled, e.Type.Table)}
		p.resources[e] = all[i]
	}
	p.all = all
	p.findListings(compiled)
	for _, res := range slices.Concat(all, p.versioned(compiled)) {
		res.targets, res.referring = targets(res.Type, all), res.referrings(all)
		res.form = newListForm(res.Params, p.targetOf)
		res.relations = map[*schema.Type][]relation{}
		for _, s := range res.Shapes.All() {
			res.relations[s.Type] = relations(s.Type, all)
		}
	}
}

// versioned are the resources that versions have in the place of others. Links lead to those of the plan.
func (p *Pages) versioned(compiled *plan.Plan) (list []*resource) {
	if compiled.Versions == nil {
		return nil
	}
	for _, v := range compiled.Versions.All {
		for of, e := range v.Resources {
			res := &resource{Resource: e, impacts: p.resources[of].impacts}
			p.resources[e] = res
			list = append(list, res)
		}
	}
	return list
}

// Of implements pageapi.Pages.
func (p *Pages) Of(compiled *plan.Plan) pageapi.Pages {
	of := *p
	of.Compile(compiled, p.formats, p.prefix)
	return &of
}

// targets finds the resources of the relations of a type that is no row.
func (p *Pages) targets(t *schema.Type) []*resource { return targets(t, p.all) }

// targets finds the resources of a type's relations.
func targets(t *schema.Type, all []*resource) []*resource {
	list := make([]*resource, len(t.Fields))
	for _, f := range t.Fields {
		if f.Relation != nil {
			list[f.Index] = targetOf(f, all)
		}
	}
	return list
}

// targetOf finds the resource of a relation, nil where the set does not list its rows.
func (p *Pages) targetOf(f *schema.Field) *resource { return targetOf(f, p.all) }

func targetOf(f *schema.Field, all []*resource) *resource {
	lists := func(res *resource) bool { return res.Type.Go == f.Relation.Target && res.Has(plan.List) }
	if i := slices.IndexFunc(all, lists); i >= 0 {
		return all[i]
	}
	return nil
}

// page is the path of the page of a record that has an address, "" where records cannot be read one
// by one.
func (res *resource) page(address schema.Key) string {
	if !res.Has(plan.Retrieve) {
		return ""
	}
	return res.recordPath(address)
}

// pageOf is the path of the page of a row whose representation t has the values, "" where it has
// none, or the representation does not tell.
func (res *resource) pageOf(t *schema.Type, values map[string]any) string {
	if res == nil {
		return ""
	}
	f := res.Lookup.Field
	if t != res.Type {
		f = t.FieldOf(f)
	}
	if f == nil || f.ByLink() || values[f.Wire] == nil {
		return ""
	}
	address, ok := res.Lookup.Parse(fmt.Sprint(values[f.Wire]))
	if !ok {
		return ""
	}
	return res.page(address)
}

// recordPath is the path of a record, "" where that needs another record too.
func (res *resource) recordPath(address schema.Key) string {
	return res.fill(res.RecordPattern, "", address.Path())
}

// fill is a pattern of the resource with the record that its rows are below, and a record, each as
// it stands in a path; "" where one of them is not known.
func (res *resource) fill(pattern, parent, record string) string {
	values := []string{parent, record}
	if res.Parent == nil || !strings.HasPrefix(pattern, parentPart(res.Path)) {
		values = values[1:]
	}
	for strings.Contains(pattern, "{") {
		before, rest, _ := strings.Cut(pattern, "{")
		_, after, _ := strings.Cut(rest, "}")
		if len(values) == 0 || values[0] == "" {
			return ""
		}
		pattern, values = before+values[0]+after, values[1:]
	}
	return pattern
}

// parentPart is a pattern as far as its first parameter.
func parentPart(pattern string) string {
	i := strings.IndexByte(pattern, '}')
	return pattern[:i+1]
}

// titleOf is the value by which a record's own page calls it; nil where what was read has none.
func (res *resource) titleOf(rec *schema.Record) any {
	if f := rec.Type.FieldOf(res.RecordTitle); f != nil {
		return rec.Get(f)
	}
	return nil
}
