// The OpenAPI document as JSON has it, and ways through it.

package server

import "strings"

// Document is an OpenAPI document as JSON has it.
type Document map[string]any

// Resolve is the object that a value of the document is or refers to, nil for none.
func (d Document) Resolve(v any) map[string]any {
	object, _ := v.(map[string]any)
	if to, is := object["$ref"].(string); is {
		return d.Object(strings.Split(strings.TrimPrefix(to, "#/"), "/")...)
	}
	return object
}

// Object is an object within the document, nil for none.
func (d Document) Object(names ...string) map[string]any {
	return ObjectIn(map[string]any(d), names...)
}

// ObjectIn is an object within another, nil for none.
func ObjectIn(of any, names ...string) map[string]any {
	for _, name := range names {
		object, _ := of.(map[string]any)
		of = object[name]
	}
	object, _ := of.(map[string]any)
	return object
}
