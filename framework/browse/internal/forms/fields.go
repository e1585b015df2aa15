// The table of the fields that an address takes and answers.

package forms

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// FieldTable is what one representation consists of. Its title is "" where it is the only one of
// the page.
type FieldTable struct {
	Title string
	Rows  []FieldRow
}

// FieldRow is one row of the table of fields.
type FieldRow struct{ Name, Type, Input, About string }

// FieldTables tells from the plan what the address takes and answers: at an address of a team's own
// operations what these take, or else what they answer.
func FieldTables(a *Offers, ofRecord bool) []FieldTable {
	if list := operationFields(a); len(list) > 0 {
		return list
	}
	if a.Endpoint == nil {
		return nil
	}
	shapes := a.Endpoint.Shapes
	shown, sent := shapes.List, shapes.Create
	if ofRecord {
		shown, sent = shapes.Retrieve, shapes.Update
	}
	if sent == nil {
		sent = shown
	}
	return []FieldTable{{Rows: fieldRows(shown.Type, sent.Type)}}
}

// operationFields are the fields of the operations of a team that the requester may use.
func operationFields(a *Offers) (list []FieldTable) {
	for _, o := range a.Operations {
		if o.Input != nil {
			list = append(list, FieldTable{o.Title, inputRows(o.Input.Type, nil)})
		}
	}
	for _, o := range a.Operations {
		if len(list) == 0 && o.Builtin == 0 && o.Output != nil {
			list = append(list, FieldTable{Rows: outputRows(o.Output.Type)})
		}
	}
	if len(list) == 1 {
		list[0].Title = ""
	}
	return list
}

// fieldRows are the fields that are shown, with what a client may send of each, and then those that
// are only sent.
func fieldRows(shown, sent *schema.Type) []FieldRow {
	var list []FieldRow
	for _, f := range shown.Fields {
		if f.Wire == "" {
			continue
		}
		in := f
		if sent != shown {
			in = sent.ByWire(f.Wire)
		}
		list = append(list, newFieldRow(f, in))
	}
	if sent != shown {
		list = append(list, inputRows(sent, shown)...)
	}
	return list
}

// inputRows are the fields of a type that a client may send, but for those of another type.
func inputRows(t, but *schema.Type) []FieldRow {
	var list []FieldRow
	for _, f := range t.Fields {
		if f.Writable() && (but == nil || but.ByWire(f.Wire) == nil) {
			list = append(list, newFieldRow(f, f))
		}
	}
	return list
}

// outputRows are the fields of a type that is only answered.
func outputRows(t *schema.Type) []FieldRow {
	var list []FieldRow
	for _, f := range t.Shown {
		list = append(list, newFieldRow(f, nil))
	}
	return list
}

// newFieldRow tells of a field: as a client sends it, where one may; in is then the field that is
// sent.
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
	if f.Unique {
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

// inputWords says what a client may or has to send of a field.
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

// choiceWords names the first choices, and says how many there are.
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
