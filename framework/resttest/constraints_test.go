// A test of values that violate constraints.

package resttest

import (
	"testing"

	"example.com/resourceful/framework/openapi"
)

// Values that violate a schema are found for each of its constraints.
func TestViolating(t *testing.T) {
	for _, tt := range []struct {
		schema map[string]any
		word   string
		want   string
	}{
		{map[string]any{"type": "string", "maxLength": 3.0}, "maxLength", `"aaaa"`},
		{map[string]any{"type": "string", "minLength": 1.0}, "minLength", `""`},
		{map[string]any{"type": "integer", "minimum": 1.0}, "minimum", `0`},
		{map[string]any{"type": "integer", "maximum": 5.0}, "maximum", `6`},
		{map[string]any{"type": "string"}, "null", `null`},
		{map[string]any{"type": []any{"string", "null"}}, "null", ``},
		{map[string]any{"type": "string", "format": "date"}, "format", `"é !"`},
		{map[string]any{"type": "string", "pattern": "^[a-z]+$"}, "pattern", `"é !"`},
		{map[string]any{"type": "string", "format": "decimal", "x-minimum": "0"}, "x-minimum", `"-1"`},
		{map[string]any{"type": "array", "maxItems": 1.0}, "maxItems", `[1,1]`},
	} {
		s, err := openapi.NewSchema(tt.schema)
		if err != nil {
			t.Fatal(err)
		}
		if got := violating(s, "")[tt.word]; got != tt.want {
			t.Errorf("%s of %v: got %s, want %s", tt.word, tt.schema, got, tt.want)
		}
	}
}
