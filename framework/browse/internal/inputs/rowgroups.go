// Groups of inputs: for the rows that a form nests, and for the objects of a list.

package inputs

import (
	"encoding/json"
)

// RowInputs are the groups of inputs of nested rows.
type RowInputs struct{ List []*RowInput }

// RowInput is the group of one row.
type RowInput struct {
	Title   string
	Hidden  []SentField // what it is known by
	Fields  []*Input
	Remove  string // the name of the box that takes it out; "" for a new one
	Removed bool   // it has a tick
	Errors  []string
}

// sample are the rows that are there, as JSON has them.
func (n *RowInputs) sample() json.RawMessage {
	b := []byte{'['}
	for _, row := range n.List {
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
