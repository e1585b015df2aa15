// Samples of requests, of values that the schemas take.

package openapi

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// sample is a request that an operation takes, as far as the document tells. A body has the members that are required,
// or else the first that may be sent.
func (r *reader) sample(o operationNode) Sample {
	path := o.path
	for _, p := range list(at(o.item, "parameters")) {
		value := r.value(at(p, "schema"))
		text, isText := value.(string)
		if !isText {
			encoded, _ := encode(value) // a number
			text = string(encoded)
		}
		path = strings.ReplaceAll(path, "{"+textAt(p, "name")+"}", url.PathEscape(text))
	}
	s := jsonSchema(at(o.is, "requestBody"))
	if s == nil {
		return Sample{Path: path}
	}
	value := r.value(s)
	if f := r.facts[o.id]; f != nil && f.builtin&plan.DestroyList != 0 {
		value = []any{r.value(at(s, "items"))}
	} else if f != nil && f.builtin&plan.ModifyList != 0 {
		value = r.itemSample(s, value)
	}
	body, err := encode(value)
	if err != nil { // the values are of the document
		return Sample{Path: path}
	}
	return Sample{Path: path, Body: body}
}

// itemSample is a list of one change.
func (r *reader) itemSample(s, value any) any {
	for _, one := range append([]any{s}, list(at(s, "anyOf"))...) {
		if items := at(one, "items"); items != nil {
			return []any{r.value(items)}
		}
	}
	return value
}

// value is one that a schema takes.
func (r *reader) value(s any) any {
	if name := refName(s); name != "" {
		if r.samples[name] { // it nests itself
			return nil
		}
		r.samples[name] = true
		defer delete(r.samples, name)
		return r.value(r.schema(s))
	}
	for _, name := range []string{"examples", "enum"} {
		if values := list(at(s, name)); len(values) > 0 {
			return values[0]
		}
	}
	for _, name := range []string{"const", "default"} {
		if value := at(s, name); value != nil {
			return value
		}
	}
	if some := list(at(s, "anyOf")); len(some) > 0 {
		return r.value(some[0])
	}
	types := typesNamed(s)
	if len(types) == 0 {
		return "text"
	}
	switch types[0] {
	case "object":
		return r.members(s)
	case "array":
		n, items := 0, at(s, "items")
		_, _ = fmt.Sscan(fmt.Sprint(at(s, "minItems")), &n)
		list := []any{}
		for range n {
			list = append(list, r.value(items))
		}
		return list
	case "integer", "number":
		for _, bound := range []string{"minimum", "maximum"} {
			if at(s, bound) != nil && !(bound == "maximum" && within(1, at(s, bound))) {
				return at(s, bound)
			}
		}
		return json.Number("1")
	case "boolean":
		return true
	case "null":
		return nil
	}
	return sampleText(s)
}

// within reports whether a number is at most a bound.
func within(n float64, bound any) bool {
	var most float64
	_, err := fmt.Sscan(fmt.Sprint(bound), &most)
	return err == nil && n <= most
}

// sampleText is a text that is long enough and not too long.
func sampleText(s any) string {
	least, most := 0, 1<<10
	_, _ = fmt.Sscan(fmt.Sprint(at(s, "minLength")), &least)
	_, _ = fmt.Sscan(fmt.Sprint(at(s, "maxLength")), &most)
	text := "text"
	if len(text) < least {
		text += strings.Repeat("t", least-len(text))
	}
	return text[:min(len(text), most)]
}

// members are an object with what it has to have, or else with the first member that may be sent.
func (r *reader) members(s any) *object {
	o, properties := newObject(), membersAt(s, "properties")
	required := list(at(s, "required"))
	first := ""
	for _, name := range properties.names {
		p := properties.values[name]
		if slices.Contains(required, any(name)) {
			o.names, o.values[name] = append(o.names, name), r.value(p)
		} else if nested := len(refsOf(p)) > 0; first == "" && !nested && at(p, "readOnly") != true {
			first = name
		}
	}
	if o.empty() && first != "" {
		o.names, o.values[first] = append(o.names, first), r.value(properties.values[first])
	}
	return o
}
