// What the page of a list has beside its records.

package browse

import (
	"example.com/resourceful/framework/browse/internal/catalog"
)

// listPart is what the page of a list has beside its records.
type listPart struct {
	*answer
	*records
	*offers
	Views       []savedView
	Columns     []string       // that were asked for; nil for the usual ones
	Filter      *filterForm    // above the list, or above what is wrong with its query; nil for none
	Ticks       *bulkForm      // what may be done with rows that are ticked; nil for nothing
	Question    *bulkQuestion  // before many records are written; nil for none
	Import      *sheetForm     // that takes CSV; nil for none
	ImportAt    string         // where that is, on a list; "" for nowhere
	Collections []catalog.Link // of the root
}
