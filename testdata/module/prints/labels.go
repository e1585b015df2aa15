package prints

import (
	"encoding/json"
	"fmt"

	"example.com/resourceful/framework/media"
)

// Labels are rows as lines for a printer of labels.
type Labels struct{}

// Format says what labels are called, and what can be shown as some.
func (Labels) Format() media.Format {
	return media.Format{
		Name: "label", MediaType: "text/x-label", ContentType: "text/x-label; charset=utf-8",
		Only: media.Record | media.List | media.Page, RowsOnly: true,
	}
}

// Render writes a line for each row.
func (Labels) Render(out *media.Output, d *media.Document) error {
	for row := range d.Rows() {
		var p struct{ Title, Username, Shade string }
		if err := json.Unmarshal(row.AppendJSON(nil), &p); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s%s (%s)\n", p.Title, p.Username, p.Shade)
	}
	return nil
}
