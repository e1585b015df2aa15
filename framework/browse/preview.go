// A team's own content on the page of a record.

package browse

import "example.com/resourceful/framework/schema"

// What a preview takes, as a multiple of the row that it is made of: the row, the HTML, and the
// page around it, whose buffer is twice as large while it grows.
const (
	rowSize     = 1
	htmlSize    = 3
	previewSize = rowSize + htmlSize
)

// addPreview adds the team's own content to the page of a record. It reads the row's columns on its
// own, because a representation does not; and asks for their size before, so that row and HTML
// count among all answers before they are there. Where there is no room the page is refused as a
// whole: one without its preview would be another page under the same address.
func addPreview(r *source, a *recordPart) error {
	if !a.IsRecord || a.Tried || r.Action == 0 || r.resource.Preview == nil {
		return nil
	}
	size, err := r.req.RowSize()
	if err != nil {
		return err
	}
	if err := r.req.Reserve(previewSize * size); err != nil {
		return err
	}
	return r.req.WithRow(func(row *schema.Record) error {
		var err error
		if a.Preview, err = r.resource.Preview(r.Context, row.Value()); err != nil {
			return err
		}
		return r.req.Reserve(rowSize*row.Size() + htmlSize*int64(len(a.Preview.HTML)))
	})
}
