// The operation GET on the root.

package serve

import (
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
)

// readRoot lists the collections; a suffix of the request is carried over.
func readRoot(x *exchange, a *admission) (result, error) {
	b := append((*x.pooled.buffer)[:0], '{')
	for i, l := range x.h.plan.Root {
		b = append(field.AppendText(comma(b, i), l.Name), ':')
		link := x.base + l.Path
		if a.suffix != "" {
			link = link[:len(link)-1] + "." + a.suffix
		}
		b = field.AppendText(b, link)
	}
	*x.pooled.buffer = append(b, '}')
	x.timing.step("present")
	return result{content: media.Links, encoded: *x.pooled.buffer}, nil
}
