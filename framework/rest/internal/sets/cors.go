// The CORS of a set.

package sets

import (
	"example.com/resourceful/framework/plan"
)

// CompileCORS checks the CORS of the set; nil for none.
func CompileCORS(reporter *Reporter, p *plan.Plan) {
	of := reporter.Set.CORS
	if of == nil {
		return
	}
	if msg := of.Values[0].Mistake(); msg != "" {
		reporter.Report("", "", of.At, "the CORS of the set "+msg)
	}
	p.CORS = &of.Values[0]
}
