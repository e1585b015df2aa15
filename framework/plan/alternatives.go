// The parameter by which clients join filters with "or".

package plan

import (
	"cmp"
	"net/url"

	"example.com/resourceful/framework/field"
)

// OrParam is the name of the parameter. Each of its values is a query of filters, and a row meets all filters of one of them.
const OrParam = "or"

// NewAlternatives returns the parameter for a list with some filters. The request path reads it.
func NewAlternatives(filters []*Param) *Param {
	example := ""
	for _, p := range filters {
		equal := p.Lookup == "" || p.Lookup == field.Equal || p.Lookup == field.In
		if example == "" && equal && p.Field != nil && len(p.Field.Choices) > 0 {
			example = p.Name + "=" + url.QueryEscape(p.Field.Choices[0].Value)
		}
	}
	p := &Param{
		Name: OrParam, Role: AlternativesRole, Several: true, Label: "Any of", Schema: map[string]any{"type": "string"},
		About: "One alternative: a query of filters, such as " + cmp.Or(example, filters[0].Name+"=value") +
			". Each row meets all filters of at least one alternative, and the filters outside.",
	}
	if example != "" {
		p.Schema["examples"] = []any{example}
	}
	return p
}
