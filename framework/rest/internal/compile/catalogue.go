// The catalogues of a set: messages in other languages.

package compile

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// compileLanguages checks the catalogues.
func compileLanguages(c *reporter, p *plan.Plan) {
	var list []problem.Catalogue
	for _, l := range c.set.Catalogues {
		for _, catalogue := range l.Values {
			for _, mistake := range catalogue.Check() {
				c.report("", "", l.At, mistake)
			}
			list = append(list, catalogue)
		}
	}
	p.Languages = problem.NewLanguages(list)
}
