// The codes of messages about a value.

package schema

import (
	"strings"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
)

// refuse adds the messages about a value of a field, with their codes if the input asks for them.
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

// codesOf returns the codes of ParseParts's messages about a value, and about its parts.
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

// codeAt returns the code at an index, "" for none; a message without a code stays a text.
func codeAt(codes []string, i int) string {
	if i >= len(codes) || codes[i] == "" || strings.Trim(codes[i][:1], "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return codes[i]
}
