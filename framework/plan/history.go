// The history of the records of a resource.

package plan

import (
	"fmt"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// History says that what becomes of the rows of a resource is kept.
type History struct {
	Type    *schema.Type    // of the entries
	Deleted permission.Rule // who may read the history of a record that is deleted; nil for nobody
	Max     int             // how many entries are kept of a record; 0 for all
	Pages   Paginator
}

// words say how much is kept and who may read it.
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
