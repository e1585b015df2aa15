// Package cells writes values of records as the cells of tables.
package cells

import (
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/colour"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Cell is one value, labelled with the name of its field. Class is one of the built-in classes. Href, if
// any, is an address of http or of the service; Foreign marks addresses that users may have typed. Typed
// marks a text that users typed, Lines one that may have several lines, and Block one whose line breaks are
// shown. Links come before the text. Full is the whole value where a list shows its beginning, and Moment
// the date or time in the notation of HTML; "" for none.
type Cell struct {
	Text, Href, Class, Label     string
	Full, Moment                 string
	Block, Foreign, Typed, Lines bool
	Picture                      bool // the text is the data: URL of a picture
	Links                        []Cell

	Badge string  // class of the mark around the text, or its colour such as "#0a665e"; "" for none
	Inner *Inner  // the rows of a nested member, instead of a text; nil for none
	Do    *Button // instead of a text
	Empty bool    // the text stands for no value: null, an empty text, or an empty list
	total int     // items of the list
}

// Limits of tables.
const (
	MaxRows  = 200
	MaxCell  = 80 // characters
	maxSeen  = 30 // bytes of a text that fits into its column whatever its letters
	maxFull  = 1000
	MaxBlock = 64 << 10
	maxItems = 5 // items of a list in a cell, except for related records
)

// List holds the values of one record.
type List []Cell

// HTML writes the cells of the row. HTML and Cell.HTML use no template, because a page has hundreds of
// cells: with templates, a page of 100 records took more than twice as long. On a phone, the cells show
// their columns' names.
func (r List) HTML() template.HTML {
	return typedtext.HTML(func(b *strings.Builder) {
		for i := range r {
			r[i].WriteTag(b, false, TickBox{})
		}
	})
}

// WriteTag writes the cell with its element: the head of its row, which may have a tick box, or a cell with the name of its
// column.
func (c *Cell) WriteTag(b *strings.Builder, head bool, tick TickBox) {
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
		b.WriteString(` title="` + template.HTMLEscapeString(typedtext.Plain(c.Full)) + `"`)
	}
	b.WriteByte('>')
	if head && tick.Key != "" {
		b.WriteString(`<input type="checkbox" form="bulk" name="_rows" value="` + template.HTMLEscapeString(tick.Key) + `" aria-label="` + template.HTMLEscapeString(typedtext.Plain(tick.Label)) + `"> `)
	}
	c.write(b)
	b.WriteString("</" + tag + ">")
}

// HTML writes the value.
func (c *Cell) HTML() template.HTML { return typedtext.HTML(c.write) }

// Wide reports whether the value needs the whole width of a page.
func (c *Cell) Wide() bool { return c.Inner != nil && c.Inner.many }

func (c *Cell) write(b *strings.Builder) {
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
	case c.Do != nil:
		c.Do.write(b)
	case c.Inner != nil:
		c.Inner.write(b, c.Label)
	case c.Href != "":
		b.WriteString(`<a href="` + template.HTMLEscapeString(c.Href))
		if c.Foreign {
			b.WriteString(`" rel="nofollow noreferrer`)
		}
		b.WriteString(`">`)
		c.writeText(b)
		b.WriteString("</a>")
	case c.Picture:
		b.WriteString(`<img class="picture" src="` + template.HTMLEscapeString(c.Text) + `" alt="">`)
	case c.Block:
		b.WriteString("<pre tabindex=\"0\" dir=\"auto\">\n")
		typedtext.WriteMarked(b, c.Text, true, typedtext.WriteMark)
		b.WriteString("</pre>")
	default:
		c.writeText(b)
	}
}

func (c *Cell) writeText(b *strings.Builder) {
	switch {
	case strings.HasPrefix(c.Badge, "#"):
		b.WriteString(`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="` + c.Badge + `"></rect></svg> `)
	case c.Badge != "":
		b.WriteString(`<span class="badge ` + c.Badge + `">` + template.HTMLEscapeString(c.Text) + "</span>")
		return
	}
	if c.Moment != "" {
		b.WriteString(`<time datetime="` + c.Moment + `">` + template.HTMLEscapeString(c.Text) + "</time>")
		return
	}
	if c.Typed && c.Text != "" {
		typedtext.WriteTyped(b, c.Text, c.Lines)
	} else {
		b.WriteString(template.HTMLEscapeString(c.Text))
	}
}

// Say translates the built-in texts of the cells: labels, and placeholders for values.
func (r List) Say(in *problem.Language) {
	if !in.HasWords() {
		return
	}
	for i := range r {
		r[i].Say(in)
	}
}

// Say translates the built-in texts of the cell.
func (c *Cell) Say(in *problem.Language) {
	c.Label = in.SayWord(c.Label)
	if text, cut := strings.CutSuffix(c.Text, inAll(c.total)); cut && c.total > 0 {
		c.Text = text + in.SayWord(inAll(c.total))
	} else if !c.Typed && (c.Class == "none" || c.Badge != "") {
		c.Text = in.SayWord(c.Text)
	}
	if c.Inner != nil {
		c.Inner.say(in)
	}
}

// emptyCell returns the cell of no value.
func emptyCell(text string) Cell { return Cell{Text: text, Class: "none", Empty: true} }

