// Schemas, made of what the plan has and by hand.

package openapi

import (
	"cmp"
	"reflect"
	"strings"
)

// convert sets a part of a document to a value as JSON has it.
func convert(value, to any) error {
	encoded, err := Encode(value)
	if err != nil {
		return err
	}
	v, err := decode(encoded)
	if err != nil {
		return err
	}
	return fill(reflect.ValueOf(to).Elem(), v, "schema")
}

// schema makes a schema of one as a plan has it, in which others may stand that are made already.
func (b *builder) schema(s any) *Schema {
	to, is := s.(*Schema)
	if !is {
		to = &Schema{}
		b.err = cmp.Or(b.err, convert(s, to))
	}
	return to
}

// object returns the schema of an object with members, each a name and its schema.
func (b *builder) object(members ...any) *Schema {
	o := &Schema{Type: Types{"object"}, Properties: mapOf(map[string]*Schema{})}
	for i := 0; i < len(members); i += 2 {
		o.Properties.Set(members[i].(string), b.schema(members[i+1]))
	}
	return o
}

// about gives a schema a description.
func (s *Schema) about(words string) *Schema {
	s.Description = words
	return s
}

// require makes members of a schema required.
func (s *Schema) require(names ...string) *Schema {
	s.Required = append(s.Required, names...)
	return s
}

// members returns those of a schema as they are written.
func (s *Schema) members() (members Map[any]) {
	for _, m := range membersOf(reflect.ValueOf(*s)) {
		if members.Set(m.name, nil); m.value.IsValid() {
			members.Set(m.name, m.value.Interface())
		}
	}
	return members
}

// schemaOfMembers makes a schema of members that are of the types of its fields.
func schemaOfMembers(members Map[any]) *Schema {
	s := &Schema{}
	if err := fillObject(reflect.ValueOf(s).Elem(), members, "schema"); err != nil {
		panic(err) // of a type that the field does not have
	}
	return s
}

// refTo returns the reference to a component.
func refTo(kind, name string) string { return "#/components/" + kind + "/" + name }

// schemaRef refers to a schema among the components.
func schemaRef(name string) map[string]any { return map[string]any{"$ref": refTo("schemas", name)} }

// refName returns the name of the schema that a reference leads to.
func refName(s map[string]any) string {
	to, _ := s["$ref"].(string)
	return strings.TrimPrefix(to, refTo("schemas", ""))
}

func listOf(items any) map[string]any { return map[string]any{"type": "array", "items": items} }

func anyOf(schemas ...any) map[string]any { return map[string]any{"anyOf": schemas} }

func text() map[string]any { return map[string]any{"type": "string"} }
