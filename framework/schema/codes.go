// The codes of messages about a value.

package schema

import (
	"strings"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
)

// refuse adds the messages about a value of a field, with the codes where they are asked for.
func (in *Input) refuse(problems *problem.Fields, f *Field, value any, messages []string, parts []field.Part) {
	var codes []string
	var inside []field.Part
	if in.Coded {
		codes, inside = f.codesOf(value, in.Client)
	}
	for i, m := range messages {
		problems.Tell(f.Wire, codeAt(codes, i), m)
	}
	for i, p := range parts {
		told := problem.Field{Path: f.Wire + p.Path, Messages: p.Messages}
		if in.Coded && i < len(inside) {
			for j := range p.Messages {
				told.Codes = append(told.Codes, codeAt(inside[i].Messages, j))
			}
		}
		*problems = append(*problems, told)
	}
}

// codesOf are the codes of the messages that ParseParts has of a value, and of those of its parts.
func (f *Field) codesOf(value any, client *time.Location) (codes []string, parts []field.Part) {
	c := *f
	c.Spec = *f.In(client).Coded()
	switch {
	case f.IsManyToMany():
		var keys any
		if keys, codes = c.parseReferences(value); codes == nil {
			codes = c.Broken(keys)
		}
	case f.IsToOne():
		_, code := c.parseReference(value)
		codes = one(code)
	case f.IsNested():
		_, codes = c.ParseNested(value)
	default:
		_, codes, parts = c.ParseParts(value)
	}
	return codes, parts
}

// codeAt is the code at a place, "" for none: what has no code says so in words.
func codeAt(codes []string, i int) string {
	if i >= len(codes) || codes[i] == "" || strings.Trim(codes[i][:1], "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return codes[i]
}
