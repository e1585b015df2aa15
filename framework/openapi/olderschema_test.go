// Tests of schemas in older versions of OpenAPI.

package openapi

import (
	"reflect"
	"testing"
)

// Schemas say the same in the words of OpenAPI 3.0.
func TestOlderSchema(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"a type", `{"type":"string","maxLength":3}`, `{"type":"string","maxLength":3}`},
		{"or null", `{"type":["string","null"]}`, `{"type":"string","nullable":true}`},
		{"null alone", `{"type":"null"}`, `{"enum":[null],"nullable":true}`},
		{"two types", `{"type":["string","integer","null"],"title":"A","maxLength":3}`, `{"title":"A","nullable":true,"anyOf":[{"type":"string","maxLength":3},{"type":"integer","maxLength":3}]}`},
		{"a list of anything", `{"type":"array"}`, `{"type":"array","items":{}}`},
		{"a list or a text", `{"type":["array","string"]}`, `{"anyOf":[{"type":"array","items":{}},{"type":"string"}]}`},
		{"a reference or null", `{"anyOf":[{"$ref":"#/a"},{"type":"null"}]}`, `{"nullable":true,"allOf":[{"$ref":"#/a"}]}`},
		{"one of two or null", `{"anyOf":[{"$ref":"#/a"},{"type":"integer"},{"type":"null"}]}`, `{"nullable":true,"anyOf":[{"$ref":"#/a"},{"type":"integer"}]}`},
		{"beside a reference", `{"$ref":"#/a","readOnly":true}`, `{"readOnly":true,"allOf":[{"$ref":"#/a"}]}`},
		{"a constant", `{"const":"last"}`, `{"enum":["last"]}`},
		{"examples", `{"type":"string","examples":["a","b"]}`, `{"type":"string","example":"a"}`},
		{"bounds", `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":9}`, `{"type":"number","minimum":0,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":true}`},
		{"bytes", `{"type":"string","contentEncoding":"base64"}`, `{"type":"string","format":"byte"}`},
		{"within members and items", `{"type":"object","properties":{"type":{"type":["integer","null"]},"const":{"type":"array","items":{"const":1}}},"additionalProperties":false}`, `{"type":"object","properties":{"type":{"type":"integer","nullable":true},"const":{"type":"array","items":{"enum":[1]}}},"additionalProperties":false}`},
		{"a value that is a schema in looks alone", `{"default":{"type":["a","b"]},"enum":[{"const":1}]}`, `{"default":{"type":["a","b"]},"enum":[{"const":1}]}`},
	} {
		if got := compact(olderSchema(readSchema(t, tt.schema))); string(got) != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func readSchema(t *testing.T, text string) *Schema {
	t.Helper()
	v, err := decode([]byte(text))
	s := &Schema{}
	if err == nil {
		err = s.fill(v, "schema")
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A value of one type or another is a component, wherever it is in the parameters and bodies of an operation.
func TestNameAlternatives(t *testing.T) {
	const either, other = `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"boolean"},{"type":"integer"}]}`
	v, err := decode([]byte(`{"operationId":"things_list","parameters":[{"name":"page","schema":` + either + `}],"responses":{"200":{"content":{"application/json":{"schema":
		{"type":"object","properties":{"next":` + either + `,"rows":{"type":"array","items":{"properties":{"id":` + other + `}}},"none":{"type":"string"}}}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	operation, d := &Operation{}, downgrade{}
	if err := fill(reflect.ValueOf(operation).Elem(), v, "operation"); err != nil {
		t.Fatal(err)
	}
	d.nameAlternatives(operation)
	const want = `{"operationId":"things_list","parameters":[{"name":"page","schema":{"$ref":"#/components/schemas/ThingsListPage"}}],"responses":{"200":{"content":{"application/json":{"schema":` +
		`{"type":"object","properties":{"next":{"$ref":"#/components/schemas/ThingsList200Next"},` +
		`"rows":{"type":"array","items":{"properties":{"id":{"$ref":"#/components/schemas/ThingsList200RowsItemId"}}}},"none":{"type":"string"}}}}}}}}`
	if got := compact(operation); string(got) != want {
		t.Errorf("the operation: got %s, want %s", got, want)
	}
	const components = `{"ThingsListPage":` + either + `,"ThingsList200Next":` + either + `,"ThingsList200RowsItemId":` + other + `}`
	if got := compact(d.schemas); string(got) != components {
		t.Errorf("the components: got %s, want %s", got, components)
	}
}
