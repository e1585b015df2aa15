// What tools answer.

package agents

import (
	"net/http"
	"slices"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

// answerSchema is the JSON Schema of what an operation answers; nil where that is no object, or an envelope does not hold each
// record as a whole.
func answerSchema(o *plan.Operation) map[string]any {
	if o.Output == nil || o.History || o.Status >= http.StatusMultipleChoices {
		return nil
	}
	record := shownSchema(o.Output.Type)
	of := openapi.Planned{Operation: o}
	if !o.Many && o.Builtin != plan.List {
		f, ok := of.RecordFrame()
		if !ok {
			return nil
		}
		return within(f.Record, record)
	}
	f, ok := of.ListFrame()
	if !ok || len(f.Rows) == 0 {
		return nil
	}
	s := within(f.Rows, map[string]any{"type": "array", "items": within(f.Record, record)})
	add(s, f.Next, []any{"string", "null"}, "The address of the next page; null behind the last one.")
	add(s, f.Previous, []any{"string", "null"}, "The address of the page before.")
	add(s, f.Total, []any{"integer", "null"}, "How many records there are on all pages.")
	return s
}

// within is the schema of objects within each other, in the last of which a value stands.
func within(names []string, value map[string]any) map[string]any {
	for _, name := range slices.Backward(names) {
		value = map[string]any{"type": "object", "properties": map[string]any{name: value}}
	}
	return value
}

// add adds a member to the objects of a schema, where the names lead to one.
func add(s map[string]any, names []string, types []any, about string) {
	for i, name := range names {
		properties, is := s["properties"].(map[string]any)
		switch {
		case !is:
			return
		case i == len(names)-1:
			properties[name] = map[string]any{"type": types, "description": about}
			return
		case properties[name] == nil:
			properties[name] = map[string]any{"type": "object", "properties": map[string]any{}}
		}
		s, _ = properties[name].(map[string]any)
	}
}
