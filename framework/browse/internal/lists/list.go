// Package lists lays out the page of a list: its filters, columns, paging and bulk forms.
package lists

import (
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
)

// List is the part of a list's page around its records.
type List struct {
	*layout.Answer
	*rows.Records
	*forms.Offers
	Views       []SavedView
	Columns     []string        // the columns in the query; nil for the default ones
	Filter      *FilterForm     // above the list, or above the mistakes in its query; nil for none
	Ticks       *BulkForm       // operations on ticked rows; nil for none
	Question    *BulkQuestion   // before many records are written; nil for none
	Import      *SheetForm      // the form that imports CSV; nil for none
	ImportAt    string          // its address, on a list; "" for none
	Collections []catalog.Entry // the entries of the root
}
