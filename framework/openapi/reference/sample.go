// Samples of requests, of values that the schemas take.

package reference

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

// sample returns a request that an operation takes, as far as the document tells. A body has the members that are required,
// or else the first that may be sent.
func (r *reader) sample(o operation) Sample {
	path := o.path
	for _, p := range o.item.Parameters {
		value := r.value(p.Schema)
		text, isText := value.(string)
		if !isText {
			encoded, _ := openapi.Encode(value) // a number
			text = string(encoded)
		}
		path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(text))
	}
	s := openapi.BodySchema(o.body())
	if s == nil {
		return Sample{Path: path}
	}
	value := r.value(s)
	if o.facts.Builtin&plan.DestroyList != 0 {
		value = []any{r.value(s.Items)}
	} else if o.facts.Builtin&plan.ModifyList != 0 {
		value = r.itemSample(s, value)
	}
	body, err := openapi.Encode(value)
	if err != nil { // the values are of the document
		return Sample{Path: path}
	}
	return Sample{Path: path, Body: body}
}

// itemSample returns a list of one change.
func (r *reader) itemSample(s *openapi.Schema, value any) any {
	for _, one := range append([]*openapi.Schema{s}, s.AnyOf...) {
		if one.Items != nil {
			return []any{r.value(one.Items)}
		}
	}
	return value
}

// value returns a value that a schema takes.
func (r *reader) value(s *openapi.Schema) any {
	if s == nil {
		return "text"
	}
	if name := s.Component(); name != "" {
		if r.samples[name] { // it nests itself
			return nil
		}
		r.samples[name] = true
		defer delete(r.samples, name)
		return r.value(r.d.SchemaOf(s))
	}
	for _, values := range [][]any{s.Examples, s.Enum} {
		if len(values) > 0 {
			return values[0]
		}
	}
	for _, value := range []any{s.Others["const"], s.Default} {
		if value != nil {
			return value
		}
	}
	if len(s.AnyOf) > 0 {
		return r.value(s.AnyOf[0])
	}
	if len(s.Type) == 0 {
		return "text"
	}
	switch s.Type[0] {
	case "object":
		return r.members(s)
	case "array":
		list := []any{}
		least, _ := s.Bound("minItems")
		for range int(least) {
			list = append(list, r.value(s.Items))
		}
		return list
	case "integer", "number":
		if least := s.Others["minimum"]; least != nil {
			return least
		}
		if most, bounded := s.Bound("maximum"); bounded && most < 1 {
			return s.Others["maximum"]
		}
		return json.Number("1")
	case "boolean":
		return true
	case "null":
		return nil
	}
	return sampleText(s)
}

// sampleText returns a text that is long enough and not too long.
func sampleText(s *openapi.Schema) string {
	text := "text"
	if least, _ := s.Bound("minLength"); len(text) < int(least) {
		text += strings.Repeat("t", int(least)-len(text))
	}
	if most, bounded := s.Bound("maxLength"); bounded {
		text = text[:min(len(text), int(most))]
	}
	return text
}

// members returns an object with what it has to have, or else with the first member that may be sent.
func (r *reader) members(s *openapi.Schema) (o openapi.Map[any]) {
	first := ""
	for name, p := range s.Properties.All() {
		if slices.Contains(s.Required, name) {
			o.Set(name, r.value(p))
		} else if first == "" && len(refsOf(p)) == 0 && !p.ReadOnly {
			first = name
		}
	}
	if o.Len() == 0 && first != "" {
		o.Set(first, r.value(s.Properties.Get(first)))
	}
	return o
}
