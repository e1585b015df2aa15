// The renderer of JSON.

package media

import "bytes"

// JSONRenderer writes JSON: compact, or indented with the parameter indent in Accept.
type JSONRenderer struct{}

// Format implements Renderer: json, application/json.
func (JSONRenderer) Format() Format {
	return Format{Name: "json", MediaType: typeJSON, Alias: TypeProblem, ContentType: typeJSON}
}

// Size implements Sizer. Compact JSON needs no memory.
func (JSONRenderer) Size(d *Document) int64 {
	if d.Indent <= 0 {
		return 0
	}
	return 2 * int64(len(d.JSON))
}

// Render implements Renderer. A complete document without indentation is its own JSON, without a copy.
func (JSONRenderer) Render(out *Output, d *Document) error {
	switch {
	case d.Stream != nil && d.Indent > 0:
		renderIndented(out, d)
	case d.Stream != nil:
		renderCompact(out, d)
	case d.Indent <= 0 && len(out.Bytes) == 0:
		out.Bytes = d.JSON
	default:
		out.Bytes = Indent(out.Bytes, d.JSON, d.Indent)
	}
	return nil
}

// renderCompact writes a list as its rows come.
func renderCompact(out *Output, d *Document) {
	out.Bytes = d.Frame.AppendBefore(out.Bytes)
	rows := int64(0)
	for row := range d.Stream {
		if rows > 0 {
			out.Bytes = append(out.Bytes, ',')
		}
		out.Bytes = row.AppendJSON(out.Bytes)
		rows++
	}
	out.Bytes = d.Frame.AppendAfter(out.Bytes, rows)
}

// renderIndented writes a list as its rows come, each on its own lines.
func renderIndented(out *Output, d *Document) {
	level := []byte{'\n'}
	if d.Frame.Name == "" {
		renderRows(out, d, level)
		return
	}
	level = appendSpaces(level, d.Indent)
	out.Bytes = append(out.Bytes, '{')
	if len(members(d.Frame.Before)) > 0 {
		out.Bytes = append(appendMembers(out.Bytes, d.Frame.Before, d.Indent), ',')
	}
	out.Bytes = append(appendName(append(out.Bytes, level...), d.Frame.Name), ": "...)
	rows := renderRows(out, d, level)
	if after := d.Frame.after(rows); len(members(after)) > 0 {
		out.Bytes = appendMembers(append(out.Bytes, ','), after, d.Indent)
	}
	out.Bytes = append(out.Bytes, "\n}"...)
}

// appendMembers appends the members of an object to another, indented one.
func appendMembers(dst, object []byte, indent int) []byte {
	indented := Indent(nil, object, indent)
	return append(dst, indented[1:len(indented)-len("\n}")]...)
}

// renderRows writes the list, whose line begins with level, and counts the rows. Only line breaks between
// values are indented further.
func renderRows(out *Output, d *Document, level []byte) (rows int64) {
	pad := appendSpaces(bytes.Clone(level), d.Indent)
	var compact, indented []byte
	for row := range d.Stream {
		compact = row.AppendJSON(compact[:0])
		indented = Indent(indented[:0], compact, d.Indent)
		out.Bytes = append(out.Bytes, listSeparator(rows)...)
		out.Bytes = append(append(out.Bytes, pad...), bytes.ReplaceAll(indented, []byte{'\n'}, pad)...)
		rows++
	}
	if rows == 0 {
		out.Bytes = append(out.Bytes, "[]"...)
		return 0
	}
	out.Bytes = append(append(out.Bytes, level...), ']')
	return rows
}

func listSeparator(rows int64) string {
	if rows == 0 {
		return "["
	}
	return ","
}
