package media

import "bytes"

// JSONRenderer writes JSON: compact, or indented where Accept says so with the parameter indent.
type JSONRenderer struct{}

// Format implements Renderer: json, application/json.
func (JSONRenderer) Format() Format {
	return Format{Name: "json", MediaType: typeJSON, ContentType: typeJSON}
}

// Size implements Sizer. Compact JSON is there already.
func (JSONRenderer) Size(d *Document) int64 {
	if d.Indent <= 0 {
		return 0
	}
	return 2 * int64(len(d.JSON))
}

// Render implements Renderer. A complete document that is not indented is its own JSON, uncopied.
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
	before := byte('[')
	for row := range d.Stream {
		out.Bytes = row.AppendJSON(append(out.Bytes, before))
		before = ','
	}
	if before == '[' {
		out.Bytes = append(out.Bytes, '[')
	}
	out.Bytes = append(out.Bytes, ']')
}

// renderIndented writes a list as its rows come, each on lines of its own. Line breaks of indented
// JSON stand between values: one level more is more space there.
func renderIndented(out *Output, d *Document) {
	pad := appendLine(nil, d.Indent)
	var compact, indented []byte
	rows := 0
	for row := range d.Stream {
		compact = row.AppendJSON(compact[:0])
		indented = Indent(indented[:0], compact, d.Indent)
		out.Bytes = append(out.Bytes, listSeparator(rows)...)
		out.Bytes = append(append(out.Bytes, pad...), bytes.ReplaceAll(indented, []byte{'\n'}, pad)...)
		rows++
	}
	if rows == 0 {
		out.Bytes = append(out.Bytes, "[]"...)
		return
	}
	out.Bytes = append(out.Bytes, "\n]"...)
}

func listSeparator(rows int) string {
	if rows == 0 {
		return "["
	}
	return ","
}
