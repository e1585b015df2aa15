// Objects with any members: map[string]any.

package field

import (
	"fmt"
	"reflect"

	"example.com/resourceful/framework/field/notation"
)

// Object is the kind of map[string]any, stored as JSON. Its values are nil, bool, json.Number, string,
// []any and map[string]any. A number keeps all its digits: it is a json.Number, never a float.
func Object() Kind {
	return Kind{
		Name: "object",
		Match: func(t reflect.Type) bool {
			return t.ConvertibleTo(reflect.TypeFor[map[string]any]()) && t.Kind() == reflect.Map
		},
		Bind:  func(_ *Spec, p reflect.Value) Slot { return &objectSlot{Pointer[map[string]any](p)} },
		Parse: parseObject,
		Form:  objectOfForm,
		Codes: []string{"not_a_dict"},
		Arg: func(_ *Spec, v any) any {
			if v, ok := v.(map[string]any); ok {
				return string(notation.AppendValue(nil, v))
			}
			return nil
		},
		Text: func(_ *Spec, v any) string { return string(notation.AppendValue(nil, v)) },
		Column: func(_ *Spec, d Dialect) Column {
			return jsonColumn(d, func(v any) string { return string(notation.AppendValue(nil, v)) })
		},
		Lookups:  []Lookup{IsNull},
		Zero:     map[string]any{},
		Rules:    []string{},
		Input:    Input{Control: "textarea"},
		Metadata: "field",
		JSON:     func(*Spec) map[string]any { return map[string]any{"type": "object"} },
	}
}

func parseObject(spec *Spec, v any) (any, []string) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, []string{spec.Message("not_a_dict", fmt.Sprintf("Expected a dictionary of items but got type %q.", notation.TypeName(v)))}
	}
	if messages := notation.UnstorableIn(object); messages != nil {
		return nil, messages
	}
	return object, nil
}

// objectOfForm returns the object in a form: a text in JSON, "" for none.
func objectOfForm(spec *Spec, texts []string) any {
	text := texts[len(texts)-1]
	if notation.TrimSpace(text) == "" {
		return map[string]any{}
	}
	return jsonOfForm(spec, texts)
}

// objectSlot is a map.
type objectSlot struct{ p *map[string]any }

func (s *objectSlot) Scan(src any) error {
	var text string
	if err := ScanText(&text, src); err != nil {
		return err
	}
	value, err := notation.DecodeJSON(text)
	object, ok := value.(map[string]any)
	if err != nil || !ok {
		return fmt.Errorf("column holds %.100q, want an object in JSON", text)
	}
	*s.p = object
	return nil
}

func (s *objectSlot) Arg() any { return string(s.Append(nil, "")) }
func (s *objectSlot) Get() any { return *s.p }

func (s *objectSlot) Set(v any) {
	if *s.p, _ = v.(map[string]any); *s.p == nil {
		*s.p = map[string]any{}
	}
}

func (s *objectSlot) Append(b []byte, _ string) []byte { return notation.AppendValue(b, *s.p) }

// Size implements Sized.
func (s *objectSlot) Size() int { return notation.SizeOf(*s.p) }
