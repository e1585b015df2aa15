// Nested rows, as a table within a cell.

package cells

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// maxNested is the largest number of nested rows that a page shows.
const maxNested = 100

// nested are the rows of a nested member, as the representation has them.
type nested struct {
	among  *catalog.Catalog
	of     *schema.Type
	target *catalog.Resource // the resource with pages of the rows; nil for none
	rows   []map[string]any  // the first rows
	// records are the same rows as they were read, valid until the page's record is; nil for none.
	records []*schema.Record
	total   int
	many    bool // the member is a list; else it is one row
}

// cell makes a cell for a list: the number of rows, or the name of a single one.
func (n nested) cell(base string) Cell {
	switch {
	case n.many && n.total == 0:
		return emptyCell("none")
	case n.many:
		return Cell{Text: strconv.Itoa(n.total), Class: "number"}
	}
	title := newCell(base, nil)
	if f := titleField(n.of); f != nil {
		title = newCell(base, n.rows[0][f.Wire])
	}
	if href := n.target.PageOf(n.of, n.rows[0]); href != "" && title.Href == "" {
		return Cell{Class: "related", Links: []Cell{{Text: title.Text, Href: href, Typed: title.Typed}}}
	}
	return title
}

// titleField returns the member that names the rows of a representation: the first text, or else the first
// member; nil without any.
func titleField(t *schema.Type) *schema.Field {
	for _, f := range t.Shown {
		if f.Kind != nil && f.Kind.FreeText && f.Relation == nil && f.Derived == nil {
			return f
		}
	}
	if len(t.Shown) == 0 {
		return nil
	}
	return t.Shown[0]
}

// Inner is a table within a cell.
type Inner struct {
	Rows []Row

	columns []string
	total   int
	many    bool
	more    string // the number of all rows, if some are left out
}

// say translates the built-in texts of the table.
func (in *Inner) say(l *problem.Language) {
	for i := range in.columns {
		in.columns[i] = l.SayWord(in.columns[i])
	}
	for i := range in.Rows {
		in.Rows[i].Cells.Say(l)
	}
	in.more = l.SayWord(in.more)
}

// inner returns the table of the rows.
func (n nested) inner(base string) *Inner {
	in := &Inner{total: n.total, many: n.many}
	for _, f := range n.of.Shown {
		in.columns = append(in.columns, f.Label)
	}
	for i, values := range n.rows {
		r := WrittenRow(n.among, n.of, base, true, values)
		if len(r.Cells) > 0 && r.Cells[0].Text != "" && len(r.Cells[0].Links) == 0 {
			r.Cells[0].Href = n.target.PageOf(n.of, values)
		}
		if i < len(n.records) {
			r.Related = n.among.Related(n.of, n.records[i], maxItems)
		}
		in.Rows = append(in.Rows, r)
	}
	if in.total > len(in.Rows) {
		in.more = inAll(in.total)
	}
	return in
}

// write writes the table: a line for each row, or for a single row a line for each member.
func (in *Inner) write(b *strings.Builder, label string) {
	open := func(class string) {
		b.WriteString(`<table class="nested ` + class + `" aria-label="` + template.HTMLEscapeString(typedtext.Plain(label)) + `">`)
	}
	if !in.many {
		open("one")
		b.WriteString("<tbody>")
		for i, name := range in.columns {
			b.WriteString(`<tr><th scope="row">` + template.HTMLEscapeString(name) + "</th>" + string(in.Rows[0].Cells[i:i+1].HTML()) + "</tr>")
		}
		b.WriteString("</tbody></table>")
		return
	}
	open("many")
	b.WriteString("<thead><tr>")
	for i, name := range in.columns {
		class := ""
		if slices.ContainsFunc(in.Rows, func(r Row) bool { return r.Cells[i].Class == "number" }) {
			class = ` class="number"`
		}
		b.WriteString(`<th scope="col"` + class + ">" + template.HTMLEscapeString(name) + "</th>")
	}
	b.WriteString("</tr></thead><tbody>\n")
	for i := range in.Rows {
		b.WriteString("<tr>" + string(in.Rows[i].Cells.HTML()) + "</tr>\n")
	}
	b.WriteString("</tbody></table>")
	if in.more != "" {
		b.WriteString(`<p class="none">` + in.more + "</p>")
	}
}