// whole makes a cell of a value up to its end, or up to the limit of a page.
func (c *Cell) whole(f *schema.Field, value any, base string) {
	text, isText := value.(string)
	rows, isNested := value.(nested)
	object, isObject := value.(map[string]any)
	switch {
	case isNested && rows.total > 0:
		*c = Cell{Class: "inner", Inner: rows.inner(base)}
	case isText && f.ReadOnly && strings.HasPrefix(text, "data:image/png;base64,"):
		*c = Cell{Text: text, Picture: true}
	case isText && f.Multiline && text != "":
		*c = Cell{Text: typedtext.Shorten(text, MaxBlock), Block: f.Code, Typed: !f.Code, Lines: !f.Code}
	case isText && c.Href == "" && c.Moment == "" && (c.Badge == "" || c.Typed) && text != "":
		c.Text = text
	case isObject:
		text := media.Indent(nil, notation.AppendValue(nil, object), 2)
		*c = Cell{Text: typedtext.Shorten(string(text), MaxBlock), Block: true}
	}
	c.Full = ""
}

// newCell makes a cell of a value that ShownValue returned.
func newCell(base string, value any) Cell {
	switch v := value.(type) {
	case nil:
		return emptyCell("none")
	case bool:
		text := map[bool]string{true: "yes", false: "no"}[v]
		return Cell{Text: text, Badge: text}
	case json.Number:
		return Cell{Text: v.String(), Class: "number"}
	case string:
		return textCell(base, v)
	case many:
		return listCell(base, v)
	case nested:
		return v.cell(base)
	default:
		return Cell{Text: "{…}", Class: "none"}
	}
}

func textCell(base, text string) Cell {
	if colour.IsAddress(text) && !strings.ContainsAny(text, " \t\r\n") && !typedtext.HasHidden(text) {
		path, ours := strings.CutPrefix(text, base)
		if ours = ours && strings.HasPrefix(path, "/"); !ours { // the prefix may be part of another host's name
			path = text
		}
		return Cell{Text: typedtext.Shorten(path, MaxCell), Href: text, Foreign: !ours, Typed: true}
	}
	if text == "" {
		return emptyCell("empty")
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	first = strings.TrimRight(first, "\r")
	short := typedtext.Shorten(first, MaxCell)
	if rest != "" && short == first {
		short += " …"
	}
	c := Cell{Text: short, Typed: true}
	if len(text) > maxSeen || short != text {
		c.Full = typedtext.Shorten(text, maxFull)
	}
	return c
}

func listCell(base string, list many) Cell {
	if list.total == 0 {
		return emptyCell("none")
	}
	c := Cell{}
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
	return c
}

// TickBox selects a row by its key. The zero TickBox is none.
type TickBox struct{ Key, Label string }

// LabelOf returns the label of a field, with its abbreviations in capitals.
func LabelOf(f *schema.Field) string {
	first, rest, _ := strings.Cut(f.Label, " ")
	if full := strings.ToUpper(first); slices.Contains(abbreviations, full) && first == full[:1]+strings.ToLower(full[1:]) {
		return strings.TrimSpace(full + " " + rest)
	}
	return f.Label
}

// abbreviations are in capitals at the start of a label.
var abbreviations = []string{"ID", "URL", "API", "UUID", "IP", "HTML", "JSON"}

// inAll returns the end of a list that is cut.
func inAll(n int) string { return fmt.Sprintf("… %d in all", n) }

// badges is the number of colours of choices.
const badges = 6

// mark gives a choice its label and a colour by its place among the choices, and the value of a field that is named after
// colours its colour.
func (c *Cell) mark(f *schema.Field, value any) {
	text, isText := value.(string)
	if !isText || f.Relation != nil {
		return
	}
	for i, choice := range catalog.RowField(f).Choices {
		if choice.Value == text && text != "" {
			*c = Cell{Text: choice.Label, Badge: "c" + strconv.Itoa(i%badges)}
			return
		}
	}
	if name := strings.ToLower(f.Wire); isColour(text) && (strings.Contains(name, "colour") || strings.Contains(name, "color")) {
		c.Badge = text
	}
}

// isColour reports whether a text is a colour in the notation of CSS, "#" with three or six hexadecimal digits.
func isColour(text string) bool {
	digits, found := strings.CutPrefix(text, "#")
	return found && (len(digits) == 3 || len(digits) == 6) && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

// tellMoment writes a date or time for people, to the minute in a list. The element keeps the exact value,
// and a script converts it to the time zone of the browser.
func (c *Cell) tellMoment(f *schema.Field, value any, list bool) {
	text, isText := value.(string)
	if !isText || f.Relation != nil || f.Kind == nil {
		return
	}
	switch f.Kind.Input.Control {
	case "date":
		if inputs.IsTime(time.DateOnly, text) {
			c.Moment, c.Text, c.Typed, c.Full = text, text, false, ""
		}
	case "datetime-local":
		c.tellTime(text, list)
		if f.In(nil).Zone() != time.UTC { // it keeps its zone: the script turns only moments that end with Z
			c.Moment = strings.Replace(c.Moment, "Z", "+00:00", 1)
		}
	}
	if c.Moment != "" {
		c.Class = "moment"
	}
}

// tellTime writes a moment in RFC 3339, to the minute in a list; any other text stays.
func (c *Cell) tellTime(text string, list bool) {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return
	}
	layout := "2006-01-02 15:04:05.999999 "
	if list {
		layout = "2006-01-02 15:04 "
	}
	zone := t.Format("-07:00")
	if t.UTC().Format("-07:00") == zone {
		zone = "UTC"
	}
	c.Moment, c.Text, c.Typed, c.Full = text, t.Format(layout)+zone, false, ""
}

// Moment returns the cell of a moment in RFC 3339, to the minute.
func Moment(text string) *Cell {
	c := &Cell{Text: text}
	c.tellTime(text, true)
	return c
}

// IsNumber reports whether the values of a field are numbers, which tables align.
func IsNumber(f *schema.Field) bool {
	return f.Relation == nil && f.Kind != nil && f.Kind.Input.Control == "number" && f.Choices == nil
}
