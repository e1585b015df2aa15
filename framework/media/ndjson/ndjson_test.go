// A test of newline-delimited JSON.

package ndjson_test

import (
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/ndjson"
)

// Each row is a line, and any other document is one.
func TestLines(t *testing.T) {
	for _, tt := range []struct {
		name string
		d    media.Document
		want string
	}{
		{"page", media.Document{Content: media.Page, JSON: []byte(`{"count":2}`), Results: []byte(`[{"a":"x\ny"},{"a":2}]`)}, `{"a":"x\ny"}` + "\n" + `{"a":2}` + "\n"},
		{"no rows", media.Document{Content: media.List, JSON: []byte(`[]`), Results: []byte(`[]`)}, ""},
		{"record", media.Document{Content: media.Record, JSON: []byte(`{"a":[1,2]}`)}, `{"a":[1,2]}` + "\n"},
		{"problem", media.Document{Content: media.Problem, JSON: []byte(`{"detail":"No."}`)}, `{"detail":"No."}` + "\n"},
	} {
		var out media.Output
		if err := (ndjson.Renderer{}).Render(&out, &tt.d); err != nil || string(out.Bytes) != tt.want {
			t.Errorf("%s: got %q, error %v, want %q", tt.name, out.Bytes, err, tt.want)
		}
	}
}
