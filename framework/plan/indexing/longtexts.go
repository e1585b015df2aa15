// Unlimited texts where only short ones fit.

package indexing

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/schema"
)

// LongTexts returns the texts that clients write among the fields of an index or an order, and whether
// their total length may exceed a limit.
func LongTexts(fields []*schema.Field, most int) (texts []*schema.Field, long bool) {
	length := 0
	for _, f := range fields {
		if f.Column == "" || !f.Kind.FreeText || f.Choices != nil || !f.Writable() {
			continue
		}
		texts = append(texts, f)
		length += f.MaxLength
		long = long || f.MaxLength == 0
	}
	return texts, long || length > most
}

// BoundRemedy describes how to limit texts, with a largest total number of characters.
func BoundRemedy(texts []*schema.Field, most int) string {
	names := make([]string, len(texts))
	for i, f := range texts {
		names[i] = f.Go
	}
	remedy := fmt.Sprintf(`write validate:"max=100" at %s, or another number up to %d`, strings.Join(names, " and "), most)
	if len(texts) > 1 {
		remedy += " together"
	}
	return remedy
}
