// Groups of inputs: for nested rows, and for the objects of a list.

package inputs

import (
	"encoding/json"

	"example.com/resourceful/framework/schema"
)

// RowInputs are the groups of inputs of a nested member. Rows whose inputs take one line are the lines of a table with
// Columns; the others are groups, and have none.
type RowInputs struct {
	Columns []*Input // the heads of the table: the input of each field, without a value
	List    []*RowInput
}

// RowInput holds the inputs of one row.
type RowInput struct {
	Title   string
	Key     string      // "" for a new row
	Hidden  []SentField // the fields that identify the row
	Fields  []*Input
	Line    []RowCell // the row in a table, for each column
	Remove  string    // the name of the box that removes it; "" for a new row
	Removed bool      // the box is ticked
	Errors  []string
}

// Of returns the row's input for a field, or nil for none.
func (row *RowInput) Of(f *schema.Field) *Input {
	for _, in := range row.Fields {
		if in.Field == f {
			return in
		}
	}
	return nil
}

// RowCell is an input of a row in a table, or the text of a value that the form cannot change.
type RowCell struct {
	Input *Input // nil for a text
	Text  string
}

// OneLine reports whether the input takes one line.
func (in *Input) OneLine() bool {
	return in.Nested == nil && in.Members == nil && in.Items == nil && in.File == nil && in.Input != "textarea" && in.Input != "multiselect" && in.Input != "file" && !in.Area()
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
		for _, h := range row.Hidden {
			b = AppendMember(b, inRowName(h.Name), sampleText(h.Text, true))
		}
		for _, in := range row.Fields {
			b = AppendMember(b, inRowName(in.Name), in.SampleValue())
		}
		b = append(b, '}')
	}
	return append(b, ']')
}
