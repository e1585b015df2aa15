// The operation GET on the root.

package serve

import (
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/serve/internal/request"
)

// readRoot lists the collections. Their addresses keep the format suffix of the request.
func readRoot(x *request.Exchange, a *request.Admission) (request.Result, error) {
	b := append((*x.Pooled.Buffer)[:0], '{')
	for i, l := range x.Service.Plan.Root {
		b = append(notation.AppendText(request.Comma(b, i), l.Name), ':')
		link := x.Base + l.Path
		if a.Suffix != "" {
			link = link[:len(link)-1] + "." + a.Suffix
		}
		b = notation.AppendText(b, link)
	}
	*x.Pooled.Buffer = append(b, '}')
	x.Timing.Step("present")
	return request.Result{Content: media.Links, Encoded: *x.Pooled.Buffer}, nil
}
