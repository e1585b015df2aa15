// Tests of the command.

package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/openapi"
)

// A client is written of a document in a file and at an address, and what is none is an error that says so.
func TestRun(t *testing.T) {
	p := compiled(t, config.Directory())
	d, err := openapi.New(p, openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "openapi.json")
	write(t, file, string(d.JSON()))
	none := filepath.Join(dir, "none.json")
	write(t, none, `{"openapi": "3.1.0"}`)
	web := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer web.Close()
	for _, tt := range []struct{ language, folder, document, want, failure string }{
		{"go", "users", file, "users: wrote ", ""},
		{"py", "modules", web.URL + "/openapi.json", "modules: wrote directory.py\n", ""},
		{"ts", "modules", web.URL + "/other.json", "", web.URL + "/other.json: 404 Not Found"},
		{"ts", "modules", none, "", none + ": the document has no paths; write it with the command openapi"},
		{"cobol", "modules", file, "", "<language> must be one of"},
	} {
		var out bytes.Buffer
		err := run([]string{tt.language, filepath.Join(dir, tt.folder), tt.document}, &out, &out)
		if tt.failure == "" && err != nil || tt.failure != "" && (err == nil || !strings.Contains(err.Error(), tt.failure)) || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%s of %s: got %q, error %v, want %q, error %q", tt.language, tt.document, out.String(), err, tt.want, tt.failure)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "users/client.go")); err != nil || !strings.Contains(string(text), "\npackage users\n") {
		t.Errorf("the client in Go: got %.200s, error %v, want the package of its folder", text, err)
	}
}
