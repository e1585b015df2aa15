// The records of a page.

package browse

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/browse/internal/marks"
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

// Bounds of a value in a record that the representation has no room for.
const (
	shortText = 200 // characters
	shortList = maxItems
)

// row is one record on a page.
type row struct {
	Href  string // path of its own page; "" where it has none
	Cells cells  // of Type.Shown, for people
	Short bool   // the representation has no room for it
	// Links are the records that relations lead to, by Field.Index: the first of them, where there
	// are many. It is nil for other fields.
	Links [][]link

	address schema.Key    // what its address names it by
	restore *button       // of a deleted record; else nil
	related []relatedKeys // beside the relations of the resource
}

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
	if len(r.rows) == maxRows {
		return !r.short
	}
	if list && rec.Type != r.resource.Shapes.List.Type {
		r.chosen = rec.Type
	}
	some := namedInRecord
	if list {
		some = namedInList
	}
	value := func(f *schema.Field) any { return r.pages.shownValue(rec, f, r.Base, r.Zone) }
	shown := newRow(rec.Type, r.Base, list, r.short, value)
	shown.address, shown.related = r.resource.Lookup.Of(rec), r.resource.relatedKeys(rec, some)
	r.rows = append(r.rows, shown)
	return !r.short
}

// newRow makes the row of a record for a list, where values are cut to their beginnings, or for a
// page of its own.
func newRow(t *schema.Type, base string, list, short bool, value func(*schema.Field) any) row {
	r := row{Short: short, Cells: make(cells, len(t.Shown))}
	for i, f := range t.Shown {
		v := value(f)
		several, _ := v.(many)
		if short {
			v = shortValue(v)
		}
		c := newCell(base, v)
		c.total = several.total
		c.tellMoment(f, v, list)
		if list {
			c.Text, c.Full = strings.Clone(c.Text), strings.Clone(c.Full) // and not all of what they are the beginning of
		} else {
			c.whole(f, v, base)
		}
		if c.Label = labelOf(f); isNumber(f) && c.Class == "" {
			c.Class = "number" // a decimal is a text
		}
		if list && f.Multiline && c.Class == "" {
			c.Class, c.Lines = "code", true
		}
		r.Cells[i] = c
	}
	return r
}

// shortValue is a value of a record that the representation has no room for: of a long text its
// beginning, and of a long list no more than how long it is.
func shortValue(v any) any {
	switch v := v.(type) {
	case string:
		if cut := marks.Shorten(v, shortText); cut != v {
			return strings.TrimSuffix(cut, "…") + " …" // the space ends an address
		}
	case many:
		if v.total > shortList {
			return inAll(v.total)
		}
	}
	return v
}

// inAll ends a list that is not shown to its end.
func inAll(n int) string { return fmt.Sprintf("… %d in all", n) }

// storedRow is the row of a stored response, whose record was not read.
func (r *renderer) storedRow() row {
	t := r.resource.Shapes.Retrieve.Type
	values, _ := decodeValue(r.Response.Record).(map[string]any)
	stored := newRow(t, r.Base, false, false, func(f *schema.Field) any { return r.pages.writtenValue(f, values[f.Wire]) })
	stored.address = r.Address
	return stored
}
