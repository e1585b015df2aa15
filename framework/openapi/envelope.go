// What stands around records and lists, found out by asking the envelopes and paginators of the plan.

package openapi

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

// The sample of a record that envelopes are given, and the text that then stands in its place.
const (
	sampleRecord = "{\"id\":1,\"\ue000\":true}"
	standsFor    = "\ue001"
)

// enclosed returns the schema of what an envelope makes of a record; any value, where the record does not stand in it as a
// whole.
func enclosed(enclose func(dst, record []byte) []byte, record any) any {
	made := enclose(nil, []byte(sampleRecord))
	if bytes.Count(made, []byte(sampleRecord)) != 1 {
		return map[string]any{}
	}
	return schemaOfSamples(record, bytes.Replace(made, []byte(sampleRecord), []byte(`"`+standsFor+`"`), 1))
}

// recordIn returns the schema of an answer about one record of a resource, or of other structs.
func recordIn(r *plan.Resource, record any) any {
	if r == nil || r.Envelope == nil {
		return record
	}
	return enclosed(r.Envelope.AppendRecord, record)
}

// listIn returns the schema of a list of rows of a resource: of a page, where it has pages.
func listIn(r *plan.Resource, pages plan.Paginator, row any) any {
	if r != nil {
		if of, is := r.Envelope.(plan.ItemEnvelope); is {
			row = enclosed(of.AppendItem, row)
		}
	}
	asked := []*plan.Page{nil}
	if pages != nil {
		asked = samplePages()
	}
	var samples [][]byte
	for _, p := range asked {
		f := frameOf(r, pages, p)
		samples = append(samples, f.AppendAfter(append(f.AppendBefore(nil), `"`+standsFor+`"`...), 1))
	}
	return schemaOfSamples(row, samples...)
}

// samplePages returns pages of which everything is known, and nothing.
func samplePages() []*plan.Page {
	const address = "https://example.com/"
	to := func(int64) string { return address }
	return []*plan.Page{
		{Total: 3, Next: address, Previous: address, Number: 2, Last: 3, To: to},
		{Total: plan.Unknown},
	}
}

// schemaOfSamples returns the schema of values such as the samples, in which the text standsFor stands for a record.
func schemaOfSamples(record any, samples ...[]byte) any {
	var schema any
	for _, sample := range samples {
		d := json.NewDecoder(bytes.NewReader(sample))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return map[string]any{}
		}
		schema = merge(schema, schemaOf(v, record))
	}
	return schema
}

// schemaOf returns the schema of values such as one.
func schemaOf(v, record any) any {
	switch v := v.(type) {
	case nil:
		return map[string]any{"type": "null"}
	case bool:
		return map[string]any{"type": "boolean"}
	case json.Number:
		return map[string]any{"type": "integer"}
	case string:
		switch {
		case v == standsFor:
			return record
		case strings.HasPrefix(v, "https://"):
			return map[string]any{"type": "string", "format": "uri"}
		}
		return text()
	case []any:
		var items any
		for _, item := range v {
			items = merge(items, schemaOf(item, record))
		}
		if items == nil {
			return map[string]any{"type": "array"}
		}
		return listOf(items)
	}
	members, properties := v.(map[string]any), map[string]any{}
	var required []string
	for name, value := range members {
		properties[name] = schemaOf(value, record)
		required = append(required, name)
	}
	slices.Sort(required)
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

// merge returns a schema of the values of two, which are the same but for members that are null in one, or absent.
func merge(a, b any) any {
	if a == nil || reflect.DeepEqual(a, b) {
		return b
	}
	one, isOne := a.(map[string]any)
	two, isTwo := b.(map[string]any)
	switch {
	case !isOne || !isTwo:
		return anyOf(a, b)
	case two["type"] == "null":
		return field.OrNull(one)
	case one["type"] == "null":
		return field.OrNull(two)
	case one["type"] == "string" && two["type"] == "string": // an address, or none
		return text()
	case one["type"] != "object" || two["type"] != "object":
		return anyOf(a, b)
	}
	properties := map[string]any{}
	var required []string
	ones, twos := one["properties"].(map[string]any), two["properties"].(map[string]any)
	for name, value := range ones {
		properties[name] = value
		if other, has := twos[name]; has {
			properties[name] = merge(value, other)
			required = append(required, name)
		}
	}
	for name, value := range twos {
		if properties[name] == nil {
			properties[name] = value
		}
	}
	slices.Sort(required)
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

// frameOf returns the object in which the rows of a page stand, nil for a list without pages.
func frameOf(r *plan.Resource, pages plan.Paginator, p *plan.Page) media.Frame {
	if r != nil && r.Envelope != nil {
		if f := r.Envelope.Frame(p); f.Name != "" {
			return f
		}
	}
	if pages != nil {
		return pages.Frame(p)
	}
	return media.Frame{}
}
