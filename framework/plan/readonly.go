// Fields that are read-only while something holds for their row.

package plan

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// ReadOnlyWhile are fields that no client changes while a condition holds for the row as it is stored.
type ReadOnlyWhile struct {
	Fields  []*schema.Field
	Holds   predicate.Expr // on columns of the row itself
	Message string         // for who sends another value
}

// ReadOnlyFields returns the fields that no client changes of a row as it is stored, each with its message; nil
// for none.
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

// words are what the text of the plan says.
func (w *ReadOnlyWhile) words() string {
	names := make([]string, len(w.Fields))
	for i, f := range w.Fields {
		names[i] = wireOf(f)
	}
	return fmt.Sprintf("%s while %s", strings.Join(names, ", "), schema.ConditionWords(w.Holds))
}

// readOnlyWords say which fields are read-only for some rows, a text for each rule.
func (r *Resource) readOnlyWords() (texts []string) {
	for i := range r.ReadOnlyWhile {
		texts = append(texts, r.ReadOnlyWhile[i].words())
	}
	return texts
}
