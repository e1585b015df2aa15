// A team's own content on the page of a record.

package records

import (
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/schema"
)

// The memory of a preview, as multiples of its row: the row, the HTML, and the page around it, whose buffer
// doubles while it grows.
const (
	rowSize     = 1
	htmlSize    = 3
	previewSize = rowSize + htmlSize
)

// AddPreview adds the team's own content to the page of a record. It reads the row's columns separately,
// because a representation lacks some. It asks for their size first, so that row and HTML count towards the
// limit of responses before they are in memory. If there is no room it refuses the page: without its
// preview it would be another page under the same address.
func AddPreview(r *layout.Source, a *Record) error {
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
