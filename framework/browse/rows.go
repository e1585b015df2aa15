// The records of a page.

package browse

import (
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// listParts are the parts in which an HTML page shows a list that has no pages in other formats.
var listParts = pagination.PageNumber{Size: 100, Count: plan.CountUpTo(10_000), Param: PartParam}

// PartParam selects a part of such a list; in other formats it means nothing.
const PartParam = "_page"

// partBytes is how much of a part the representation on the page shows, so that a page takes no
// more memory the longer its records are.
const partBytes = 1 << 20

// Parts implements pageapi.Page.
func (r *renderer) Parts() plan.Paginator { return listParts }

// Add implements pageapi.Page.
func (r *renderer) Add(rec *schema.Record, written int) (room bool) {
	if r.resource == nil {
		r.begin()
	}
	list := r.Action == plan.List
	if list && r.resource.Pages == nil && written > partBytes {
		r.short = true
	}
	if r.added++; r.short {
		r.shortRows++
	}
	if len(r.rows) == cells.MaxRows {
		return !r.short
	}
	if list && rec.Type != r.resource.Shapes.List.Type {
		r.chosen = rec.Type
	}
	some := namedInRecord
	if list {
		some = namedInList
	}
	value := func(f *schema.Field) any { return cells.ShownValue(r.pages.Catalog, rec, f, r.Base, r.Zone) }
	shown := cells.NewRow(rec.Type, r.Base, list, r.short, value)
	shown.Address, shown.Related = r.resource.Lookup.Of(rec), r.resource.RelatedKeys(rec, some)
	r.rows = append(r.rows, shown)
	return !r.short
}

// storedRow is the row of a stored response, whose record was not read.
func (r *renderer) storedRow() cells.Row {
	t := r.resource.Shapes.Retrieve.Type
	values, _ := cells.DecodeValue(r.Response.Record).(map[string]any)
	stored := cells.NewRow(t, r.Base, false, false, func(f *schema.Field) any { return cells.WrittenValue(r.pages.Catalog, f, values[f.Wire]) })
	stored.Address = r.Address
	return stored
}
