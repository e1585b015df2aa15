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
func AddPreview(source *layout.Source, record *Record) error {
	if !record.IsRecord || record.Tried || source.Action == 0 || source.Resource.Preview == nil {
		return nil
	}
	size, err := source.Req.RowSize()
	if err != nil {
		return err
	}
	if err := source.Req.Reserve(previewSize * size); err != nil {
		return err
	}
	return source.Req.WithRow(func(row *schema.Record) error {
		var err error
		if record.Preview, err = source.Resource.Preview(source.Context, row.Value()); err != nil {
			return err
		}
		return source.Req.Reserve(rowSize*row.Size() + htmlSize*int64(len(record.Preview.HTML)))
	})
}
