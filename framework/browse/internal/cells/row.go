// The cells of one record.

package cells

import (
	"html/template"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/schema"
)

// Row is one record on a page.
type Row struct {
	Href  string // path of the record's page; "" where it has none
	Cells List   // cells of Type.Shown, for people
	Short bool   // the record is cut: the representation has no room for it

	Address schema.Key        // the key in its address
	Deleted *Deletion         // of a deleted record; else nil
	Related []catalog.Related // relations that only the page follows
}

// Deletion is what the list of deleted records says about one.
type Deletion struct {
	Key     schema.Key
	At, By  string  // the moment in RFC 3339; By is "" for nobody that is known
	Restore *Button // nil if nobody can restore it
}

// NewRow makes the row of a record, for a list with cut values or for a page of one record.
func NewRow(t *schema.Type, base string, list, short bool, value func(*schema.Field) any) Row {
	r := Row{Short: short, Cells: make(List, len(t.Shown))}
	for i, f := range t.Shown {
		v := value(f)
		several, _ := v.(many)
		if short {
			v = shortValue(v)
		}
		c := Of(f, base, v, list)
		c.total = several.total
		if IsNumber(f) && c.Class == "" {
			c.Class = "number" // a decimal is a text
		}
		if f.Multiline && c.Class == "" {
			c.Lines = list
			if f.Code {
				c.Class = "code"
			}
		}
		r.Cells[i] = c
	}
	return r
}

// WrittenRow is NewRow for the values of a row that were decoded from JSON.
func WrittenRow(c *catalog.Catalog, t *schema.Type, base string, list bool, values map[string]any) Row {
	return NewRow(t, base, list, false, func(f *schema.Field) any { return WrittenValue(c, f, values[f.Wire]) })
}

// Of returns the cell of a value that ShownValue returned: as a list shows it, or up to the limit of a page.
func Of(f *schema.Field, base string, value any, list bool) Cell {
	c := newCell(base, value)
	c.tellMoment(f, value, list)
	c.mark(f, value)
	if list {
		c.Text, c.Full = strings.Clone(c.Text), strings.Clone(c.Full) // a part of a text would keep all of it in memory
	} else {
		c.whole(f, value, base)
	}
	c.Label = LabelOf(f)
	return c
}

// shortValue cuts a value of a record that the representation has no room for: a long text to its
// beginning, and a long list to its length.
func shortValue(v any) any {
	switch v := v.(type) {
	case string:
		if cut := typedtext.Shorten(v, shortText); cut != v {
			return strings.TrimSuffix(cut, "…") + " …" // the space ends an address
		}
	case many:
		if v.total > shortList {
			return inAll(v.total)
		}
	}
	return v
}

// Limits of the values in such a record.
const (
	shortText = 200 // characters
	shortList = maxItems
)

// Name links the first cell to the record. An empty name becomes the key.
func (r *Row) Name(shown List) {
	if len(shown) == 0 || len(shown[0].Links) > 0 {
		return
	}
	first := &shown[0]
	if first.Class == "none" && r.Address.String() != "" && !r.Address.IsZero() {
		first.Text, first.Class, first.Typed = r.Address.String(), "", true
	}
	if first.Class == "code" { // the beginning of a long text
		first.Text, first.Class, first.Lines = typedtext.Name(first.Text, MaxCell), "", false
	}
	if first.Text != "" {
		first.Href, first.Foreign = r.Href, false
	}
}

// Relate shows related records in the place of their keys: the first of them, if there are many.
func (c *Cell) Relate(links []Cell) {
	if len(links) == 0 {
		return
	}
	*c = Cell{Class: "related", Label: c.Label, total: c.total, Links: links}
	if c.total > len(links) {
		c.Text = inAll(c.total)
	}
}

// Button is a form of one button, in a row of a table.
type Button struct {
	Action, Key string
	Text        string
	Label       string // the full description for screen readers
}

func (b *Button) write(to *strings.Builder) {
	text := template.HTMLEscapeString
	to.WriteString(`<form method="post" action="` + text(b.Action) + `" class="inrow">`)
	if b.Key != "" {
		to.WriteString(`<input type="hidden" name="_key" value="` + text(b.Key) + `">`)
	}
	to.WriteString(`<button class="quiet" aria-label="` + text(b.Label) + `">` + text(b.Text) + `</button></form>`)
}

// HTML writes the button.
func (b *Button) HTML() template.HTML { return typedtext.HTML(b.write) }
