// A team's own content on the page of a record.

package records

import (
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/schema"
)

// What a preview takes, as a multiple of the row that it is made of: the row, the HTML, and the
// page around it, whose buffer is twice as large while it grows.
const (
	rowSize     = 1
	htmlSize    = 3
	previewSize = rowSize + htmlSize
)

// AddPreview adds the team's own content to the page of a record. It reads the row's columns on its
// own, because a representation does not; and asks for their size before, so that row and HTML
// count among all answers before they are there. Where there is no room the page is refused as a
// whole: one without its preview would be another page under the same address.
func AddPreview(r *frame.Source, a *Record) error {
	if !a.IsRecord || a.Tried || r.Action == 0 || r.Resource.Preview == nil {
		return nil
	}
	size, err := r.Req.RowSize()
	if err != nil {
		return err
	}
	if err := r.Req.Reserve(previewSize * size); err != nil {
		return err
	}
	return r.Req.WithRow(func(row *schema.Record) error {
		var err error
		if a.Preview, err = r.Resource.Preview(r.Context, row.Value()); err != nil {
			return err
		}
		return r.Req.Reserve(rowSize*row.Size() + htmlSize*int64(len(a.Preview.HTML)))
	})
}
