// The links to related records, called by their titles.

package browse

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Bounds of how many related records a page names, of each relation of a record.
const (
	namedInList   = 5
	namedInRecord = 100
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

// titled is what the requester may know of the rows of a resource.
type titled struct {
	all  bool                     // every row may be read
	rows map[schema.Key]titledRow // those that may be read, of those that were asked for
}

// titledRow is what addresses and people call a row.
type titledRow struct {
	address schema.Key
	title   string
}

// linkRelated adds to the rows of the page, of the type shown, the links to what they refer to. It needs at most one
// statement for each resource that they refer to, however many they are.
func (r *renderer) linkRelated(shown *schema.Type) error {
	titles := map[*resource]titled{}
	relations := r.resource.relationsOf(shown)
	for _, rel := range relations {
		if _, done := titles[rel.target]; done {
			continue
		}
		var err error
		if titles[rel.target], err = r.titles(rel.target, relations); err != nil {
			return err
		}
	}
	for i := range r.rows {
		row := &r.rows[i]
		if r.resource.Has(plan.Retrieve) && !row.address.IsZero() {
			row.Href = ofList(r.resource.fill(r.resource.RecordPattern, r.parentPath(), row.address.Path()), r.kept)
		}
		if row.related == nil {
			continue
		}
		row.Links = make([][]link, len(shown.Fields))
		for j, rel := range relations {
			row.Links[rel.field.Index] = titles[rel.target].links(rel, row.related[j])
		}
	}
	return nil
}

// titles reads the titles of the rows of a resource that the page's rows refer to, as far as the
// requester may read these. A text that the relation itself shows need not be read.
func (r *renderer) titles(target *resource, relations []relation) (titled, error) {
	rows := r.req.Related(target.Resource)
	t := titled{all: rows.All(), rows: map[schema.Key]titledRow{}}
	if rows.None() {
		return t, nil
	}
	var keys []schema.Key
	for _, row := range r.rows {
		for j, related := range row.related {
			rel := relations[j]
			if rel.target == target && !(t.all && rel.untitled()) {
				keys = append(keys, related.keys...)
			}
		}
	}
	slices.SortFunc(keys, schema.Key.Compare)
	err := rows.Titles(slices.Compact(keys), func(key, address schema.Key, title string) { t.rows[key] = titledRow{address, title} })
	if err != nil {
		return t, fmt.Errorf("titles of %s: %w", target.Name, err)
	}
	return t, nil
}

// links are the records that a relation leads to.
func (t titled) links(r relation, related relatedKeys) []link {
	links := make([]link, len(related.keys))
	for i, key := range related.keys {
		row, visible := t.rows[key]
		if !visible && t.all && r.untitled() {
			row, visible = titledRow{address: key}, true
		}
		links[i].Text = r.text(key, row.title, related.shown)
		if visible {
			links[i].Href = r.target.page(row.address)
		}
	}
	return links
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
