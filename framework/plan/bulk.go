// Many rows in one request.

package plan

import (
	"fmt"
	"strings"
)

// DefaultBulk is how many rows one request may write where the declaration does not say it.
const DefaultBulk = 100

// Bulk says which writes of a resource take many rows in one request. The zero value is none.
type Bulk struct {
	// Actions are those that do: Create is POST of a list on the collection.
	Actions Actions
	// Max is how many rows one request may write; 0 is DefaultBulk.
	Max int
}

// Has reports whether an action takes many rows.
func (b Bulk) Has(a Actions) bool { return b.Actions&a != 0 }

// words are the writes that take many rows.
func (b Bulk) words() string {
	var words []string
	for _, w := range []struct {
		action Actions
		word   string
	}{
		{Create, "create POST"},
	} {
		if b.Has(w.action) {
			words = append(words, w.word)
		}
	}
	if words == nil {
		return ""
	}
	return fmt.Sprintf("%s, of at most %d rows", strings.Join(words, ", "), b.Max)
}
