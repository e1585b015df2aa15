// The relations of records that pages follow.

package catalog

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Related are the first keys of a relation of a record, and the text that represents each. The records that it leads to
// have pages of their own.
type Related struct {
	Field  *schema.Field
	Target *Resource
	Place  int // of the field among the shown ones
	Keys   []schema.Key
	Shown  string
}

// Related returns what a record refers to by the shown fields of a type: at most some keys of each.
func (c *Catalog) Related(t *schema.Type, rec *schema.Record, some int) (list []Related) {
	for i, f := range t.Shown {
		if f.Relation == nil || f.LinkPath == "" {
			continue
		}
		related := Related{Field: f, Target: c.linked[f.LinkPath], Place: i}
		switch keys := rec.Get(f).(type) {
		case schema.Key:
			if !rec.Hidden(f) {
				related.Keys, related.Shown = []schema.Key{keys}, rec.Shown(f)
			}
		case []schema.Key:
			related.Keys = slices.Clone(keys[:min(some, len(keys))])
		}
		list = append(list, related)
	}
	return list
}

// Untitled reports whether pages link a row without its title: the relation represents it by a text, and
// its address holds the key.
func (r Related) Untitled() bool {
	return r.Field.Show == schema.ShowField && r.Target.Lookup.Field == r.Target.Type.Key
}

// Text returns the name of a related record: its text in the relation, its title, or only the key.
func (r Related) Text(key schema.Key, title string) string {
	switch {
	case r.Field.Show == schema.ShowField:
		return r.Shown
	case title == "" || r.Target.Title == r.Target.Type.Key:
		return cmp.Or(key.String(), r.Target.Name) // the text of a key may be empty
	}
	return title
}

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
