// Many rows in one request.

package plan

import (
	"fmt"
	"strings"
)

// DefaultBulk is the largest number of rows in one writing request without a declared one.
const DefaultBulk = 100

// Bulk determines which writes of a resource take many rows in one request. The zero value is none.
type Bulk struct {
	// Actions are those writes: Create by POST of a list on the collection, Modify by PATCH and Destroy by
	// DELETE on it.
	Actions Actions
	// Filtered means that PATCH and DELETE also apply to the rows that match the filters of the list.
	Filtered bool
	// Unbounded means that Filtered needs neither max_affected nor, without a filter, all=true: a DELETE of
	// the collection deletes every row that the requester may see, however many. Max is then only of lists.
	Unbounded bool
	// Max is the largest number of rows in one request; 0 is DefaultBulk.
	Max int
}

// Has reports whether an action takes many rows.
func (b Bulk) Has(a Actions) bool { return b.Actions&a != 0 }

// words returns the writes that take many rows.
func (b Bulk) words() string {
	var words []string
	for _, w := range []struct {
		action Actions
		word   string
	}{
		{Create, "create POST"},
		{Modify, "modify PATCH"},
		{Destroy, "destroy DELETE"},
	} {
		if b.Has(w.action) {
			words = append(words, w.word)
		}
	}
	if words == nil {
		return ""
	}
	filtered := ""
	switch {
	case b.Unbounded:
		filtered = ", or all that filters leave, however many"
	case b.Filtered:
		filtered = ", or those that filters leave"
	}
	return fmt.Sprintf("%s, of at most %d rows%s", strings.Join(words, ", "), b.Max, filtered)
}
