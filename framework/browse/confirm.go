package browse

import (
	"strings"

	"example.com/resourceful/framework/serve"
)

// confirmation is the question before a deletion.
type confirmation struct {
	*form
	Question string
	Effects  []string // what else the deletion does
	Cancel   string   // where to go instead
}

// newConfirmation asks about the deletion, whose form is the last of the answer's.
func newConfirmation(a *serve.Answer, forms []*form) *confirmation {
	f := forms[len(forms)-1]
	f.Button = "Delete"
	c := &confirmation{form: f, Question: strings.TrimSpace(f.Title+" "+a.Subject) + "?", Cancel: a.Delete.Action}
	for _, e := range a.Effects {
		c.Effects = append(c.Effects, effect(e))
	}
	return c
}

// effect is a sentence about what a deletion does to other records.
func effect(e serve.Effect) string {
	of := "it"
	if e.Of != "" {
		of = "these " + e.Of
	}
	switch rows := strings.ToUpper(e.Rows[:1]) + e.Rows[1:]; e.Kind {
	case serve.Deletes:
		return "All " + e.Rows + " that refer to " + of + " are deleted too."
	case serve.Clears:
		return rows + " that refer to " + of + " are kept, without the reference."
	case serve.Parts:
		return "Its " + e.Rows + " are kept; only the connection ends."
	default:
		return "It cannot be deleted while " + e.Rows + " refer to " + of + "."
	}
}
