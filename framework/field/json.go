// Any JSON: json.RawMessage.

package field

import (
	"encoding/json"
	"fmt"
	"reflect"

	"example.com/resourceful/framework/field/notation"
)

// JSON is the kind of json.RawMessage, like a JSONField of Django REST framework: any JSON value, null only
// if the field may be null. It is stored and returned with the members of its objects in the order in which
// they were sent, and with the text of its numbers.
func JSON() Kind {
	return Kind{
		Name:  "json",
		Match: func(t reflect.Type) bool { return t == reflect.TypeFor[json.RawMessage]() },
		Bind:  func(_ *Spec, p reflect.Value) Slot { return &jsonSlot{p.Interface().(*json.RawMessage)} },
		Parse: func(_ *Spec, v any) (any, []string) {
			o, ordered := v.(notation.Tree)
			if !ordered {
				o.Value = v
			}
			if messages := notation.UnstorableIn(o.Value); messages != nil {
				return nil, messages
			}
			return json.RawMessage(o.Append(nil, o.Value)), nil
		},
		Form:       jsonOfForm,
		Literal:    "a value of JSON",
		Arg:        func(_ *Spec, v any) any { return jsonText(v) },
		Text:       func(_ *Spec, v any) string { return jsonText(v) },
		Column:     func(_ *Spec, d Dialect) Column { return jsonColumn(d, jsonText) },
		KeepsOrder: true,
		Lookups:    []Lookup{IsNull},
		NoZero:     "no JSON",
		Rules:      []string{},
		Input:      Input{Control: "textarea"},
		Metadata:   "field",
		JSON: func(*Spec) map[string]any {
			return map[string]any{"type": []any{"object", "array", "string", "number", "boolean"}}
		},
	}
}

// maxFormDepth is the largest depth of JSON in a form, as in a body.
const maxFormDepth = 100

// jsonOfForm returns the value in a form: a text in JSON.
func jsonOfForm(spec *Spec, texts []string) any {
	o, err := notation.DecodeOrdered(texts[len(texts)-1])
	if err != nil || notation.Depth(o.Value) > maxFormDepth {
		return Unreadable(spec.Message("invalid", "Value must be valid JSON."))
	}
	return spec.InOrder(o.Value, o.Orders)
}

// jsonText returns a bound value as JSON.
func jsonText(v any) string {
	if text, is := v.(json.RawMessage); is {
		return string(text)
	}
	return string(notation.AppendValue(nil, v))
}

// jsonSlot holds a value as JSON text.
type jsonSlot struct{ p *json.RawMessage }

func (s *jsonSlot) Scan(src any) error {
	var text string
	switch src := src.(type) {
	case int64, float64: // SQLite, whose columns of the type JSON keep the text of a number as the number
		text = string(notation.AppendValue(nil, src))
	default:
		if err := ScanText(&text, src); err != nil {
			return err
		}
	}
	o, err := notation.DecodeOrdered(text)
	if err != nil {
		return fmt.Errorf("column holds %.100q, want JSON", text)
	}
	*s.p = o.Append(nil, o.Value)
	return nil
}

func (s *jsonSlot) Arg() any { return string(s.Append(nil, "")) }

func (s *jsonSlot) Get() any {
	o, err := notation.DecodeOrdered(string(*s.p))
	if err != nil {
		return nil
	}
	return json.RawMessage(o.Append(nil, o.Value))
}

func (s *jsonSlot) Set(v any) { *s.p = json.RawMessage(jsonText(v)) }

// Append writes null for a text from the team's code that is no JSON.
func (s *jsonSlot) Append(b []byte, _ string) []byte {
	o, err := notation.DecodeOrdered(string(*s.p))
	if err != nil {
		return append(b, "null"...)
	}
	return o.Append(b, o.Value)
}

// Size implements Sized.
func (s *jsonSlot) Size() int { return len(*s.p) }
