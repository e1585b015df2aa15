package serve

import (
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
)

// readRoot lists the collections; a suffix of the request is carried over.
func readRoot(x *exchange, a *admission) (result, error) {
	b := append((*x.buffer)[:0], '{')
	for i, e := range x.h.plan.Resources {
		b = append(field.AppendText(comma(b, i), e.Key), ':')
		link := x.base + e.Path
		if a.suffix != "" {
			link = link[:len(link)-1] + "." + a.suffix
		}
		b = field.AppendText(b, link)
	}
	*x.buffer = append(b, '}')
	x.timing.step("present")
	return result{content: media.Links, encoded: *x.buffer}, nil
}
