// Checks of what comes with a set: files, for example.

package sets

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// Verify reports the mistakes that the checks of the set find.
func Verify(reporter *Reporter, p *plan.Plan) {
	languages := []string{problem.DefaultLanguage}
	if all := p.Languages.All(); all != nil {
		languages = nil
		for _, l := range all {
			languages = append(languages, l.Tag())
		}
	}
	for _, d := range reporter.Set.Declarations {
		if d == nil || d.Verify == nil {
			continue
		}
		mistakes, ok := Try(func() []string { return d.Verify(languages) })
		if !ok {
			mistakes = []string{"a check of rest.Verify panicked; return what is wrong instead"}
		}
		for _, m := range mistakes {
			reporter.Report("", "", reporter.Set.At, m)
		}
	}
}
