// Package records lays out the page of one record: its history, neighbours, comparison and links.
package records

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/plan"
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
		empty := c.IsEmpty()
		c.Say(record.Language)
		switch {
		case empty:
			table.Empty = append(table.Empty, c.Label)
		case c.Block && record.Preview.HTML != "":
		default:
			c.Lines = true
			table.Cells = append(table.Cells, c)
		}
	}
	return table
}
