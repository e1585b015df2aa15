// Records as tables.

package browse

import (
	"encoding/json"
	"html/template"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/colour"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Bounds of what a table shows.
const (
	maxRows  = 200
	maxCell  = 80 // characters
	maxSeen  = 30 // bytes of a text that fits into its column whatever its letters
	maxFull  = 1000
	maxBlock = 64 << 10
	maxItems = 5 // of a list in a cell, other than related records
)

// table is a list of records for people.
type table struct {
	Columns []column
	Rows    []tableRow
	Total   int      // of records on the page
	Short   int      // of those that the representation has no room for
	Summary string   // how many records there are; "" where that is not known
	Chosen  bool     // somebody has chosen the columns
	Chooser *chooser // nil where there is nothing to choose
	Exports []link   // to all rows of the list as files
	Import  string   // the page that makes records of CSV; "" for none
}

// tableRow are the cells of a record. The first of them names it.
type tableRow struct {
	cells
	tick tickBox
}

// tickBox chooses a row by its key. The zero tickBox is none.
type tickBox struct{ key, label string }

// HTML writes the cells, the first as the head of the row.
func (r tableRow) HTML() template.HTML {
	var b strings.Builder
	for i := range r.cells {
		r.cells[i].writeTag(&b, i == 0, r.tick)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// cells are the values of one record.
type cells []cell

// HTML writes the cells of the row. It and cell.HTML are no templates because a page has hundreds
// of them: a page of 100 records took more than twice as long. A phone, which has no room for the
// columns, shows their names within the cells.
func (r cells) HTML() template.HTML {
	var b strings.Builder
	for i := range r {
		r[i].writeTag(&b, false, tickBox{})
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// writeTag writes the cell with its element: the head of its row, which may have a tick box, or a cell with the name of its
// column.
func (c *cell) writeTag(b *strings.Builder, head bool, tick tickBox) {
	tag := "td"
	if head {
		tag = "th"
		b.WriteString(`<th scope="row"`)
	} else {
		b.WriteString(`<td data-label="` + template.HTMLEscapeString(c.Label) + `"`)
	}
	if c.Class != "" {
		b.WriteString(` class="` + c.Class + `"`)
	}
	if c.Full != "" {
		b.WriteString(` title="` + template.HTMLEscapeString(marks.Plain(c.Full)) + `"`)
	}
	b.WriteByte('>')
	if head && tick.key != "" {
		b.WriteString(`<input type="checkbox" form="bulk" name="_rows" value="` + template.HTMLEscapeString(tick.key) + `" aria-label="` + template.HTMLEscapeString(marks.Plain(tick.label)) + `"> `)
	}
	c.write(b)
	b.WriteString("</" + tag + ">")
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
		marks.WriteMarked(b, c.Text, true, marks.WriteMark)
		b.WriteString("</pre>")
	default:
		c.writeText(b)
	}
}

func (c *cell) writeText(b *strings.Builder) {
	if c.Moment != "" {
		b.WriteString(`<time datetime="` + c.Moment + `">` + template.HTMLEscapeString(c.Text) + "</time>")
		return
	}
	if c.Typed && c.Text != "" {
		marks.WriteTyped(b, c.Text, c.Lines)
	} else {
		b.WriteString(template.HTMLEscapeString(c.Text))
	}
}

// cell is one value, and its label the name of its field. Its class is ours, and Href, if any, is
// an address of http, foreign where users may have typed it, or of the service. Typed says that the
// text is not ours, Lines that it may have several, and Block that they are shown as they are.
// Links come before the text. Full is the whole of a value of which a list shows the beginning, and Moment the
// day or the moment that the text tells, as HTML has it; "" for none.
type cell struct {
	Text, Href, Class, Label     string
	Full, Moment                 string
	Block, Foreign, Typed, Lines bool
	Links                        []cell

	inner *inner  // the rows of a nested member, in place of a text
	do    *button // in place of a text
	total int     // of what a list consists of
}

// newTable makes the table of a list: the column that names the records, and then those that are chosen.
func newTable(a *response) *table {
	shown := a.shownType()
	places := a.shownColumns(shown)
	t := &table{Columns: columns(a), Total: a.Total, Short: a.Short, Chosen: len(a.Columns) > 0}
	for i := range a.Rows {
		all := a.Rows[i].linked(shown)
		row := make(cells, len(places))
		for n, place := range places {
			row[n] = all[place]
		}
		a.Rows[i].name(row)
		row.say(a.Language)
		if do := a.Rows[i].restore; do != nil {
			row = append(row, cell{Label: do.Text, do: do})
		}
		var tick tickBox
		if a.Ticks != nil && !a.Rows[i].address.IsZero() {
			tick.key = a.Rows[i].address.String()
			if len(row) > 0 {
				tick.label = phrase(a.Language, "Choose %s", row[0].Text)
			}
		}
		t.Rows = append(t.Rows, tableRow{row, tick})
	}
	if len(a.Rows) > 0 && a.Rows[0].restore != nil {
		t.Columns = append(t.Columns, column{Label: a.Rows[0].restore.Text})
	}
	t.Summary, t.Chooser, t.Import = summary(a), newChooser(a, shown), a.ImportAt
	return t
}

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

// newRecord makes the table of one record. Long texts are left to the preview, if there is one.
func newRecord(a *response) []*cell {
	if len(a.Rows) == 0 {
		return nil
	}
	row := a.Rows[0].linked(a.shownType())
	row.say(a.Language)
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

// say puts the words of the cells that are ours into a language: labels, and what stands for values.
func (r cells) say(in *problem.Language) {
	if !in.HasWords() {
		return
	}
	for i := range r {
		r[i].say(in)
	}
}

// say puts the words of the cell that are ours into a language.
func (c *cell) say(in *problem.Language) {
	c.Label = in.SayWord(c.Label)
	if text, cut := strings.CutSuffix(c.Text, inAll(c.total)); cut && c.total > 0 {
		c.Text = text + in.SayWord(inAll(c.total))
	} else if !c.Typed && (c.Class == "none" || c.Class == "bool") {
		c.Text = in.SayWord(c.Text)
	}
	if c.inner != nil {
		c.inner.say(in)
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

// whole makes a cell of a value that is shown to its end, or as far as a page has room for it.
func (c *cell) whole(f *schema.Field, value any, base string) {
	text, isText := value.(string)
	rows, isNested := value.(nested)
	switch {
	case isNested && rows.total > 0:
		*c = cell{Class: "inner", inner: rows.inner(base)}
	case isText && f.Multiline && text != "":
		*c = cell{Text: marks.Shorten(text, maxBlock), Block: true}
	case isText && c.Href == "" && c.Moment == "" && text != "":
		c.Text = text
	}
	c.Full = ""
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
	if colour.IsAddress(text) && !strings.ContainsAny(text, " \t\r\n") && !marks.HasHidden(text) {
		path, ours := strings.CutPrefix(text, base)
		if ours = ours && strings.HasPrefix(path, "/"); !ours { // or it begins like ours, and is another host
			path = text
		}
		return cell{Text: marks.Shorten(path, maxCell), Href: text, Foreign: !ours, Typed: true}
	}
	if text == "" {
		return cell{Text: "empty", Class: "none"}
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	first = strings.TrimRight(first, "\r")
	short := marks.Shorten(first, maxCell)
	if rest != "" && short == first {
		short += " …"
	}
	c := cell{Text: short, Typed: true}
	if len(text) > maxSeen || short != text {
		c.Full = marks.Shorten(text, maxFull)
	}
	return c
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
