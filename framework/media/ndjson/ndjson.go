// Package ndjson provides a renderer that writes one JSON value per line, for programs that read a list as
// it comes.
package ndjson

import "example.com/resourceful/framework/media"

// Renderer writes application/x-ndjson: a record, each row of a list or page, or any other document as one
// line of compact JSON. Lists of any length stream; an empty list has no line.
type Renderer struct{}

// Format implements media.Renderer: ndjson, application/x-ndjson.
func (Renderer) Format() media.Format {
	return media.Format{Name: "ndjson", MediaType: "application/x-ndjson", ContentType: "application/x-ndjson", RowsOnly: true}
}

// Size implements media.Sizer.
func (Renderer) Size(d *media.Document) int64 { return 2 * int64(len(d.JSON)) }

// Render implements media.Renderer. Compact JSON contains no line end.
func (Renderer) Render(out *media.Output, d *media.Document) error {
	if d.Content&(media.Record|media.List|media.Page) == 0 {
		out.Bytes = append(append(out.Bytes, d.JSON...), '\n')
		return nil
	}
	for row := range d.Rows() {
		out.Bytes = append(row.AppendJSON(out.Bytes), '\n')
	}
	return nil
}
