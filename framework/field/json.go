// Any JSON: json.RawMessage.

package field

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// JSON is the kind of json.RawMessage, like a JSONField of Django REST framework: any JSON value, null only
// if the field may be null. It is stored and returned with the members of its objects sorted by name.
func JSON() Kind {
	return Kind{
		Name:  "json",
		Match: func(t reflect.Type) bool { return t == reflect.TypeFor[json.RawMessage]() },
		Bind:  func(_ *Spec, p reflect.Value) Slot { return &jsonSlot{p.Interface().(*json.RawMessage)} },
		Parse: func(_ *Spec, v any) (any, []string) {
			if messages := unstorableIn(v); messages != nil {
				return nil, messages
			}
			return v, nil
		},
		Form:    jsonOfForm,
		Literal: "a value of JSON",
		Arg:     func(_ *Spec, v any) any { return string(appendValue(nil, v)) },
		Text:    func(_ *Spec, v any) string { return string(appendValue(nil, v)) },
		Column: func(_ *Spec, d Dialect) Column {
			return jsonColumn(d, func(v any) string { return string(appendValue(nil, v)) })
		},
		Lookups:  []Lookup{IsNull},
		NoZero:   "no JSON",
		Rules:    []string{},
		Input:    Input{Control: "textarea"},
		Metadata: "field",
		JSON: func(*Spec) map[string]any {
			return map[string]any{"type": []any{"object", "array", "string", "number", "boolean"}}
		},
	}
}

// maxFormDepth is the largest depth of JSON in a form, as in a body.
const maxFormDepth = 100

// jsonOfForm returns the value in a form: a text in JSON.
func jsonOfForm(spec *Spec, texts []string) any {
	v, err := decodeJSON(texts[len(texts)-1])
	if err != nil || depth(v) > maxFormDepth {
		return Unreadable(spec.Message("invalid", "Value must be valid JSON."))
	}
	return v
}

// jsonSlot holds a value as JSON text.
type jsonSlot struct{ p *json.RawMessage }

func (s *jsonSlot) Scan(src any) error {
	var text string
	if err := ScanText(&text, src); err != nil {
		return err
	}
	v, err := decodeJSON(text)
	if err != nil {
		return fmt.Errorf("column holds %.100q, want JSON", text)
	}
	*s.p = appendValue(nil, v)
	return nil
}

func (s *jsonSlot) Arg() any { return string(s.Append(nil, "")) }

func (s *jsonSlot) Get() any {
	v, err := decodeJSON(string(*s.p))
	if err != nil {
		return nil
	}
	return v
}

func (s *jsonSlot) Set(v any) { *s.p = appendValue(nil, v) }

// Append writes null for a text from the team's code that is no JSON.
func (s *jsonSlot) Append(b []byte, _ string) []byte {
	v, err := decodeJSON(string(*s.p))
	if err != nil {
		return append(b, "null"...)
	}
	return appendValue(b, v)
}

// Size implements Sized.
func (s *jsonSlot) Size() int { return len(*s.p) }
