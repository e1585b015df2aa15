// The links to related records, called by their titles.

package rows

import (
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

// titled are the related rows of a resource that the requester may read.
type titled struct {
	all  bool // every row may be read
	keys []schema.Key
	rows map[schema.Key]layout.Named // nil before they are read
}

// LinkRelated shows related records by their titles, as links, in the rows of the page and in those nested in them. It
// runs at most one statement for each related resource, however many rows there are.
func (c *Collector) LinkRelated() error {
	var all []*cells.Row
	for i := range c.Rows {
		row := &c.Rows[i]
		if c.Resource.Has(plan.Retrieve) && !row.Address.IsZero() {
			row.Href = layout.OfList(c.Resource.Fill(c.Resource.RecordPattern, c.ParentPath(), row.Address.Path()), c.kept)
		}
		all = append(all, row)
		for _, cell := range row.Cells {
			if cell.Inner != nil {
				for j := range cell.Inner.Rows {
					all = append(all, &cell.Inner.Rows[j])
				}
			}
		}
	}
	titles := map[*catalog.Resource]*titled{}
	for _, row := range all {
		for _, r := range row.Related {
			of := titles[r.Target]
			if of == nil {
				of = &titled{all: c.Req.Related(r.Target.Resource).All()}
				titles[r.Target] = of
			}
			if !of.all || !r.Untitled() { // the relation itself shows the other texts
				of.keys = append(of.keys, r.Keys...)
			}
		}
	}
	for _, row := range all {
		for _, r := range row.Related {
			of := titles[r.Target]
			if of.rows == nil {
				var err error
				if of.rows, err = c.Names(r.Target, of.keys); err != nil {
					return err
				}
			}
			row.Cells[r.Place].Relate(of.links(r))
		}
	}
	return nil
}

// links returns the records of a relation. Those that the requester may not read have no address.
func (of *titled) links(r catalog.Related) []cells.Cell {
	links := make([]cells.Cell, len(r.Keys))
	for i, key := range r.Keys {
		row, visible := of.rows[key]
		if !visible && of.all && r.Untitled() {
			row, visible = layout.Named{Address: key}, true
		}
		links[i] = cells.Cell{Text: typedtext.Shorten(r.Text(key, row.Name), cells.MaxCell), Typed: true}
		if visible {
			links[i].Href = r.Target.Page(row.Address)
		}
	}
	return links
}
