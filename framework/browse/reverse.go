// Lists of the records that refer to one.

package browse

import (
	"net/url"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// referring is a list that a filter narrows to the rows that refer to a record.
type referring struct {
	of    *resource
	param *plan.Param
	alone bool // no other relation of the list leads to such records
}

// referrings finds the lists whose filters ask for the rows of a resource.
func (res *resource) referrings(all []*resource) (list []referring) {
	for _, other := range all {
		if other.Parent != nil || other.Singleton || !other.Has(plan.List) {
			continue
		}
		first := len(list)
		for _, p := range other.Params {
			asks := p.Role == plan.FilterRole && p.Path != nil && p.Path.Steps == nil && p.Path.Rows == nil && p.Field != nil && p.Field.Relation != nil
			same := func(r referring) bool { return r.of == other && r.param.Field == p.Field }
			if asks && picks(p.Lookup) && p.Lookup != field.NotEqual && targetOf(p.Field, all) == res && !slices.ContainsFunc(list, same) {
				list = append(list, referring{of: other, param: p})
			}
		}
		for i := range list[first:] {
			list[first+i].alone = len(list)-first == 1
		}
	}
	return list
}

// addReferring leads to the lists of the records that refer to this one, of those that the requester may read.
func (r *renderer) addReferring(a *response) {
	if r.Record == nil || r.Record.Type.Go != r.resource.Type.Go {
		return
	}
	for _, list := range r.resource.referring {
		if r.req.Related(list.of.Resource).None() {
			continue
		}
		c := choices{input: &input{}, base: r.Base, field: list.param.Field, target: r.resource, byKey: true, keys: map[schema.Key]bool{}}
		name := collectionName(list.of.Resource)
		if !list.alone {
			name += " (" + list.param.Field.Label + ")"
		}
		query := "?" + url.QueryEscape(list.param.Name) + "=" + url.QueryEscape(c.option(r.Record).Value)
		a.Reads = append(a.Reads, link{Name: name, Href: local(a, list.of.fill(list.of.Path, "", "")) + query})
	}
}
