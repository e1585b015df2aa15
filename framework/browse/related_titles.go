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
