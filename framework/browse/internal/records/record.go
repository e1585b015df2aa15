// Package records lays out the page of one record: its history, neighbours, comparison and links.
package records

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Record is the part of a record's page around its values.
type Record struct {
	*layout.Answer
	*rows.Records
	*forms.Offers
	Heading string // title of the record; "" if the page is not about one
	Apart   bool   // the page is an operation on the record, which stands beside Heading
	// Subject identifies a record by its key and its title. It is set for a record that was read
	// separately.
	Subject  string
	Preview  plan.Preview // the team's own content
	History  bool         // the page is the record's history
	Past     []Past       // entries of the record's history
	Compares *Comparing   // the form to compare two versions; nil if there is only one
	Compared *Comparison  // the comparison of two versions; nil for none
	Related  []*Related   // the lists of rows that belong to the record
	Beside   []Beside     // the previous and the next record in the list that led to this one
	// Trial holds the changes of a dry run; nil if it would have created or deleted the record, and for
	// other requests.
	Trial *Trial
}

// Table is the table of one record. Fields without a value are only named, below the others.
type Table struct {
	Cells []*cells.Cell
	Empty []string // labels of the fields without a value
}

// NewTable makes the table of one record. It leaves long texts to the preview, if there is one. It returns nil
// for a page without a record.
func NewTable(record *Record) *Table {
	if len(record.Rows) == 0 {
		return nil
	}
	row := slices.Clone(record.Rows[0].Cells)
	table := &Table{}
	for i := range row {
		c := &row[i]
		c.Say(record.Language)
		switch {
		case c.Empty:
			table.Empty = append(table.Empty, c.Label)
		case (c.Block || c.Lines) && record.Preview.HTML != "":
		default:
			c.Lines = true
			table.Cells = append(table.Cells, c)
		}
	}
	return table
}

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
