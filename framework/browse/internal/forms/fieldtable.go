// The table of the fields that an address accepts and answers.

package forms

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// FieldTable lists the fields of one representation. Its title is "" if the page has no other table.
type FieldTable struct {
	Title string
	Rows  []FieldRow
}

// FieldRow is one row of the table of fields.
type FieldRow struct{ Name, Type, Input, About string }

// FieldTables lists from the plan the fields that the address accepts and answers. At the address of a
// team's operations it lists their input, or else their output.
func FieldTables(offers *Offers, ofRecord bool) []FieldTable {
	if list := operationFields(offers); len(list) > 0 {
		return list
	}
	if offers.Endpoint == nil {
		return nil
	}
	shapes := offers.Endpoint.Shapes
	shown, sent := shapes.List, shapes.Create
	if ofRecord {
		shown, sent = shapes.Retrieve, shapes.Update
	}
	if sent == nil {
		sent = shown
	}
	return []FieldTable{{Rows: fieldRows(shown.Type, sent.Type)}}
}

// operationFields returns the fields of the team's operations that the requester may use.
func operationFields(offers *Offers) (list []FieldTable) {
	for _, o := range offers.Operations {
		if o.Input != nil {
			list = append(list, FieldTable{o.Title, inputRows(o.Input.Type, nil)})
		}
	}
	for _, o := range offers.Operations {
		if len(list) == 0 && o.Builtin == 0 && o.Output != nil {
			var rows []FieldRow
			for _, f := range o.Output.Type.Shown {
				rows = append(rows, newFieldRow(f, nil))
			}
			list = append(list, FieldTable{Rows: rows})
		}
	}
	if len(list) == 1 {
		list[0].Title = ""
	}
	return list
}

// fieldRows returns the shown fields, with the input for each, and then the write-only fields.
func fieldRows(shown, sent *schema.Type) []FieldRow {
	var list []FieldRow
	for _, f := range shown.Fields {
		if f.Wire != "" {
			list = append(list, newFieldRow(f, sent.ByWire(f.Wire)))
		}
	}
	return append(list, inputRows(sent, shown)...)
}

// inputRows returns the fields of a type that clients may send, without those of another type.
func inputRows(t, but *schema.Type) []FieldRow {
	var list []FieldRow
	for _, f := range t.Fields {
		if f.Writable() && (but == nil || but.ByWire(f.Wire) == nil) {
			list = append(list, newFieldRow(f, f))
		}
	}
	return list
}

// newFieldRow describes a field as clients send it, or as they read it if they may not send it. in is the
// field of the input.
func newFieldRow(f, in *schema.Field) FieldRow {
	input := "read only"
	if in != nil {
		input = inputWords(in)
		if in.Writable() {
			f = in
		}
	}
	row := FieldRow{Name: f.Wire, Type: inputs.TypeName(f), Input: input}
	var about []string
	if text := inputs.WithLimits(f.Help, f.MaxLength, inputs.CountedIn(f), f.Min, f.Max); text != "" {
		about = append(about, text)
	}
	switch {
	case f.IgnoresCase:
		about = append(about, "No two records may have the same, in any letter case.")
	case f.Unique:
		about = append(about, "No two records may have the same.")
	}
	switch {
	case f.Choices != nil:
		about = append(about, choiceWords(f.Choices))
	case f.Item != nil && f.Item.Choices != nil:
		about = append(about, "Any. "+choiceWords(f.Item.Choices))
	}
	row.About = strings.Join(about, " ")
	return row
}

// inputWords tells whether a client may or must send a field.
func inputWords(f *schema.Field) string {
	switch {
	case f.ReadOnly || f.ChangeOnly && f.RefusesChange:
		return "read only"
	case f.Required() && f.CreateOnly:
		return "required at the creation"
	case f.CreateOnly || f.RefusesChange:
		return "at the creation only"
	case f.ChangeOnly:
		return "at changes only"
	case f.Required():
		return "required"
	case f.HasDefault && f.Text(f.Default) != "":
		return "default " + f.Text(f.Default)
	}
	return "optional"
}

// choiceWords names the first choices, and the number of all.
func choiceWords(choices []field.Choice) string {
	var some []string
	for _, c := range choices[:min(len(choices), 8)] {
		some = append(some, c.Value)
	}
	text := "One of " + strings.Join(some, ", ")
	if n := len(choices); n > len(some) {
		text += fmt.Sprintf(" … %d in all", n)
	}
	return text + "."
}
