// Package csv provides a renderer that writes lists and records as comma-separated values
// (RFC 4180), for spreadsheets and databases.
package csv

import (
	"bytes"
	"strings"

	"example.com/resourceful/framework/media"
)

// Renderer writes text/csv: a row of field names, and a row for each record, ended by CRLF. Lists of any
// length stream. The zero value is useful.
//
// Numbers, true and false are unchanged, and null is an empty cell; an empty text is "", so that databases
// can distinguish the two. A related record has a column for each of its members, "assignee.username". The
// items of a list, such as the keys of a to-many relation, are in one cell, joined by Separator; a list of
// objects or lists, and anything else, is a cell of JSON. A spreadsheet would run a text that begins with
// =, +, -, @, a tab or an end of line as a formula: such a cell gets an apostrophe before it, see
// KeepFormulas.
type Renderer struct {
	// Separator separates the items of a list in one cell; "" is ";".
	Separator string
	// KeepFormulas writes texts unchanged, for programs as readers.
	KeepFormulas bool
	// ByteOrderMark begins the document with U+FEFF, which some spreadsheets need to recognize UTF-8. Other
	// readers take it as part of the first name.
	ByteOrderMark bool
}

// Format implements media.Renderer: csv, text/csv.
func (Renderer) Format() media.Format {
	return media.Format{
		Name: "csv", MediaType: "text/csv", ContentType: "text/csv; charset=utf-8; header=present",
		Only: media.Record | media.List | media.Page, RowsOnly: true,
	}
}

// Size implements media.Sizer: quotation marks double at worst, and each row is in memory as JSON too.
func (Renderer) Size(d *media.Document) int64 { return 3 * int64(len(d.JSON)) }

// Render implements media.Renderer.
func (r Renderer) Render(out *media.Output, d *media.Document) error {
	if r.Separator == "" {
		r.Separator = ";"
	}
	if r.ByteOrderMark {
		out.Bytes = append(out.Bytes, "\uFEFF"...)
	}
	columns := d.Columns
	if columns == nil {
		columns = d.Fields
	}
	for i, name := range columns {
		out.Bytes = r.appendText(appendComma(out.Bytes, i), []byte(name))
	}
	out.Bytes = append(out.Bytes, "\r\n"...)
	cells := make([][]byte, len(columns))
	var object, text []byte
	for row := range d.Rows() {
		object = row.AppendJSON(object[:0])
		clear(cells)
		fill(cells, columns, "", object)
		for i, value := range cells {
			out.Bytes = appendComma(out.Bytes, i)
			out.Bytes, text = r.appendCell(out.Bytes, value, text[:0])
		}
		out.Bytes = append(out.Bytes, "\r\n"...)
	}
	return nil
}

// fill puts the values of an object into the cells of its columns, whose names begin with prefix, and
// leaves the others empty. The members are in the order of the columns. It returns the index after the last
// column that it filled.
func fill(cells [][]byte, columns []string, prefix string, object []byte) (next int) {
	for name, value := range media.Members(object) {
		for i := next; i < len(columns); i++ {
			rest, ok := strings.CutPrefix(columns[i], prefix)
			if ok && rest == name {
				cells[i], next = value, i+1
				break
			}
			if ok = ok && strings.HasPrefix(rest, name) && rest[len(name)] == '.'; ok {
				next = i + fill(cells[i:], columns[i:], prefix+name+".", value)
				break
			}
		}
	}
	return next
}

// appendCell appends a JSON value as a cell. text is a buffer for its text.
func (r Renderer) appendCell(dst, value, text []byte) (_, room []byte) {
	switch {
	case len(value) == 0 || value[0] == 'n':
		return dst, text
	case value[0] == '"':
		text = media.AppendText(text, value)
	case value[0] == '[' && !hasStructure(value):
		text = r.appendItems(text, value)
	case value[0] == '[', value[0] == '{':
		text = append(text, value...)
	default:
		return append(dst, value...), text // a number is no formula
	}
	return r.appendText(dst, text), text
}

// hasStructure reports whether a list begins with an object or a list.
func hasStructure(list []byte) bool { return len(list) > 1 && (list[1] == '{' || list[1] == '[') }

// appendItems joins the items of a list.
func (r Renderer) appendItems(text, list []byte) []byte {
	first := true
	for item := range media.Elements(list) {
		if !first {
			text = append(text, r.Separator...)
		}
		text, first = media.AppendText(text, item), false
	}
	return text
}

// isFormula reports whether spreadsheets may take a text for a formula. Decimals and durations, which are
// texts in JSON and may be negative, are none.
func isFormula(text []byte) bool {
	if len(text) == 0 || strings.IndexByte("=+-@\t\r\n", text[0]) < 0 {
		return false
	}
	signed := text[0] == '-' || text[0] == '+'
	return !signed || len(text) == 1 || strings.Trim(string(text[1:]), "0123456789.: ") != ""
}

// appendText appends a text as a cell, in quotation marks where it needs them.
func (r Renderer) appendText(dst, text []byte) []byte {
	formula := !r.KeepFormulas && isFormula(text)
	if len(text) > 0 && !bytes.ContainsAny(text, ",;\t\"\r\n") && !bytes.Contains(text, []byte(r.Separator)) && text[0] != ' ' && text[len(text)-1] != ' ' {
		if formula {
			dst = append(dst, '\'')
		}
		return append(dst, text...)
	}
	dst = append(dst, '"')
	if formula {
		dst = append(dst, '\'')
	}
	for _, c := range text {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}

func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}
