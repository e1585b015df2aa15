// Groups of inputs: for the rows that a form nests, and for the objects of a list.

package browse

import (
	"encoding/json"
)

// rowInputs are the groups of inputs of nested rows.
type rowInputs struct{ List []*rowInput }

// rowInput is the group of one row.
type rowInput struct {
	Title   string
	Hidden  []sentField // what it is known by
	Fields  []*input
	Remove  string // the name of the box that takes it out; "" for a new one
	Removed bool   // it has a tick
	Errors  []string
}

// sample are the rows that are there, as JSON has them.
func (n *rowInputs) sample() json.RawMessage {
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
			b = append(appendJSON(b, inRowName(h.Name)), ": "...)
			b = appendJSON(b, sampleText(h.Text, true))
		}
		for i, in := range row.Fields {
			if i+len(row.Hidden) > 0 {
				b = append(b, ", "...)
			}
			b = append(appendJSON(b, inRowName(in.Name)), ": "...)
			b = appendJSON(b, in.sampleValue())
		}
		b = append(b, '}')
	}
	return append(b, ']')
}
