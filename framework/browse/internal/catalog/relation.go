// The relations of a resource that its pages follow.

package catalog

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/schema"
)

// Relation is a field that leads to records with pages of their own.
type Relation struct {
	Field  *schema.Field
	Target *Resource
}

// relations finds the relations that pages follow.
func relations(t *schema.Type, all []*Resource) []Relation {
	var list []Relation
	for _, f := range t.Shown {
		if f.Relation == nil || f.LinkPath == "" {
			continue
		}
		i := slices.IndexFunc(all, func(other *Resource) bool { return other.RecordPattern == f.LinkPath+"{key}/" })
		list = append(list, Relation{f, all[i]})
	}
	return list
}

// RelationsOf returns the relations that pages follow for rows of a type: the resource's own, or a client's
// choice of its members.
func (res *Resource) RelationsOf(t *schema.Type) []Relation {
	list, known := res.relations[t]
	if known {
		return list
	}
	for _, r := range res.relations[res.Shapes.List.Type] {
		if slices.Contains(t.Shown, r.Field) {
			list = append(list, r)
		}
	}
	return list
}

// RelationsOf returns the relations that pages follow for the rows of a nested member.
func (c *Catalog) RelationsOf(nested *schema.Type) []Relation { return c.nested[nested] }

// findNested finds the relations of the nested members of a type.
func (c *Catalog) findNested(t *schema.Type) {
	for _, f := range t.Shown {
		if !f.IsNested() {
			continue
		}
		if _, known := c.nested[f.Derived.Shape]; known {
			continue
		}
		c.nested[f.Derived.Shape] = relations(f.Derived.Shape, c.All)
		c.findNested(f.Derived.Shape)
	}
}

// RelatedKeys are the first keys of a relation, and the text that represents each.
type RelatedKeys struct {
	Keys  []schema.Key
	Shown string
}

// RelatedKeys returns the keys that a record refers to, by relation: at most some of each.
func (res *Resource) RelatedKeys(rec *schema.Record, some int) []RelatedKeys {
	return RelatedKeysOf(res.RelationsOf(rec.Type), rec, some)
}

// RelatedKeysOf returns the keys that a record refers to by some relations.
func RelatedKeysOf(relations []Relation, rec *schema.Record, some int) []RelatedKeys {
	var list []RelatedKeys
	for _, r := range relations {
		var related RelatedKeys
		switch keys := rec.Get(r.Field).(type) {
		case schema.Key:
			if !rec.Hidden(r.Field) {
				related = RelatedKeys{[]schema.Key{keys}, rec.Shown(r.Field)}
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
func (r Relation) Untitled() bool {
	return r.Field.Show == schema.ShowField && r.Target.Lookup.Field == r.Target.Type.Key
}

// Text returns the name of a related record: its text in the relation, its title, or only the key.
func (r Relation) Text(key schema.Key, name, shown string) string {
	switch {
	case r.Field.Show == schema.ShowField:
		return shown
	case name == "" || r.Target.Title == r.Target.Type.Key:
		return cmp.Or(key.String(), r.Target.Name) // the text of a key may be empty
	}
	return name
}
