// Checks of what comes with a set: files, for example.

package sets

import (
	"fmt"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// Verify reports the mistakes that the checks of the set find.
func Verify(reporter *Reporter, p *plan.Plan) {
	languages := p.Languages.All()
	if languages == nil {
		languages = []*problem.Language{nil} // English
	}
	for _, d := range reporter.Set.Declarations {
		if d == nil || d.Verify == nil {
			continue
		}
		for _, m := range verify(d.Verify, languages) {
			reporter.Report("", "", reporter.Set.At, m)
		}
	}
}

// verify returns the mistakes that a check finds. A panic of the check is one.
func verify(check declaration.Verify, languages []*problem.Language) (mistakes []string) {
	defer func() {
		if p := recover(); p != nil {
			mistakes = []string{fmt.Sprintf("a check of rest.Verify panicked: %v; return what is wrong instead", p)}
		}
	}()
	return check(languages)
}
