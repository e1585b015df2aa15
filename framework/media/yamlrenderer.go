// The renderer of YAML.

package media

import "strings"

// YAMLRenderer writes YAML in block style, with the same values as the JSON.
type YAMLRenderer struct{}

// Format implements Renderer: yaml, application/yaml.
func (YAMLRenderer) Format() Format {
	return Format{Name: "yaml", MediaType: typeYAML, ContentType: typeYAML + "; charset=utf-8"}
}

// Size implements Sizer.
func (YAMLRenderer) Size(d *Document) int64 { return 5 * int64(len(d.JSON)) }

// Render implements Renderer.
func (YAMLRenderer) Render(out *Output, d *Document) (err error) {
	if d.Stream == nil {
		out.Bytes, err = AppendYAML(out.Bytes, d.JSON)
		return err
	}
	if out.Bytes, err = appendYAMLMembers(out.Bytes, d.Frame.Before); err != nil {
		return err
	}
	before, column := "", 0
	if d.Frame.Name != "" {
		key := yamlWriter{out: out.Bytes}
		key.key(d.Frame.Name, 0)
		out.Bytes, before, column = key.out, "\n", yamlIndent
	}
	rows := int64(0)
	var item []byte
	for row := range d.Stream {
		item = row.AppendJSON(item[:0])
		if rows == 0 {
			out.Bytes = append(out.Bytes, before...)
		}
		if out.Bytes, err = appendYAMLItem(out.Bytes, item, column); err != nil {
			return err
		}
		rows++
	}
	if rows == 0 {
		gap := strings.Repeat(" ", len(before))
		out.Bytes = append(append(out.Bytes, gap...), "[]\n"...)
	}
	out.Bytes, err = appendYAMLMembers(out.Bytes, d.Frame.after(rows))
	return err
}

// appendYAMLMembers appends the members of an object, which may be empty, to a document.
func appendYAMLMembers(dst, object []byte) ([]byte, error) {
	if len(members(object)) == 0 {
		return dst, nil
	}
	return AppendYAML(dst, object)
}
