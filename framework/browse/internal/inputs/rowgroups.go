// Groups of inputs: for nested rows, and for the objects of a list.

package inputs

import (
	"encoding/json"
)

// RowInputs are the groups of inputs of a nested member.
type RowInputs struct{ List []*RowInput }

// RowInput holds the inputs of one row.
type RowInput struct {
	Title   string
	Hidden  []SentField // the fields that identify the row
	Fields  []*Input
	Remove  string // the name of the box that removes it; "" for a new row
	Removed bool   // the box is ticked
	Errors  []string
}

// sample returns the existing rows in JSON.
func (rows *RowInputs) sample() json.RawMessage {
	b := []byte{'['}
	for _, row := range rows.List {
		if row.Remove == "" || row.Removed {
			continue
		}
		if len(b) > 1 {
			b = append(b, ", "...)
		}
		b = append(b, '{')
		for i, h := range row.Hidden {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(AppendJSON(b, inRowName(h.Name)), ": "...)
			b = AppendJSON(b, sampleText(h.Text, true))
		}
		for i, in := range row.Fields {
			if i+len(row.Hidden) > 0 {
				b = append(b, ", "...)
			}
			b = append(AppendJSON(b, inRowName(in.Name)), ": "...)
			b = AppendJSON(b, in.SampleValue())
		}
		b = append(b, '}')
	}
	return append(b, ']')
}
