// Package records lays out the history, neighbours, comparison and links of a record's page.
package records

import (
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/plan"
)

// Record is what the page of a record has beside the record.
type Record struct {
	*frame.Answer
	*rows.Records
	*forms.Offers
	Heading string // what people call the record; "" where the page is of none
	// Subject tells a record from others: its key and its title. Of a record that was read by itself.
	Subject  string
	Preview  plan.Preview // the team's own content
	Past     []Past       // of the history of a record
	Compares *Comparing   // lets two versions of it be compared; nil where there is one
	Compared *Comparison  // two of them; nil for none
	Beside   []Beside     // the records before and behind this one in the list that it was come to from
	// Trial is what a dry run would have changed in the record; nil where it would have made or deleted one, and where
	// the answer is to something else.
	Trial *Trial
}

// NewTable makes the table of one record. Long texts are left to the preview, if there is one.
func NewTable(a *Record) []*cells.Cell {
	if len(a.Rows) == 0 {
		return nil
	}
	row := a.Rows[0].Linked(a.ShownType())
	row.Say(a.Language)
	var list []*cells.Cell
	for i := range row {
		if row[i].Block && a.Preview.HTML != "" {
			continue
		}
		row[i].Lines = true
		list = append(list, &row[i])
	}
	return list
}
