package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/sets"
)

// The command writes the document, and tells what breaks the clients of an older one.
func TestOpenAPI(t *testing.T) {
	run := func(args ...string) (text string, code int) {
		var out output
		code = ours().run(t.Context(), sets.All(), append([]string{"openapi"}, args...), nil, &out, &out, env())
		return out.String(), code
	}
	document, code := run("snippets", "--server", "https://api.example.com/")
	var v struct {
		OpenAPI string
		Servers []struct{ URL string }
	}
	if err := json.Unmarshal([]byte(document), &v); err != nil || code != 0 || v.OpenAPI != "3.1.0" || v.Servers[0].URL != "https://api.example.com" {
		t.Fatalf("got the code %d, %v and the document %+v, want 3.1.0 at the server", code, err, v)
	}
	if text, code := run("snippets", "--format", "yaml"); code != 0 || !strings.HasPrefix(text, "openapi: \"3.1.0\"\n") {
		t.Errorf("in YAML: got the code %d and %.100s", code, text)
	}
	file := filepath.Join(t.TempDir(), "old.json")
	for _, tt := range []struct {
		name, from, to, want string
		code                 int
	}{
		{"the same", "", "", "snippets: nothing breaks clients of " + file + "\n", 0},
		{"more before", `"/users/"`, `"/people/"`, "/people/: the path is gone\n", 1},
		{"no document", document, "[]", "resourceful: against " + file + ": the document: got a list, want an object\n", 1},
	} {
		if err := os.WriteFile(file, []byte(strings.Replace(document, tt.from, tt.to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if text, code := run("snippets", "--against", file); code != tt.code || text != tt.want {
			t.Errorf("against %s: got the code %d and %q, want %d and %q", tt.name, code, text, tt.code, tt.want)
		}
	}
	if text, code := run("snippets", "--version", "2"); code != 1 || text != "resourceful: snippets has no version \"2\"\n" {
		t.Errorf("a version that there is not: got the code %d and %q", code, text)
	}
}
