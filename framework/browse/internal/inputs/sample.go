// The value of an input, as JSON has it.

package inputs

import (
	"encoding/json"
	"strings"

	"example.com/resourceful/framework/browse/internal/marks"
)

// SampleValue is the value of the input as JSON has it.
func (in *Input) SampleValue() any {
	numeric := in.Input == "number"
	if in.Field != nil {
		numeric = in.Field.ByKey() || in.Field.Kind.Input.Numeric || in.Field.Kind.Input.Many && in.Field.Item.Kind.Input.Numeric
	}
	switch in.Input {
	case "rows":
		return in.Nested.sample()
	case "checkbox":
		return in.Checked
	case "multiselect":
		values := []any{}
		for _, o := range in.Options {
			if o.Selected {
				values = append(values, sampleText(o.Value, numeric))
			}
		}
		return values
	}
	switch {
	case in.Text == "" && in.Null:
		return nil
	case in.Text == "":
		return in.emptyValue()
	case in.Field != nil && in.Field.Kind.Input.Tick && (in.Text == "true" || in.Text == "false"):
		return in.Text == "true"
	}
	if in.Field != nil && in.Field.Kind.Form != nil {
		if text, ok := in.Field.FormJSON(in.Text); ok {
			return json.RawMessage(text)
		}
	}
	return sampleText(in.Text, numeric)
}

// inRowName is the name that a value of a nested row has within that: "title" of "works[0].title".
func inRowName(name string) string {
	_, inside, _ := strings.Cut(name, "].")
	return inside
}

// emptyValue is what a field that is empty and not null would be sent as: nothing that the field
// could not read, so that the sample is refused only for what nobody but the client knows. What
// may be left out is then the zero value; a value that is required, and no text, is null, which the
// service says may not be.
func (in *Input) emptyValue() any {
	switch {
	case in.Input == "number" && !in.Required:
		return 0
	case in.Input == "number", in.Input == "date", in.Input == "datetime-local", in.Input == "select" && in.Required, in.Reference:
		return nil
	case in.Field == nil || in.Field.Kind.FreeText:
		return ""
	case in.Required:
		return nil
	}
	return json.RawMessage(in.Field.ZeroJSON())
}

// sampleText is a text, or the number that it is.
func sampleText(text string, numeric bool) any {
	var number json.Number
	if numeric && json.Unmarshal([]byte(text), &number) == nil && number.String() == text {
		return number
	}
	return text
}

// AppendJSON writes a value without escapes for HTML, which are added where it is shown, and with
// those that make characters seen.
func AppendJSON(b []byte, value any) []byte {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return append(b, "null"...)
	}
	return append(b, marks.EscapeHidden(strings.TrimSuffix(text.String(), "\n"))...)
}
