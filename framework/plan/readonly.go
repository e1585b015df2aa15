// Fields that are read-only while their row meets a condition.

package plan

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// ReadOnlyWhile are fields that no client changes while the stored row meets a condition.
type ReadOnlyWhile struct {
	Fields  []*schema.Field
	Holds   predicate.Expr // on columns of the row itself
	Message string         // for a client that sends another value
}

// ReadOnlyFields returns the fields of a stored row that no client changes, each with its message; nil for
// none.
func (r *Resource) ReadOnlyFields(row *schema.Record) map[*schema.Field]string {
	var fields map[*schema.Field]string
	for _, rule := range r.ReadOnlyWhile {
		if holds, _ := rule.Holds.Holds(row); !holds {
			continue
		}
		if fields == nil {
			fields = map[*schema.Field]string{}
		}
		for _, f := range rule.Fields {
			if _, said := fields[f]; !said {
				fields[f] = rule.Message
			}
		}
	}
	return fields
}

// words describes the rule in the text of the plan.
func (w *ReadOnlyWhile) words() string {
	names := make([]string, len(w.Fields))
	for i, f := range w.Fields {
		names[i] = wireOf(f)
	}
	return fmt.Sprintf("%s while %s", strings.Join(names, ", "), schema.ConditionWords(w.Holds))
}

// readOnlyWords describes the fields that are read-only for some rows, a text for each rule.
func (r *Resource) readOnlyWords() (texts []string) {
	for i := range r.ReadOnlyWhile {
		texts = append(texts, r.ReadOnlyWhile[i].words())
	}
	return texts
}
