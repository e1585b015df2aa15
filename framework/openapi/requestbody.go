// What operations take: each type of body with its schema.

package openapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// requestBody returns what an operation takes.
func (b *builder) requestBody(o *plan.Operation) *RequestBody {
	if o.Builtin == plan.DestroyList {
		keys := listOf(keyValue(o.Resource.Lookup.Field))
		keys["maxItems"] = o.Resource.Bulk.Max
		return &RequestBody{Description: "The keys of the records.", Content: b.bodies(inEnvelope(o, keys), nil, nil), Required: !o.Resource.Bulk.Filtered}
	}
	if o.Input == nil {
		return nil
	}
	m := created
	switch {
	case o.Method == http.MethodPatch || o.Modifies():
		m = modified
	case o.Method == http.MethodPut:
		m = replaced
	}
	one := b.body(o, m, false)
	form := one
	if o.Input.Type.TakesFiles() {
		form = b.body(o, m, true)
	}
	bare := one
	switch {
	case o.Builtin == plan.ModifyList:
		form = nil
		if bare = b.itemsOf(o); o.Resource.Bulk.Filtered {
			bare = anyOf(bare, one)
		}
	case o.Builtin == plan.Create && o.Resource.Bulk.Has(plan.Create):
		items := listOf(one)
		items["maxItems"] = o.Resource.Bulk.Max
		bare = anyOf(one, items)
	}
	bare = inEnvelope(o, bare)
	var patch map[string]any
	if o.Builtin == plan.Modify {
		patch = one
	}
	required := b.schemas[refName(one)].Required != nil
	if o.Builtin == plan.ModifyList { // without one it changes no record, unless filters choose them
		required = !o.Resource.Bulk.Filtered
	}
	return &RequestBody{Content: b.bodies(bare, form, patch), Required: required}
}

// inEnvelope returns the schema of a body as it stands in the envelope of the resource.
func inEnvelope(o *plan.Operation, bare map[string]any) map[string]any {
	if o.Builtin == 0 || o.Resource.Envelope == nil {
		return bare
	}
	for _, name := range slices.Backward(o.Resource.Envelope.InputPath()) {
		bare = map[string]any{"type": "object", "properties": map[string]any{name: bare}, "required": []string{name}}
	}
	return bare
}

// keyValue returns the schema of what names a record in a body.
func keyValue(f *schema.Field) map[string]any {
	s := f.ValueJSON()
	delete(s, "enum")
	return s
}

// itemsOf returns the schema of a list of changes, each with the key of its record.
func (b *builder) itemsOf(o *plan.Operation) map[string]any {
	e := o.Resource
	key := e.Lookup.Field
	item := b.component(shapeKey{t: o.Input.Type, of: e, mode: modified, by: key}, typeName(o.Input.Type)+"ModifyItem", func() *Schema {
		s := b.inputObject(o.Input.Type, e, o.Nested, modified, false, o.Rules(b.p.Requests).IgnoreUnknown)
		s.Properties.Set(key.Wire, b.schema(keyValue(key)))
		s.order = []string{"type", "properties", "additionalProperties"}
		return s.require(key.Wire)
	})
	list := listOf(item)
	list["maxItems"] = e.Bulk.Max
	return list
}

// bodies returns the types of bodies that an operation takes: as they are, as forms, and as patches; nil for none.
func (b *builder) bodies(bare, form, patch map[string]any) (types Map[*MediaType]) {
	for _, p := range b.p.Parsers {
		s := bare
		switch {
		case p.Patch && patch != nil && strings.Contains(p.MediaType, "json-patch"):
			s = b.jsonPatch()
		case p.Patch:
			s = patch
		case media.IsForm(p.MediaType):
			s = form
		}
		if s != nil {
			types.Set(p.MediaType, &MediaType{Schema: b.schema(s)})
		}
	}
	return types
}

// jsonPatch returns the schema of RFC 6902.
func (b *builder) jsonPatch() map[string]any {
	if b.schemas["JSONPatch"] == nil {
		pointer := map[string]any{"type": "string", "pattern": "^(/.*)?$"}
		operation := b.object("op", map[string]any{"type": "string", "enum": []string{"add", "remove", "replace", "move", "copy", "test"}},
			"path", pointer, "from", pointer, "value", map[string]any{}).require("op", "path")
		b.schemas["JSONPatch"] = &Schema{Type: Types{"array"}, Description: "Operations of RFC 6902: all of them are done, or none.", Items: operation}
	}
	return schemaRef("JSONPatch")
}

// fileWords returns the bounds of a file in words.
func fileWords(f *schema.Field, r *field.FileRules) string {
	var words []string
	if r.Max > 0 {
		words = append(words, "at most "+strconv.FormatInt(r.Max, 10)+" bytes")
	}
	if r.Extensions != nil {
		words = append(words, "of type "+strings.Join(r.Extensions, ", "))
	}
	if f.MaxLength > 0 {
		words = append(words, "named by at most "+strconv.Itoa(f.MaxLength)+" characters")
	}
	if len(words) == 0 {
		return ""
	}
	return "A file, " + strings.Join(words, ", ") + "."
}

// defaultOf returns the value that a field of a new row has where it is left out, as JSON, if that is the same for all rows.
func defaultOf(f *schema.Field) (value any, ok bool) {
	if !f.HasDefault || f.Default == nil || f.Relation != nil {
		return nil, false
	}
	encoded, ok := f.FormJSON(f.Text(f.Default))
	if f.Kind.FreeText && f.Default == "" && f.Format != "" {
		return nil, false // which is not of the format
	}
	if f.Kind.FreeText {
		encoded, _ = json.Marshal(f.Text(f.Default))
		ok = true
	}
	if !ok || !json.Valid(encoded) {
		return nil, false
	}
	return json.RawMessage(encoded), true
}
