// The catalogues of a set: messages in other languages.

package sets

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// CompileLanguages checks the catalogues.
func CompileLanguages(reporter *Reporter, p *plan.Plan) {
	var list []problem.Catalogue
	for _, l := range reporter.Set.Catalogues {
		for _, catalogue := range l.Values {
			for _, mistake := range catalogue.Check() {
				reporter.Report("", "", l.At, mistake)
			}
			list = append(list, catalogue)
		}
	}
	p.Languages = problem.NewLanguages(list)
}
