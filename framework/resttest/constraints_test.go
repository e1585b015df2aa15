// A test of values that violate constraints.

package resttest

import (
	"encoding/json"
	"testing"

	"example.com/resourceful/framework/openapi"
)

// Values that violate a schema are found for each of its constraints.
func TestViolating(t *testing.T) {
	for _, tt := range []struct {
		schema *openapi.Schema
		word   string
		want   string
	}{
		{&openapi.Schema{Type: openapi.Types{"string"}, Extra: openapi.Extra{Others: map[string]any{"maxLength": json.Number("3")}}}, "maxLength", `"aaaa"`},
		{&openapi.Schema{Type: openapi.Types{"string"}, Extra: openapi.Extra{Others: map[string]any{"minLength": json.Number("1")}}}, "minLength", `""`},
		{&openapi.Schema{Type: openapi.Types{"integer"}, Extra: openapi.Extra{Others: map[string]any{"minimum": json.Number("1")}}}, "minimum", `0`},
		{&openapi.Schema{Type: openapi.Types{"integer"}, Extra: openapi.Extra{Others: map[string]any{"maximum": json.Number("5")}}}, "maximum", `6`},
		{&openapi.Schema{Type: openapi.Types{"string"}}, "null", `null`},
		{&openapi.Schema{Type: openapi.Types{"string", "null"}}, "null", ``},
		{&openapi.Schema{Type: openapi.Types{"string"}, Format: "date"}, "format", `"é !"`},
		{&openapi.Schema{Type: openapi.Types{"string"}, Extra: openapi.Extra{Others: map[string]any{"pattern": "^[a-z]+$"}}}, "pattern", `"é !"`},
		{&openapi.Schema{Type: openapi.Types{"string"}, Format: "decimal", Extra: openapi.Extra{Others: map[string]any{"x-minimum": "0"}}}, "x-minimum", `"-1"`},
		{&openapi.Schema{Type: openapi.Types{"array"}, Extra: openapi.Extra{Others: map[string]any{"maxItems": json.Number("1")}}}, "maxItems", `[1,1]`},
	} {
		if got := violating(tt.schema, "")[tt.word]; got != tt.want {
			t.Errorf("%s of %v: got %s, want %s", tt.word, tt.schema, got, tt.want)
		}
	}
}
