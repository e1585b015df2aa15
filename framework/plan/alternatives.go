// The parameter by which clients join filters with "or".

package plan

import (
	"net/url"
	"strings"
)

// OrParam is the name of the parameter. Each of its values is a query of filters, and a row meets all filters of one of them.
const OrParam = "or"

// NewAlternatives returns the parameter for a list with some filters. The request path reads it.
func NewAlternatives(filters []*Param) *Param {
	var shown []string
	var examples []any
	for _, p := range filters {
		value := "value"
		if p.Field != nil && len(p.Field.Choices) > 0 {
			value = p.Field.Choices[0].Value
			examples = append(examples, p.Name+"="+value)
		}
		shown = append(shown, OrParam+"="+url.QueryEscape(p.Name+"="+value))
	}
	p := &Param{
		Name: OrParam, Role: AlternativesRole, Several: true, Label: "Any of", Schema: map[string]any{"type": "string"},
		About: "One alternative: a query of filters, URL-encoded. Repeat the parameter for more alternatives: " + strings.Join(shown[:min(2, len(shown))], "&") +
			". Each row meets all filters of at least one of them, and the filters outside.",
	}
	if examples != nil {
		p.Schema["examples"] = examples[:1]
	}
	return p
}
