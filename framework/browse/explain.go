// How a page was made, in the section for developers.

package browse

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// measures returns the time and the size of a representation.
func measures(l *problem.Language, shown *pageapi.Representation) []string {
	list := []string{words.Phrase(l, "%s ms", milliseconds(shown.Took))}
	if shown.Bytes > 0 {
		list = append(list, words.Phrase(l, "%s bytes", words.Thousands(int64(shown.Bytes))))
	}
	return list
}

// milliseconds returns a time in milliseconds, to the microsecond.
func milliseconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()*1000) }

// ExplainURL returns the address of the page with its explanation; "" for requesters who do not get one.
func (data *page) ExplainURL() string {
	a := data.Answer
	if a.User == nil || !a.User.Admin || a.View == "" || a.Method != http.MethodGet {
		return ""
	}
	address := layout.WithQuery(a.Path, pageapi.Without(a.Query, pageapi.ExplainParam))
	return layout.Local(&a.Answer, layout.AddParam(address, pageapi.ExplainParam, "true")) + "#explanation"
}

// RuleLines returns the parts of a rule with their outcomes, each indented below the part around it.
func (data *page) RuleLines(tree pageapi.RuleTree) (lines []string) {
	outcomes := map[string]string{"true": "yes", "false": "no", "row": "depends on the record", "not asked": "not asked"}
	for _, part := range tree.Parts {
		line := strings.Repeat("  ", part.Depth) + part.Rule + ": " + data.Language.SayWord(outcomes[part.Outcome])
		if part.Condition != "" {
			line += ", " + part.Condition
		}
		lines = append(lines, line)
	}
	return lines
}

// StatementTime returns the time of a statement in milliseconds.
func (*page) StatementTime(s pageapi.Statement) string { return milliseconds(s.Time) }
