// The cells of one record.

package browse

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/schema"
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

// Bounds of a value in a record that the representation has no room for.
const (
	shortText = 200 // characters
	shortList = maxItems
)

// name lets the first of the cells lead to the record, whose key stands for a name that is empty.
func (r *row) name(shown cells) {
	if len(shown) == 0 || len(shown[0].Links) > 0 {
		return
	}
	first := &shown[0]
	if first.Class == "none" && !r.address.IsZero() {
		first.Text, first.Class, first.Typed = r.address.String(), "", true
	}
	if first.Text != "" {
		first.Href, first.Foreign = r.Href, false
	}
}

// linked are the cells of the row, with related records called by their titles.
func (r *row) linked(t *schema.Type) cells {
	list := slices.Clone(r.Cells)
	for i, f := range t.Shown {
		if r.Links == nil || len(r.Links[f.Index]) == 0 {
			continue
		}
		c := cell{Class: "related", Label: labelOf(f), total: list[i].total}
		for _, l := range r.Links[f.Index] {
			c.Links = append(c.Links, cell{Text: marks.Shorten(l.Text, maxCell), Href: l.Href, Typed: true})
		}
		if n := list[i].total; n > len(c.Links) {
			c.Text = inAll(n)
		}
		list[i] = c
	}
	return list
}
