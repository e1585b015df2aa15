// Records as tables.

package browse

import (
	"encoding/json"
	"html/template"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// Bounds of what a table shows.
const (
	maxRows  = 200
	maxCell  = 80 // characters
	maxBlock = 64 << 10
	maxItems = 5 // of a list in a cell, other than related records
)

// table is a list of records for people.
type table struct {
	Columns []column
	Rows    []cells // one for each column
	Total   int     // of records on the page
	Short   int     // of those that the representation has no room for
}

// cells are the values of one record.
type cells []cell

// HTML writes the cells of the row. It and cell.HTML are no templates because a page has hundreds
// of them: a page of 100 records took more than twice as long. A phone, which has no room for the
// columns, shows their names within the cells.
func (r cells) HTML() template.HTML {
	var b strings.Builder
	for i := range r {
		b.WriteString(`<td data-label="` + template.HTMLEscapeString(r[i].Label) + `"`)
		if r[i].Class != "" {
			b.WriteString(` class="` + r[i].Class + `"`)
		}
		b.WriteByte('>')
		r[i].write(&b)
		b.WriteString("</td>")
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// HTML writes the value.
func (c *cell) HTML() template.HTML {
	var b strings.Builder
	c.write(&b)
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// Wide reports whether the value needs the whole width of a page.
func (c *cell) Wide() bool { return c.inner != nil && c.inner.many }

func (c *cell) write(b *strings.Builder) {
	for i := range c.Links {
		if i > 0 {
			b.WriteByte(' ')
		}
		c.Links[i].write(b)
	}
	if len(c.Links) > 0 && c.Text != "" {
		b.WriteByte(' ')
	}
	switch {
	case c.do != nil:
		c.do.write(b)
	case c.inner != nil:
		c.inner.write(b, c.Label)
	case c.Href != "":
		b.WriteString(`<a href="` + template.HTMLEscapeString(c.Href))
		if c.Foreign {
			b.WriteString(`" rel="nofollow noreferrer`)
		}
		b.WriteString(`">`)
		c.writeText(b)
		b.WriteString("</a>")
	case c.Block:
		b.WriteString("<pre tabindex=\"0\" dir=\"auto\">\n")
		writeMarked(b, c.Text, true, writeMark)
		b.WriteString("</pre>")
	default:
		c.writeText(b)
	}
}

func (c *cell) writeText(b *strings.Builder) {
	if c.Typed && c.Text != "" {
		writeTyped(b, c.Text, c.Lines)
	} else {
		b.WriteString(template.HTMLEscapeString(c.Text))
	}
}

// cell is one value, and its label the name of its field. Its class is ours, and Href, if any, is
// an address of http, foreign where users may have typed it, or of the service. Typed says that the
// text is not ours, Lines that it may have several, and Block that they are shown as they are.
// Links come before the text.
type cell struct {
	Text, Href, Class, Label     string
	Block, Foreign, Typed, Lines bool
	Links                        []cell

	inner *inner  // the rows of a nested member, in place of a text
	do    *button // in place of a text
	total int     // of what a list consists of
}

// newTable makes the table of a list.
func newTable(a *response) *table {
	t := &table{Columns: columns(a), Total: a.Total, Short: a.Short}
	shown := a.shownType()
	for i := range a.Rows {
		row := a.Rows[i].linked(shown)
		// The first cell leads to the record. No other text becomes a link's label: a title may
		// read like a button.
		if len(row) > 0 && len(row[0].Links) == 0 && row[0].Text != "" {
			row[0].Href = a.Rows[i].Href
		}
		if do := a.Rows[i].restore; do != nil {
			row = append(row, cell{Label: do.Text, do: do})
		}
		t.Rows = append(t.Rows, row)
	}
	if len(a.Rows) > 0 && a.Rows[0].restore != nil {
		t.Columns = append(t.Columns, column{Label: a.Rows[0].restore.Text})
	}
	return t
}

// newRecord makes the table of one record. Long texts are left to the preview, if there is one.
func newRecord(a *response) []*cell {
	if len(a.Rows) == 0 {
		return nil
	}
	row := a.Rows[0].linked(a.shownType())
	var list []*cell
	for i := range row {
		if row[i].Block && a.Preview.HTML != "" {
			continue
		}
		row[i].Lines = true
		list = append(list, &row[i])
	}
	return list
}

// linked are the cells of the row, with related records called by their titles.
func (r *row) linked(t *schema.Type) cells {
	list := slices.Clone(r.Cells)
	for i, f := range t.Shown {
		if r.Links == nil || len(r.Links[f.Index]) == 0 {
			continue
		}
		c := cell{Class: "related", Label: f.Label}
		for _, l := range r.Links[f.Index] {
			c.Links = append(c.Links, cell{Text: shorten(l.Text, maxCell), Href: l.Href, Typed: true})
		}
		if n := list[i].total; n > len(c.Links) {
			c.Text = inAll(n)
		}
		list[i] = c
	}
	return list
}

// whole makes a cell of a value that is shown to its end, or as far as a page has room for it.
func (c *cell) whole(f *schema.Field, value any, base string) {
	text, isText := value.(string)
	rows, isNested := value.(nested)
	switch {
	case isNested && rows.total > 0:
		*c = cell{Class: "inner", inner: rows.inner(base)}
	case isText && f.Multiline:
		*c = cell{Text: shorten(text, maxBlock), Block: true}
	case isText && c.Href == "":
		c.Text = text
	}
}

// newCell shows a value: see shownValue.
func newCell(base string, value any) cell {
	switch v := value.(type) {
	case nil:
		return cell{Text: "none", Class: "none"}
	case bool:
		return cell{Text: map[bool]string{true: "yes", false: "no"}[v], Class: "bool"}
	case json.Number:
		return cell{Text: v.String(), Class: "number"}
	case string:
		return textCell(base, v)
	case many:
		return listCell(base, v)
	case nested:
		return v.cell(base)
	default:
		return cell{Text: "{…}", Class: "none"}
	}
}

func textCell(base, text string) cell {
	if isAddress(text) && !strings.ContainsAny(text, " \t\r\n") && !hasHidden(text) {
		path, ours := strings.CutPrefix(text, base)
		if ours = ours && strings.HasPrefix(path, "/"); !ours { // or it begins like ours, and is another host
			path = text
		}
		return cell{Text: shorten(path, maxCell), Href: text, Foreign: !ours, Typed: true}
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	first = strings.TrimRight(first, "\r")
	short := shorten(first, maxCell)
	if rest != "" && short == first {
		short += " …"
	}
	return cell{Text: short, Typed: true}
}

func listCell(base string, list many) cell {
	c := cell{}
	var texts []string
	for _, item := range list.first {
		one := newCell(base, item)
		if one.Href != "" {
			c.Links, c.Class = append(c.Links, one), "related"
		} else {
			texts = append(texts, one.Text)
			c.Typed = c.Typed || one.Typed
		}
	}
	if list.total > len(list.first) {
		texts = append(texts, inAll(list.total))
	}
	c.Text = strings.Join(texts, ", ")
	if list.total == 0 {
		c.Text, c.Class = "none", "none"
	}
	return c
}

// shorten cuts a text to a number of characters.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	n := 0
	for i := range text {
		if n == limit {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
