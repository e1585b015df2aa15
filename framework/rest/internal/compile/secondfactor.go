// The table of second factors, and whether rules ask for them.

package compile

import (
	"reflect"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
)

// addSecondFactor adds the table of second factors to a set with rest.SecondFactor.
func addSecondFactor(c *compiler, p *plan.Plan) {
	asks := c.rulesAsk(permission.AsksSecondFactor)
	of := sets.CompileSecondFactor(c.Reporter, asks)
	if of == nil {
		return
	}
	known := len(c.order)
	compileType(c, reflect.TypeFor[schema.SecondFactor](), schema.SecondFactorTable, nil, "")
	linkFrom(c, known)
	p.SecondFactor = &plan.SecondFactor{Factor: of, Asked: asks}
}
