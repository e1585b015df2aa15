package media

// YAMLRenderer writes YAML in block style, which reads as the same values as the JSON.
type YAMLRenderer struct{}

// Format implements Renderer: yaml, application/yaml.
func (YAMLRenderer) Format() Format {
	return Format{Name: "yaml", MediaType: typeYAML, ContentType: typeYAML + "; charset=utf-8"}
}

// Size implements Sizer.
func (YAMLRenderer) Size(d *Document) int64 { return 5 * int64(len(d.JSON)) }

// Render implements Renderer. The rows of a list that streams are written as lists of one item each,
// which follow one another as the items of one list do.
func (YAMLRenderer) Render(out *Output, d *Document) (err error) {
	if d.Stream == nil {
		out.Bytes, err = AppendYAML(out.Bytes, d.JSON)
		return err
	}
	var item []byte
	for row := range d.Stream {
		item = append(row.AppendJSON(append(item[:0], '[')), ']')
		if out.Bytes, err = AppendYAML(out.Bytes, item); err != nil {
			return err
		}
	}
	if item == nil {
		out.Bytes = append(out.Bytes, "[]\n"...)
	}
	return nil
}
