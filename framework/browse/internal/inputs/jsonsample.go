// A sample value of an input in JSON, for raw data and code samples.

package inputs

import (
	"encoding/json"
	"strings"

	"example.com/resourceful/framework/browse/internal/typedtext"
)

// SampleValue returns the value of the input in JSON.
func (in *Input) SampleValue() any {
	numeric := in.Input == "number"
	if in.Field != nil {
		numeric = in.Field.ByKey() && !in.Field.Relation.Type.Key.Kind.Quoted || in.Field.Kind.Input.Numeric || in.Field.Kind.Input.Many && in.Field.Item.Kind.Input.Numeric
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

// inRowName returns the name of a value within its nested row: "title" of "works[0].title".
func inRowName(name string) string {
	_, inside, _ := strings.Cut(name, "].")
	return inside
}

// emptyValue returns the sample value of an empty field that is not null. The field can read it, so that
// the service refuses the sample only for values that the client has to supply. An optional field has its
// zero value; a required field other than a text has null, which the service refuses with a message.
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

// sampleText returns a text, or the number that it represents.
func sampleText(text string, numeric bool) any {
	var number json.Number
	if numeric && json.Unmarshal([]byte(text), &number) == nil && number.String() == text {
		return number
	}
	return text
}

// AppendMember adds a member to an object.
func AppendMember(b []byte, name string, value any) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ", "...)
	}
	return AppendJSON(append(AppendJSON(b, name), ": "...), value)
}

// AppendJSON writes a value without the escapes of HTML, which the page adds, and with escapes for
// invisible characters.
func AppendJSON(b []byte, value any) []byte {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return append(b, "null"...)
	}
	return append(b, typedtext.EscapeHidden(strings.TrimSuffix(text.String(), "\n"))...)
}
