// The records of a page.

package rows

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// listParts are the parts in which an HTML page shows a list that has no pages in other formats.
var listParts = pagination.PageNumber{Size: 100, Count: plan.CountUpTo(10_000), Param: frame.PartParam}

// partBytes is how much of a part the representation on the page shows, so that a page takes no
// more memory the longer its records are.
const partBytes = 1 << 20

// Parts implements pageapi.Page.
func (c *Collector) Parts() plan.Paginator { return listParts }

// Add implements pageapi.Page.
func (c *Collector) Add(rec *schema.Record, written int) (room bool) {
	if c.Resource == nil {
		c.Begin()
	}
	list := c.Action == plan.List
	if list && c.Resource.Pages == nil && written > partBytes {
		c.short = true
	}
	if c.added++; c.short {
		c.shortRows++
	}
	if len(c.Rows) == cells.MaxRows {
		return !c.short
	}
	if list && rec.Type != c.Resource.Shapes.List.Type {
		c.chosen = rec.Type
	}
	some := NamedInRecord
	if list {
		some = namedInList
	}
	value := func(f *schema.Field) any { return cells.ShownValue(c.Catalog, rec, f, c.Base, c.Zone) }
	shown := cells.NewRow(rec.Type, c.Base, list, c.short, value)
	shown.Address, shown.Related = c.Resource.Lookup.Of(rec), c.Resource.RelatedKeys(rec, some)
	c.Rows = append(c.Rows, shown)
	return !c.short
}

// storedRow is the row of a stored response, whose record was not read.
func (c *Collector) storedRow() cells.Row {
	t := c.Resource.Shapes.Retrieve.Type
	values, _ := cells.DecodeValue(c.Response.Record).(map[string]any)
	stored := cells.NewRow(t, c.Base, false, false, func(f *schema.Field) any { return cells.WrittenValue(c.Catalog, f, values[f.Wire]) })
	stored.Address = c.Address
	return stored
}

// keptQuery is what of the query of a list goes along to its records: which they are, their order, and the columns; "" where a
// record's page shows the same list without it.
func keptQuery(a *Records) string {
	if !a.IsList || a.RowType != nil || a.Endpoint == nil {
		return ""
	}
	q := frame.NewListQuery(a.Answer, a.Endpoint.Params)
	_, query, _ := strings.Cut(q.Address(func(name string) bool {
		p := q.Param(name)
		return name != pageapi.ColumnsParam && (p == nil || p.Role != plan.FilterRole && p.Role != plan.SearchRole && p.Role != plan.OrderingRole)
	}), "?")
	if len(query) > maxKept {
		return ""
	}
	return query
}

// maxKept bounds the query of a list that the links to its records carry, in bytes: each of them has it.
const maxKept = 2000
