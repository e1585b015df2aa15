// Objects of JSON whose members have an order.

package openapi

import (
	"bytes"
	"encoding/json"
	"slices"
)

// object is an object of JSON with its members in the order in which they were added.
type object struct {
	names  []string
	values map[string]any
}

func newObject() *object { return &object{values: map[string]any{}} }

// set adds a member, or gives it another value. nil and "" are no values.
func (o *object) set(name string, value any) *object {
	if value != nil && value != "" {
		o.add(name, value)
	}
	return o
}

// add adds a member with any value, or gives it another.
func (o *object) add(name string, value any) {
	if _, has := o.values[name]; !has {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

// remove takes a member out, if there is one of that name.
func (o *object) remove(name string) {
	delete(o.values, name)
	o.names = slices.DeleteFunc(o.names, func(n string) bool { return n == name })
}

// empty reports whether the object has no members.
func (o *object) empty() bool { return len(o.names) == 0 }

// MarshalJSON implements json.Marshaler.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{name, o.values[name]} {
			if j > 0 {
				b.WriteByte(':')
			}
			encoded, err := encode(v)
			if err != nil {
				return nil, err
			}
			b.Write(encoded)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode is a value as compact JSON, in which < and & stand for themselves.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ref refers to a component.
func ref(kind, name string) map[string]any {
	return map[string]any{"$ref": "#/components/" + kind + "/" + name}
}

// schemaRef refers to a schema among the components.
func schemaRef(name string) map[string]any { return ref("schemas", name) }

func listOf(items any) map[string]any { return map[string]any{"type": "array", "items": items} }

func anyOf(schemas ...any) map[string]any { return map[string]any{"anyOf": schemas} }

func text() map[string]any { return map[string]any{"type": "string"} }
