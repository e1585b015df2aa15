package browse

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"example.com/resourceful/framework/serve"
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
	Columns []string
	Rows    []row // of a cell for each column
	Total   int   // of records on the page
	Short   int   // of those that the representation has no room for
}

// row is one record.
type row []cell

// HTML writes the cells of the row. It and cell.HTML are no templates because a page has hundreds
// of them: a page of 100 records took more than twice as long. A phone, which has no room for the
// columns, shows their names within the cells.
func (r row) HTML() template.HTML {
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

// cell is one value, and its label the name of its field. Its class is ours, and Href, if any, is an
// address of http, foreign where users may have typed it, or of the service. Typed says that the
// text is not ours, Lines that it may have several, and Block that they are shown as they are.
// Links come before the text.
type cell struct {
	Text, Href, Class, Label     string
	Block, Foreign, Typed, Lines bool
	Links                        []cell
}

// newTable makes the table of a list: bare, or in an envelope with the results of a page.
func newTable(a *serve.Answer, body any) *table {
	if o, ok := body.(object); ok {
		body = o.get("results")
	}
	items, _ := body.([]any)
	rest, _ := decode(a.Rest).([]any)
	items = append(items, rest...)
	t := &table{Short: len(rest)}
	shown := a.Endpoint.Type.Shown
	for _, f := range shown {
		t.Columns = append(t.Columns, f.Label)
	}
	t.Total = len(items)
	items = items[:min(len(items), maxRows)]
	for i, item := range items {
		o, ok := item.(object)
		if !ok {
			continue
		}
		cells := make(row, len(shown))
		for j, f := range shown {
			cells[j] = fieldCell(a, i, f, o.get(f.Wire))
			cells[j].Label = f.Label
			if f.Multiline {
				cells[j].Class, cells[j].Lines = "code", true
			}
		}
		// The first cell leads to the record. No other text becomes a link's label: a title may
		// read like a button.
		if len(cells) > 0 && len(cells[0].Links) == 0 && cells[0].Text != "" {
			cells[0].Href = pageOf(a, i)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// newRecord makes the table of one record. Long texts are left to the preview, if there is one.
func newRecord(a *serve.Answer, body any) []*cell {
	o, _ := body.(object)
	var rows []*cell
	for _, m := range o {
		f := a.Endpoint.Type.ByWire(m.name)
		c := fieldCell(a, 0, f, m.value)
		text, isText := m.value.(string)
		if f != nil && f.Multiline && isText {
			if a.Preview.HTML != "" {
				continue
			}
			c = cell{Text: shorten(text, maxBlock), Block: true}
		} else if isText && c.Href == "" && c.Links == nil {
			c.Text = text
		}
		c.Lines = true
		c.Label = m.name
		if f != nil {
			c.Label = f.Label
		}
		rows = append(rows, &c)
	}
	return rows
}

// pageOf is the address of the page of a record, "" where it has none.
func pageOf(a *serve.Answer, i int) string {
	if i < len(a.Rows) {
		return a.Rows[i].Href
	}
	return ""
}

// fieldCell shows a value of a record; f is nil for one that the plan does not know. Related records
// are called by their names.
func fieldCell(a *serve.Answer, i int, f *serve.Field, value any) cell {
	if f == nil || i >= len(a.Rows) || a.Rows[i].Links == nil || len(a.Rows[i].Links[f.Index]) == 0 {
		return newCell(a, value)
	}
	c := cell{Class: "related"}
	for _, link := range a.Rows[i].Links[f.Index] {
		c.Links = append(c.Links, cell{Text: shorten(link.Text, maxCell), Href: link.Href, Typed: true})
	}
	switch all := value.(type) {
	case []any:
		if len(all) > len(c.Links) {
			c.Text = fmt.Sprintf("… %d in all", len(all))
		}
	case string:
		if f.IsToMany() && f.Relation != nil { // of a record that is written short
			c.Text = all
		}
	}
	return c
}

// newCell shows a value.
func newCell(a *serve.Answer, value any) cell {
	switch v := value.(type) {
	case nil:
		return cell{Text: "none", Class: "none"}
	case bool:
		return cell{Text: map[bool]string{true: "yes", false: "no"}[v], Class: "bool"}
	case json.Number:
		return cell{Text: v.String(), Class: "number"}
	case string:
		return textCell(a, v)
	case []any:
		return listCell(a, v)
	default:
		return cell{Text: "{…}", Class: "none"}
	}
}

func textCell(a *serve.Answer, text string) cell {
	if isAddress(text) && !strings.ContainsAny(text, " \t\r\n") && !hasHidden(text) {
		path, ours := strings.CutPrefix(text, a.Base)
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

func listCell(a *serve.Answer, list []any) cell {
	c := cell{}
	var texts []string
	for i, item := range list {
		if i == maxItems {
			texts = append(texts, fmt.Sprintf("… %d in all", len(list)))
			break
		}
		one := newCell(a, item)
		if one.Href != "" {
			c.Links, c.Class = append(c.Links, one), "related"
		} else {
			texts = append(texts, one.Text)
			c.Typed = c.Typed || one.Typed
		}
	}
	c.Text = strings.Join(texts, ", ")
	if len(list) == 0 {
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
