// The records of a page.

package browse

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// listParts are the parts in which an HTML page shows a list that has no pages in other formats.
var listParts = pagination.PageNumber{Size: 100, Count: plan.CountUpTo(10_000), Param: PartParam}

// partBytes is how much of a part the representation on the page shows, so that a page takes no
// more memory the longer its records are.
const partBytes = 1 << 20

// Parts implements pageapi.Page.
func (c *collector) Parts() plan.Paginator { return listParts }

// Add implements pageapi.Page.
func (c *collector) Add(rec *schema.Record, written int) (room bool) {
	if c.resource == nil {
		c.begin()
	}
	list := c.Action == plan.List
	if list && c.resource.Pages == nil && written > partBytes {
		c.short = true
	}
	if c.added++; c.short {
		c.shortRows++
	}
	if len(c.rows) == cells.MaxRows {
		return !c.short
	}
	if list && rec.Type != c.resource.Shapes.List.Type {
		c.chosen = rec.Type
	}
	some := namedInRecord
	if list {
		some = namedInList
	}
	value := func(f *schema.Field) any { return cells.ShownValue(c.catalog, rec, f, c.Base, c.Zone) }
	shown := cells.NewRow(rec.Type, c.Base, list, c.short, value)
	shown.Address, shown.Related = c.resource.Lookup.Of(rec), c.resource.RelatedKeys(rec, some)
	c.rows = append(c.rows, shown)
	return !c.short
}

// storedRow is the row of a stored response, whose record was not read.
func (c *collector) storedRow() cells.Row {
	t := c.resource.Shapes.Retrieve.Type
	values, _ := cells.DecodeValue(c.Response.Record).(map[string]any)
	stored := cells.NewRow(t, c.Base, false, false, func(f *schema.Field) any { return cells.WrittenValue(c.catalog, f, values[f.Wire]) })
	stored.Address = c.Address
	return stored
}

// keptQuery is what of the query of a list goes along to its records: which they are, their order, and the columns; "" where a
// record's page shows the same list without it.
func keptQuery(a *records) string {
	if !a.IsList || a.RowType != nil || a.Endpoint == nil {
		return ""
	}
	q := newListQuery(a.answer, a.Endpoint.Params)
	_, query, _ := strings.Cut(q.address(func(name string) bool {
		p := q.param(name)
		return name != pageapi.ColumnsParam && (p == nil || p.Role != plan.FilterRole && p.Role != plan.SearchRole && p.Role != plan.OrderingRole)
	}), "?")
	if len(query) > maxKept {
		return ""
	}
	return query
}

// maxKept bounds the query of a list that the links to its records carry, in bytes: each of them has it.
const maxKept = 2000
