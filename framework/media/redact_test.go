// Tests of redacted bodies.

package media_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
)

func TestRedact(t *testing.T) {
	const asJSON, asYAML = "application/json", "application/yaml"
	for _, tt := range []struct {
		name, contentType, content, want string
		hidden                           bool
	}{
		{"JSON keeps its layout", asJSON, "{\"a\": 1,\n  \"secret\" : \"s3\" , \"b\":[2]}", "{\"a\": 1,\n  \"secret\" : \"\" , \"b\":[2]}", false},
		{"twice", asJSON, `{"secret":"s3","secret":["s3",{"x":"s3"}]}`, `{"secret":"","secret":""}`, false},
		{"deep", asJSON, `[{"x":{"secret":1e5}},"secret"]`, `[{"x":{"secret":""}},"secret"]`, false},
		{"escaped key", asJSON, `{"\u0073ecret":"s3"}`, `{"\u0073ecret":""}`, false},
		{"no secret", asJSON, `{"a": `, `{"a": `, false},
		{"malformed", asJSON, `{"secret":"s3"`, "", true},
		{"malformed behind it", asJSON, `{"secret":"s3"} x`, "", true},
		{"malformed with an escape", asJSON, `{"\u0073ecret":"s3"`, "", true},
		{"too deep", asJSON, strings.Repeat("[", 1100) + `{"secret":"s3"}` + strings.Repeat("]", 1100), "", true},
		{"other charset", asJSON + "; charset=utf-16", `{"secret":"s3"}`, "", true},
		{"same charset", asJSON + "; charset=UTF-8", `{"secret":"s3"}`, `{"secret":""}`, false},
		{"YAML", asYAML, "a: 1 # one\nsecret: s3\n", "a: 1 # one\nsecret: \"\"\n", false},
		{"YAML block", asYAML, "secret: |\n  s3\n  s3\nb: [x]\n", "secret: \"\"\nb: [x]\n", false},
		{"YAML alias", asYAML, "x: &p s3\nsecret: *p\n", "x: &p \"\"\nsecret: *p\n", false},
		{"YAML key alias", asYAML, "x: &k secret\n*k : s3\n", "x: &k secret\n*k: \"\"\n", false},
		{"YAML merge", asYAML, "base: &b {secret: s3}\n<<: *b\n", "base: &b {secret: \"\"}\n!!merge <<: *b\n", false},
		{"YAML malformed", asYAML, "secret: [s3", "", true},
		{"YAML documents", asYAML, "secret: s3\n---\nsecret: s3\n", "", true},
		{"another type", "text/plain", "secret", "", true},
		{"another type without it", "text/plain", "a", "a", false},
		{"no type", "", "secret", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := media.Redact(tt.contentType, tt.content, []string{"secret"})
			if got != tt.want || ok == tt.hidden {
				t.Errorf("got %q, %v; want %q, %v", got, ok, tt.want, !tt.hidden)
			}
		})
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("application/json", `{"secret":"hunter2","a":["secret",{"secret":null}]}`)
	f.Add("application/yaml", "secret: &a hunter2\nb: *a\n")
	f.Fuzz(func(t *testing.T, contentType, content string) {
		text, ok := media.Redact(contentType, content, []string{"secret"})
		if !ok && text != "" {
			t.Errorf("refused with %q", text)
		}
		r := httptest.NewRequest("POST", "/", strings.NewReader(text))
		r.Header.Set("Content-Type", contentType)
		body, err := media.Decode(r, media.Parsers(), media.Limits{})
		if ok && err == nil && tells(body.Value) {
			t.Errorf("a value is left in %q", text)
		}
	})
}

// tells reports whether a tree has a secret.
func tells(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, tells)
	case map[string]any:
		for key, value := range v {
			if key == "secret" && value != "" || tells(value) {
				return true
			}
		}
	}
	return false
}
