// The document as OpenAPI 3.0.3, for tools that know no later one.

package openapi

import (
	"slices"
	"strings"
)

// older rewrites a document of OpenAPI 3.1 as one of 3.0.3. What that cannot say is left out: webhooks, and schemes by
// certificates.
func older(document []byte) ([]byte, error) {
	root, err := decodeOrdered(document)
	if err != nil {
		return nil, err
	}
	d := downgrade{schemes: map[string]bool{}, schemas: newObject()}
	schemes := membersAt(root, "components", "securitySchemes")
	for _, name := range slices.Clone(schemes.names) {
		if textAt(schemes.values[name], "type") == "mutualTLS" { // only of 3.1
			d.schemes[name] = true
			schemes.remove(name)
		}
	}
	o := root.(*object)
	o.remove("webhooks")
	o.set("openapi", "3.0.3")
	o = d.value(o).(*object)
	schemas := membersAt(o, "components", "schemas")
	for _, name := range d.schemas.names {
		schemas.add(name, d.schemas.values[name])
	}
	return encode(o)
}

// downgrade rewrites a document.
type downgrade struct {
	schemes map[string]bool // that are left out
	schemas *object         // that are added to the components
}

// value rewrites a value that is no schema.
func (d downgrade) value(v any) any {
	switch v := v.(type) {
	case []any:
		items := []any{}
		for _, item := range v {
			items = append(items, d.value(item))
		}
		return items
	case *object:
		o := newObject()
		for _, name := range v.names {
			switch inner := v.values[name]; name {
			case "schema":
				o.add(name, olderSchema(inner))
			case "schemas":
				o.add(name, eachSchema(inner))
			case "security":
				o.add(name, d.security(inner))
			default:
				o.add(name, d.value(inner))
			}
		}
		if id := textAt(o, "operationId"); id != "" {
			d.nameAlternatives(id, o)
		}
		return o
	}
	return v
}

// nameAlternatives makes components of parameters, bodies and answers that are of one type or another, and of
// such members of theirs. Generators such as oapi-codegen 2.8 know these only by name.
func (d downgrade) nameAlternatives(id string, operation *object) {
	name := func(of any, words string) {
		if s, is := at(of, "schema").(*object); is {
			membersAt(of).add("schema", d.nameSchema(s, id+" "+words))
		}
	}
	for _, p := range list(at(operation, "parameters")) {
		name(p, textAt(p, "name"))
	}
	each := func(body any, words string) {
		content := membersAt(body, "content")
		for _, mediaType := range content.names {
			name(content.values[mediaType], words)
		}
	}
	each(at(operation, "requestBody"), "body")
	responses := membersAt(operation, "responses")
	for _, status := range responses.names {
		each(responses.values[status], status)
	}
}

// nameSchema returns a reference to a new component in place of a schema that has alternatives, and the schema itself, in
// which such members and items have become references, in place of another.
func (d downgrade) nameSchema(s *object, words string) any {
	if len(list(s.values["anyOf"])) > 1 {
		d.schemas.add(camel(words), s)
		return schemaRef(camel(words))
	}
	properties := membersAt(s, "properties")
	for _, name := range properties.names {
		if inner, is := properties.values[name].(*object); is {
			properties.add(name, d.nameSchema(inner, words+" "+name))
		}
	}
	if items, is := s.values["items"].(*object); is {
		s.add("items", d.nameSchema(items, words+" item"))
	}
	return s
}

// security leaves out the ways to be known that need a scheme which is left out.
func (d downgrade) security(v any) any {
	ways := []any{}
	for _, way := range list(v) {
		if !slices.ContainsFunc(membersAt(way).names, func(name string) bool { return d.schemes[name] }) {
			ways = append(ways, way)
		}
	}
	return ways
}

// eachSchema rewrites the schemas of an object or a list.
func eachSchema(v any) any {
	if items, is := v.([]any); is {
		rewritten := []any{}
		for _, item := range items {
			rewritten = append(rewritten, olderSchema(item))
		}
		return rewritten
	}
	o := newObject()
	for _, name := range membersAt(v).names {
		o.add(name, olderSchema(at(v, name)))
	}
	return o
}

