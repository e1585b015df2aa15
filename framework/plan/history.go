// The history of a resource's records.

package plan

import (
	"fmt"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// History describes the record of changes of a resource's rows.
type History struct {
	Type    *schema.Type    // of the entries
	Deleted permission.Rule // who may read the history of a deleted record; nil for nobody
	Max     int             // largest number of entries of a record; 0 for all
	Pages   Paginator
}

// words describes the retention and its readers.
func (h *History) words() string {
	if h == nil {
		return ""
	}
	words := "in table " + h.Type.Table + ", " + h.Pages.String()
	if h.Max > 0 {
		words += fmt.Sprintf(", the last %d changes of a record", h.Max)
	}
	if h.Deleted != nil {
		words += ", of deleted records for " + permission.String(h.Deleted)
	}
	return words
}
