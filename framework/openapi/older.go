// The document as OpenAPI 3.0.3, for tools that know no later one.

package openapi

import (
	"slices"
	"strings"
)

// Older returns a document of OpenAPI 3.1 as one of 3.0.3. What that cannot say is left out: webhooks, and schemes by
// certificates.
func Older(d *Document) *Document {
	g := &downgrade{left: map[string]bool{}}
	to, all := *d, d.Components
	to.OpenAPI, to.Webhooks = "3.0.3", Map[*PathItem]{}
	to.Components.SecuritySchemes = Map[*SecurityScheme]{}
	for name, s := range all.SecuritySchemes.All() {
		if g.left[name] = s.Type == "mutualTLS"; !g.left[name] { // only of 3.1
			to.Components.SecuritySchemes.Set(name, s)
		}
	}
	to.Components.Schemas = all.Schemas.rewritten(olderSchema)
	to.Components.Responses = all.Responses.rewritten(olderResponse)
	to.Components.Parameters = all.Parameters.rewritten(olderParameter)
	to.Components.Headers = all.Headers.rewritten(olderHeader)
	to.Paths = d.Paths.rewritten(func(p *PathItem) *PathItem {
		item := *p
		item.Parameters, item.Operations = mapped(p.Parameters, olderParameter), p.Operations.rewritten(g.operation)
		return &item
	})
	for name, s := range g.schemas.All() {
		to.Components.Schemas.Set(name, s)
	}
	return &to
}

// downgrade rewrites the operations of a document.
type downgrade struct {
	left    map[string]bool // schemes that are left out
	schemas Map[*Schema]    // that are added to the components
}

func (g *downgrade) operation(o *Operation) *Operation {
	to := *o
	to.Parameters, to.Responses = mapped(o.Parameters, olderParameter), o.Responses.rewritten(olderResponse)
	if o.RequestBody != nil {
		body := *o.RequestBody
		body.Content = body.Content.rewritten(olderMediaType)
		to.RequestBody = &body
	}
	to.Security = slices.DeleteFunc(slices.Clone(o.Security), func(way Map[[]string]) bool {
		return slices.ContainsFunc(way.Names(), func(name string) bool { return g.left[name] })
	})
	if o.OperationID != "" {
		g.nameAlternatives(&to)
	}
	return &to
}

func olderParameter(p *Parameter) *Parameter {
	to := *p
	to.Schema = olderSchema(p.Schema)
	return &to
}

func olderHeader(h *Header) *Header {
	to := *h
	to.Schema = olderSchema(h.Schema)
	return &to
}

func olderMediaType(m *MediaType) *MediaType {
	to := *m
	to.Schema = olderSchema(m.Schema)
	return &to
}

func olderResponse(r *Response) *Response {
	to := *r
	to.Headers, to.Content = r.Headers.rewritten(olderHeader), r.Content.rewritten(olderMediaType)
	return &to
}

// nameAlternatives makes components of parameters, bodies and answers that are of one type or another, and of
// such members of theirs. Generators such as oapi-codegen 2.8 know these only by name.
func (g *downgrade) nameAlternatives(o *Operation) {
	for _, p := range o.Parameters {
		p.Schema = g.nameSchema(p.Schema, o.OperationID+" "+p.Name)
	}
	each := func(content Map[*MediaType], words string) {
		for _, m := range content.All() {
			m.Schema = g.nameSchema(m.Schema, o.OperationID+" "+words)
		}
	}
	if o.RequestBody != nil {
		each(o.RequestBody.Content, "body")
	}
	for status, r := range o.Responses.All() {
		each(r.Content, status)
	}
}

// nameSchema returns a reference to a new component in place of a schema that has alternatives, and the schema itself, in
// which such members and items have become references, in place of another.
func (g *downgrade) nameSchema(s *Schema, words string) *Schema {
	if s == nil {
		return nil
	}
	if len(s.AnyOf) > 1 {
		g.schemas.Set(camel(words), s)
		return &Schema{Ref: refTo("schemas", camel(words))}
	}
	for name, inner := range s.Properties.All() {
		s.Properties.Set(name, g.nameSchema(inner, words+" "+name))
	}
	s.Items = g.nameSchema(s.Items, words+" item")
	return s
}

