// The CORS of a set.

package compile

import (
	"example.com/resourceful/framework/plan"
)

// compileCORS checks the CORS of the set; nil for none.
func compileCORS(c *reporter, p *plan.Plan) {
	of := c.set.CORS
	if of == nil {
		return
	}
	if msg := of.Values[0].Mistake(); msg != "" {
		c.report("", "", of.At, "the CORS of the set "+msg)
	}
	p.CORS = &of.Values[0]
}
