// The relations of a resource that its pages follow.

package browse

import (
	"slices"

	"example.com/resourceful/framework/schema"
)

// relation is a field that leads to records with pages of their own.
type relation struct {
	field  *schema.Field
	target *resource
}

// relations finds the relations that pages follow.
func relations(t *schema.Type, all []*resource) []relation {
	var list []relation
	for _, f := range t.Shown {
		if f.Relation == nil || f.LinkPath == "" {
			continue
		}
		i := slices.IndexFunc(all, func(other *resource) bool { return other.RecordPattern == f.LinkPath+"{key}/" })
		list = append(list, relation{f, all[i]})
	}
	return list
}

// relationsOf are the relations that pages follow of rows of a type: one of the resource, or a choice of
// its list's members.
func (res *resource) relationsOf(t *schema.Type) []relation {
	list, known := res.relations[t]
	if known {
		return list
	}
	for _, r := range res.relations[res.Shapes.List.Type] {
		if slices.Contains(t.Shown, r.field) {
			list = append(list, r)
		}
	}
	return list
}

// relatedKeys are the first keys of a relation, and the text that it is shown by.
type relatedKeys struct {
	keys  []schema.Key
	shown string
}

// relatedKeys are the keys that a record refers to by each of the relations, of each no more than
// some.
func (res *resource) relatedKeys(rec *schema.Record, some int) []relatedKeys {
	var list []relatedKeys
	for _, r := range res.relationsOf(rec.Type) {
		var related relatedKeys
		switch keys := rec.Get(r.field).(type) {
		case schema.Key:
			if !rec.Hidden(r.field) {
				related = relatedKeys{[]schema.Key{keys}, rec.Shown(r.field)}
			}
		case []schema.Key:
			related.keys = slices.Clone(keys[:min(some, len(keys))])
		}
		list = append(list, related)
	}
	return list
}

// untitled reports whether a row is linked without its title: it is shown by a text of the
// relation, and its address has the key.
func (r relation) untitled() bool {
	return r.field.Show == schema.ShowField && r.target.Lookup.Field == r.target.Type.Key
}

// text is what people call a related record: the text that it is shown by, its title, with the key
// before it where two may have the same, or the key alone.
func (r relation) text(key schema.Key, name, shown string) string {
	switch {
	case r.field.Show == schema.ShowField:
		return shown
	case name == "" || r.target.Title == r.target.Type.Key:
		return key.String()
	case r.target.Title.Unique:
		return name
	default:
		return key.String() + " · " + name
	}
}
