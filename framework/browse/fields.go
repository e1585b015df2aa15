package browse

import (
	"fmt"
	"strings"
)

// fieldRow is one row of the table of fields.
type fieldRow struct{ Name, Type, Input, About string }

// fields tells from the plan what the records of the endpoint consist of.
func fields(a *response) []fieldRow {
	if a.Endpoint == nil {
		return nil
	}
	var list []fieldRow
	shape := a.Endpoint.Shapes.List
	if a.IsRecord {
		shape = a.Endpoint.Shapes.Retrieve
	}
	for _, f := range shape.Type.Fields {
		if f.Wire == "" {
			continue
		}
		input := "optional"
		switch {
		case f.ReadOnly:
			input = "read only"
		case f.Required() && f.CreateOnly:
			input = "required at the creation"
		case f.CreateOnly:
			input = "at the creation only"
		case f.Required():
			input = "required"
		case f.HasDefault && f.Text(f.Default) != "":
			input = "default " + f.Text(f.Default)
		}
		var about []string
		if text := withLimits(f.Help, f.MaxLength, f.Min, f.Max); text != "" {
			about = append(about, text)
		}
		if f.Unique {
			about = append(about, "No two records may have the same.")
		}
		if f.Choices != nil {
			var some []string
			for _, c := range f.Choices[:min(len(f.Choices), 8)] {
				some = append(some, c.Value)
			}
			text := "One of " + strings.Join(some, ", ")
			if n := len(f.Choices); n > len(some) {
				text += fmt.Sprintf(" … %d in all", n)
			}
			about = append(about, text+".")
		}
		list = append(list, fieldRow{f.Wire, typeName(f), input, strings.Join(about, " ")})
	}
	return list
}