// olderWords are the words of JSON Schema 2020-12 that OpenAPI 3.0 does not have.
var olderWords = strings.Fields("$schema $id $defs contentEncoding contentMediaType patternProperties propertyNames unevaluatedProperties dependentRequired prefixItems if then else contains")

// olderSchema rewrites a schema: null is nullable, const is enum, the first of examples is example, an exclusive bound is a
// truth value beside the bound.
func olderSchema(s *Schema) *Schema {
	if s == nil || s.Bool != nil {
		return s
	}
	members := s.members()
	if s.Ref != "" && members.Len() > 1 {
		return besideReference(s)
	}
	var o Map[any]
	for name, value := range members.All() {
		if value == nil && name != "const" {
			o.Set(name, nil)
			continue
		}
		switch name {
		case "type":
			setTypes(&o, s.Type)
		case "anyOf", "oneOf", "allOf":
			setAlternatives(&o, name, value.([]*Schema))
		case "properties":
			o.Set(name, s.Properties.rewritten(olderSchema))
		case "items", "additionalProperties", "not":
			o.Set(name, olderSchema(value.(*Schema)))
		case "const":
			o.Set("enum", []any{value})
		case "examples":
			if len(s.Examples) > 0 {
				o.Set("example", s.Examples[0])
			}
		case "exclusiveMinimum":
			o.Set("minimum", value)
			o.Set(name, true)
		case "exclusiveMaximum":
			o.Set("maximum", value)
			o.Set(name, true)
		default:
			if !slices.Contains(olderWords, name) {
				o.Set(name, value)
			}
		}
	}
	if s.Others["contentEncoding"] == "base64" {
		o.Set("format", "byte")
	}
	addItems(&o)
	return schemaOfMembers(severalTypes(o))
}

// besideReference puts a reference into a list, since 3.0 reads nothing that stands beside one.
func besideReference(s *Schema) *Schema {
	rest := *s
	rest.Ref = ""
	o := olderSchema(&rest).members()
	o.Set("allOf", []*Schema{{Ref: s.Ref}})
	return schemaOfMembers(o)
}

// setTypes sets the types of a schema, of which null is none in 3.0. Several are taken apart by severalTypes.
func setTypes(o *Map[any], types Types) {
	rest := slices.DeleteFunc(slices.Clone(types), func(t string) bool { return t == "null" })
	if len(rest) == 0 {
		o.Set("enum", []any{nil})
	} else {
		o.Set("type", rest)
	}
	if len(rest) < len(types) {
		o.Set("nullable", true)
	}
}

// addItems gives a list items of any kind where it has none: 3.0 wants some.
func addItems(o *Map[any]) {
	if types, _ := o.Get("type").(Types); slices.Equal(types, Types{"array"}) && !o.Has("items") {
		o.Set("items", &Schema{})
	}
}

// severalTypes makes alternatives of a schema that has several types.
func severalTypes(o Map[any]) Map[any] {
	types, _ := o.Get("type").(Types)
	if len(types) < 2 {
		return o
	}
	var about Map[any]
	for _, name := range strings.Fields("title description readOnly writeOnly default example nullable deprecated") {
		if o.Has(name) {
			about.Set(name, o.Get(name))
		}
	}
	var alternatives []*Schema
	for _, t := range types {
		var one Map[any]
		one.Set("type", Types{t})
		for name, value := range o.All() {
			if !about.Has(name) && name != "type" {
				one.Set(name, value)
			}
		}
		addItems(&one)
		alternatives = append(alternatives, schemaOfMembers(one))
	}
	about.Set("anyOf", alternatives)
	return about
}

// setAlternatives sets the schemas of which one holds, of which null is none in 3.0.
func setAlternatives(o *Map[any], name string, schemas []*Schema) {
	var rest []*Schema
	for _, s := range schemas {
		if slices.Equal(s.Type, Types{"null"}) {
			o.Set("nullable", true)
		} else {
			rest = append(rest, olderSchema(s))
		}
	}
	if len(rest) == 1 && len(rest) < len(schemas) {
		name = "allOf"
	}
	o.Set(name, rest)
}