// olderWords are the words of JSON Schema 2020-12 that OpenAPI 3.0 does not have.
var olderWords = strings.Fields("$schema $id $defs contentEncoding contentMediaType patternProperties propertyNames unevaluatedProperties dependentRequired prefixItems if then else contains")

// olderSchema rewrites a schema: null is nullable, const is enum, the first of examples is example, an exclusive bound is a
// truth value beside the bound.
func olderSchema(v any) any {
	s, is := v.(*object)
	if !is { // true or false
		return v
	}
	if _, refers := s.values["$ref"]; refers && len(s.names) > 1 {
		return besideReference(s)
	}
	o := newObject()
	for _, name := range s.names {
		switch value := s.values[name]; name {
		case "type":
			setTypes(o, value)
		case "anyOf", "oneOf", "allOf":
			setAlternatives(o, name, list(value))
		case "properties":
			o.add(name, eachSchema(value))
		case "items", "additionalProperties", "not":
			o.add(name, olderSchema(value))
		case "const":
			o.add("enum", []any{value})
		case "examples":
			if examples := list(value); len(examples) > 0 {
				o.add("example", examples[0])
			}
		case "exclusiveMinimum":
			o.add("minimum", value)
			o.add(name, true)
		case "exclusiveMaximum":
			o.add("maximum", value)
			o.add(name, true)
		default:
			if !slices.Contains(olderWords, name) {
				o.add(name, value)
			}
		}
	}
	if s.values["contentEncoding"] == "base64" {
		o.add("format", "byte")
	}
	if o.values["type"] == "array" && o.values["items"] == nil {
		o.add("items", newObject())
	}
	return severalTypes(o)
}

// besideReference puts a reference into a list, since 3.0 reads nothing that stands beside one.
func besideReference(s *object) any {
	rest := newObject()
	for _, name := range s.names {
		if name != "$ref" {
			rest.add(name, s.values[name])
		}
	}
	o := olderSchema(rest).(*object)
	o.add("allOf", []any{newObject().set("$ref", s.values["$ref"])})
	return o
}

// setTypes sets the types of a schema, of which null is none in 3.0. Several are taken apart by severalTypes.
func setTypes(o *object, value any) {
	types := list(value)
	if types == nil {
		types = []any{value}
	}
	rest := slices.DeleteFunc(slices.Clone(types), func(t any) bool { return t == "null" })
	switch len(rest) {
	case 0:
		o.add("enum", []any{nil})
	case 1:
		o.add("type", rest[0])
	default:
		o.add("type", rest)
	}
	if len(rest) < len(types) {
		o.add("nullable", true)
	}
}

// severalTypes makes alternatives of a schema that has several types.
func severalTypes(o *object) *object {
	types, several := o.values["type"].([]any)
	if !several {
		return o
	}
	about, alternatives := newObject(), []any{}
	for _, name := range strings.Fields("title description readOnly writeOnly default example nullable deprecated") {
		if value, has := o.values[name]; has {
			about.add(name, value)
		}
	}
	for _, t := range types {
		one := newObject().set("type", t)
		for _, name := range o.names {
			if _, has := about.values[name]; !has && name != "type" {
				one.add(name, o.values[name])
			}
		}
		if t == "array" && one.values["items"] == nil {
			one.add("items", newObject())
		}
		alternatives = append(alternatives, one)
	}
	about.add("anyOf", alternatives)
	return about
}

// setAlternatives sets the schemas of which one holds, of which null is none in 3.0.
func setAlternatives(o *object, name string, schemas []any) {
	var rest []any
	for _, s := range schemas {
		if textAt(s, "type") == "null" {
			o.add("nullable", true)
		} else {
			rest = append(rest, olderSchema(s))
		}
	}
	if len(rest) == 1 && len(rest) < len(schemas) {
		name = "allOf"
	}
	o.add(name, rest)
}
