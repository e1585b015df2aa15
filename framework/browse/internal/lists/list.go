// Package lists lays out the filters, columns, paging and bulk forms of a list's page.
package lists

import (
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/rows"
)

// List is what the page of a list has beside its records.
type List struct {
	*frame.Answer
	*rows.Records
	*forms.Offers
	Views       []SavedView
	Columns     []string       // that were asked for; nil for the usual ones
	Filter      *FilterForm    // above the list, or above the mistakes in its query; nil for none
	Ticks       *BulkForm      // what may be done with rows that are ticked; nil for nothing
	Question    *BulkQuestion  // before many records are written; nil for none
	Import      *SheetForm     // that takes CSV; nil for none
	ImportAt    string         // where that is, on a list; "" for nowhere
	Collections []catalog.Link // of the root
}
