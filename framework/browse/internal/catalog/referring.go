// Lists of the records that refer to one.

package catalog

import (
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
)

// referring is a list that a filter narrows to the records that refer to one record.
type referring struct {
	Of    *Resource
	Param *plan.Param
	Alone bool // the list has no other relation to the resource
}

// FiltersOwn reports whether a parameter is a filter of a field of the listed rows themselves.
func FiltersOwn(p *plan.Param) bool {
	return p.Role == plan.FilterRole && p.Path != nil && p.Path.Steps == nil && p.Path.Rows == nil && p.Field != nil
}

// referrings finds the lists with a filter for the rows of a resource.
func (res *Resource) referrings(c *Catalog) (list []referring) {
	for _, other := range c.All {
		if other.Parent != nil || other.Singleton || !other.Has(plan.List) {
			continue
		}
		first := len(list)
		for _, p := range other.Params {
			asks := FiltersOwn(p) && p.Field.Relation != nil
			same := func(r referring) bool { return r.Of == other && r.Param.Field == p.Field }
			if asks && picks(p.Lookup) && p.Lookup != field.NotEqual && p.Lookup != field.All && c.targetOf(p.Field) == res && !slices.ContainsFunc(list, same) {
				list = append(list, referring{Of: other, Param: p})
			}
		}
		for i := range list[first:] {
			list[first+i].Alone = len(list)-first == 1
		}
	}
	return list
}
