// Unlimited texts where only short ones fit: in indexes, and in the cursors of pages.

package compile

import (
	"fmt"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/plan/indexing"
	"example.com/resourceful/framework/schema"
)

// maxCursor is the largest total number of characters in a cursor's texts: the address of the next page has
// all of them, and servers refuse addresses of more than 8 KB.
const maxCursor = 1000

// checkIndexedTexts reports the fields with an index that a long text would not fit into. Those that
// identify records in addresses have a smaller limit.
func checkIndexedTexts(c *compiler) {
	named := map[*schema.Field]bool{}
	for _, r := range c.Compiled {
		named[r.Lookup.Field] = true
	}
	for _, t := range c.order {
		for _, f := range t.Fields {
			if !f.Unique && !f.Indexed || f == t.Key || named[f] {
				continue
			}
			word := "index"
			if f.Unique {
				word = "unique"
			}
			if texts, long := indexing.LongTexts([]*schema.Field{f}, indexing.MaxIndexed); long {
				c.ReportField(t.Go, f.Go, fmt.Sprintf("rest tag: %q needs an index, and PostgreSQL refuses a row of which one has more than 2704 bytes; %s", word, indexing.BoundRemedy(texts, indexing.MaxIndexed)))
			}
		}
	}
}

// checkSeekTexts reports orders whose texts are too long for a cursor.
func checkSeekTexts(r *resource) {
	if _, seeks := r.Resource.Pages.(plan.Seeker); !seeks {
		return
	}
	orders := [][]plan.Order{r.Resource.Order}
	if r.Resource.Ordering != nil {
		orders = append(orders, r.Resource.Ordering.Orders()...)
	}
	reported := map[string]bool{}
	for _, order := range orders {
		fields := make([]*schema.Field, len(order))
		for i, o := range order {
			fields[i] = o.Field
		}
		texts, long := indexing.LongTexts(fields, maxCursor)
		if remedy := indexing.BoundRemedy(texts, maxCursor); long && !reported[remedy] {
			reported[remedy] = true
			r.mistake("Pages begin after the values of a row, which the address of the next page has, and an order of the list has texts that are too long for one; %s, or write rest.PageNumber{Size: 20}", remedy)
		}
	}
}
