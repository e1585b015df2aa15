// Package records lays out the page of one record: its history, neighbours, comparison and links.
package records

import (
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
	// Subject identifies a record by its key and its title. It is set for a record that was read
	// separately.
	Subject  string
	Preview  plan.Preview // the team's own content
	Past     []Past       // entries of the record's history
	Compares *Comparing   // the form to compare two versions; nil if there is only one
	Compared *Comparison  // the comparison of two versions; nil for none
	Beside   []Beside     // the previous and the next record in the list that led to this one
	// Trial holds the changes of a dry run; nil if it would have created or deleted the record, and for
	// other requests.
	Trial *Trial
}

// NewTable makes the table of one record. It leaves long texts to the preview, if there is one.
func NewTable(record *Record) []*cells.Cell {
	if len(record.Rows) == 0 {
		return nil
	}
	row := record.Rows[0].Linked(record.ShownType())
	row.Say(record.Language)
	var list []*cells.Cell
	for i := range row {
		if row[i].Block && record.Preview.HTML != "" {
			continue
		}
		row[i].Lines = true
		list = append(list, &row[i])
	}
	return list
}
