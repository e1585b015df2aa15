// References, and what they lead to.

package openapi

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// resolved returns the component that a reference leads to, and what has the reference where that is "".
func resolved[T any](components Map[T], kind, ref string, of T) T {
	if ref == "" {
		return of
	}
	return components.Get(strings.TrimPrefix(ref, refTo(kind, "")))
}

// Operation returns the operation of a path; nil for none.
func (d *Document) Operation(path, method string) *Operation {
	item := d.Paths.Get(path)
	if item == nil {
		return nil
	}
	return item.Operations.Get(strings.ToLower(method))
}

// SchemaOf returns the schema that one refers to, or itself; nil for a reference that leads nowhere.
func (d *Document) SchemaOf(s *Schema) *Schema {
	if s == nil {
		return nil
	}
	return resolved(d.Components.Schemas, "schemas", s.Ref, s)
}

// ParameterOf returns the parameter that one refers to, or itself, as SchemaOf is for schemas.
func (d *Document) ParameterOf(p *Parameter) *Parameter {
	return resolved(d.Components.Parameters, "parameters", p.Ref, p)
}

// ResponseOf returns the response that one refers to, or itself, as SchemaOf is for schemas.
func (d *Document) ResponseOf(r *Response) *Response {
	if r == nil {
		return nil
	}
	return resolved(d.Components.Responses, "responses", r.Ref, r)
}

// HeaderOf returns the header that one refers to, or itself, as SchemaOf is for schemas.
func (d *Document) HeaderOf(h *Header) *Header {
	if h == nil {
		return nil
	}
	return resolved(d.Components.Headers, "headers", h.Ref, h)
}

// Component returns the name of the schema among the components that one refers to, "" for none.
func (s *Schema) Component() string {
	name, is := strings.CutPrefix(s.Ref, refTo("schemas", ""))
	if !is {
		return ""
	}
	return name
}

// BodySchema returns the schema of a body in JSON; nil for none.
func BodySchema(content Map[*MediaType]) *Schema {
	for name, of := range content.All() {
		if structured(name) {
			return of.Schema
		}
	}
	return nil
}

// Schema returns the JSON Schema (2020-12) of a representation, which refers to others as files beside it: "Label.json". It
// is nil where there is none of that name.
func (d *Document) Schema(name string) *Schema {
	of := d.Components.Schemas.Get(name)
	if of == nil {
		return nil
	}
	s := of.withRefs(func(component string) string { return component + ".json" })
	s.Title = cmp.Or(s.Title, name)
	extra := Extra{Others: map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name + ".json"}, order: []string{"$schema", "$id", "title"}}
	maps.Copy(extra.Others, s.Others)
	extra.order = append(extra.order, s.order...)
	s.Extra = extra
	return s
}

// Standalone returns a copy of a schema that has all that it refers to, among its $defs.
func (d *Document) Standalone(s *Schema) *Schema {
	defs := map[string]*Schema{}
	var ref func(string) string
	ref = func(component string) string {
		if of := d.Components.Schemas.Get(component); of != nil && defs[component] == nil {
			defs[component] = of // so that one that refers to itself ends
			defs[component] = of.withRefs(ref)
		}
		return "#/$defs/" + component
	}
	to := s.withRefs(ref)
	if len(defs) > 0 {
		others := map[string]any{"$defs": mapOf(defs)}
		maps.Copy(others, to.Others)
		to.Others = others
	}
	return to
}

// withRefs returns a copy of a schema whose references to components are others.
func (s *Schema) withRefs(ref func(component string) string) *Schema {
	if s == nil {
		return nil
	}
	to := *s
	if name := s.Component(); name != "" {
		to.Ref = ref(name)
	}
	each := func(s *Schema) *Schema { return s.withRefs(ref) }
	to.Properties = s.Properties.rewritten(each)
	to.Items, to.AdditionalProperties, to.Not = each(s.Items), each(s.AdditionalProperties), each(s.Not)
	for _, list := range []*[]*Schema{&to.AnyOf, &to.OneOf, &to.AllOf} {
		*list = mapped(*list, each)
	}
	return &to
}

// mapped returns a list with other items; nil for nil.
func mapped[T any](list []T, to func(T) T) []T {
	if list == nil {
		return nil
	}
	all := make([]T, len(list))
	for i, item := range list {
		all[i] = to(item)
	}
	return all
}

// Inner returns the schemas that stand in one: its members, items and alternatives.
func (s *Schema) Inner() []*Schema {
	var list []*Schema
	for _, one := range s.Properties.All() {
		list = append(list, one)
	}
	list = slices.Concat(list, s.AnyOf, s.OneOf, s.AllOf, []*Schema{s.Items, s.AdditionalProperties, s.Not})
	return slices.DeleteFunc(list, func(s *Schema) bool { return s == nil })
}

// Bound returns a bound of a schema that is a number, such as maxLength.
func (s *Schema) Bound(name string) (n float64, has bool) {
	number, has := s.Others[name].(json.Number)
	n, err := number.Float64()
	return n, has && err == nil
}

// Close lets objects have no members but those that the schema names.
func (s *Schema) Close() { s.AdditionalProperties = &Schema{Bool: new(false)} }

// Closed reports whether objects have no members but those that the schema names.
func (s *Schema) Closed() bool {
	others := s.AdditionalProperties
	return others != nil && others.Bool != nil && !*others.Bool
}
