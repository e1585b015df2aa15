// The links to related records, called by their titles.

package rows

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Limits of the related records that a page names, for each relation of a record.
const (
	namedInList   = 5
	NamedInRecord = 100
)

// titled holds the rows of a resource that the requester may read.
type titled struct {
	all  bool                     // every row may be read
	rows map[schema.Key]titledRow // the readable rows among the requested ones
}

// titledRow is the address and the title of a row.
type titledRow struct {
	address schema.Key
	title   string
}

// linked are rows of one type, on the page or nested in a row of it, and the relations that they have.
type linked struct {
	relations []catalog.Relation
	shown     *schema.Type
	rows      []cells.Row
}

// LinkRelated adds links to related records to the rows of the page, and to those nested in them. It runs at
// most one statement for each related resource, however many rows there are.
func (c *Collector) LinkRelated(shown *schema.Type) error {
	all := []linked{{c.Resource.RelationsOf(shown), shown, c.Rows}}
	for i := range c.Rows {
		row := &c.Rows[i]
		if c.Resource.Has(plan.Retrieve) && !row.Address.IsZero() {
			row.Href = layout.OfList(c.Resource.Fill(c.Resource.RecordPattern, c.ParentPath(), row.Address.Path()), c.kept)
		}
		for _, cell := range row.Cells {
			if in := cell.Inner; in != nil {
				all = append(all, linked{c.Catalog.RelationsOf(in.Type), in.Type, in.Rows})
			}
		}
	}
	titles := map[*catalog.Resource]titled{}
	for _, of := range all {
		for _, rel := range of.relations {
			if _, done := titles[rel.Target]; done {
				continue
			}
			var err error
			if titles[rel.Target], err = c.titles(rel.Target, all); err != nil {
				return err
			}
		}
	}
	for i, of := range all {
		of.link(titles)
		if i == 0 {
			continue // NewTable shows the links of the page's rows
		}
		for j := range of.rows {
			of.rows[j].Cells = of.rows[j].Linked(of.shown)
		}
	}
	return nil
}

// link adds the links to the rows.
func (of linked) link(titles map[*catalog.Resource]titled) {
	for i := range of.rows {
		row := &of.rows[i]
		if row.Related == nil {
			continue
		}
		row.Links = make([][]catalog.Link, len(of.shown.Fields))
		for j, rel := range of.relations {
			row.Links[rel.Field.Index] = titles[rel.Target].links(rel, row.Related[j])
		}
	}
}

// titles reads the titles of a resource's rows that the page's rows refer to and that the requester may
// read. It does not read texts that the relation itself shows.
func (c *Collector) titles(target *catalog.Resource, all []linked) (titled, error) {
	rows := c.Req.Related(target.Resource)
	titles := titled{all: rows.All(), rows: map[schema.Key]titledRow{}}
	if rows.None() {
		return titles, nil
	}
	var keys []schema.Key
	for _, of := range all {
		for _, row := range of.rows {
			for j, related := range row.Related {
				rel := of.relations[j]
				if rel.Target == target && !(titles.all && rel.Untitled()) {
					keys = append(keys, related.Keys...)
				}
			}
		}
	}
	slices.SortFunc(keys, schema.Key.Compare)
	err := rows.Titles(slices.Compact(keys), func(key, address schema.Key, title string) {
		titles.rows[key] = titledRow{address, typedtext.Name(title, cells.MaxCell)}
	})
	if err != nil {
		return titles, fmt.Errorf("titles of %s: %w", target.Name, err)
	}
	return titles, nil
}

// links returns the records of a relation.
func (titles titled) links(r catalog.Relation, related catalog.RelatedKeys) []catalog.Link {
	links := make([]catalog.Link, len(related.Keys))
	for i, key := range related.Keys {
		row, visible := titles.rows[key]
		if !visible && titles.all && r.Untitled() {
			row, visible = titledRow{address: key}, true
		}
		links[i].Text = r.Text(key, row.title, related.Shown)
		if visible {
			links[i].Href = r.Target.Page(row.address)
		}
	}
	return links
}
