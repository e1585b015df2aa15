// The OpenAPI document as JSON has it, and ways through it.

package resttest

import "strings"

// document is an OpenAPI document as JSON has it.
type document map[string]any

// resolve is the object that a value of the document is or refers to, nil for none.
func (d document) resolve(v any) map[string]any {
	object, _ := v.(map[string]any)
	if to, is := object["$ref"].(string); is {
		return d.object(strings.Split(strings.TrimPrefix(to, "#/"), "/")...)
	}
	return object
}

// object is an object within the document, nil for none.
func (d document) object(names ...string) map[string]any {
	return objectIn(map[string]any(d), names...)
}

// objectIn is an object within another, nil for none.
func objectIn(of any, names ...string) map[string]any {
	for _, name := range names {
		object, _ := of.(map[string]any)
		of = object[name]
	}
	object, _ := of.(map[string]any)
	return object
}
