// Tests of the commands that write documents and migrate tables.

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

func TestMigrate(t *testing.T) {
	t.Chdir(t.TempDir())
	planned, _ := call(t, 0, "", env(), "migrate", "--dry-run")
	if !strings.Contains(planned, "CREATE TABLE \"snippets\" (\n") || !strings.HasSuffix(planned, ";\n") {
		t.Errorf("dry run: got %s", planned)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("a dry run makes files: %v, error %v", left, err)
	}
	done, _ := call(t, 0, "", env(), "migrate", "--database", "x.sqlite")
	if !strings.HasPrefix(done, "SQLite, file x.sqlite: ") {
		t.Errorf("got %q", done)
	}
	again, _ := call(t, 0, "", env(), "migrate", "--database", "x.sqlite", "--dry-run")
	if again != "" {
		t.Errorf("nothing is left to do: got %s", again)
	}
	// The other configuration adds to the same database.
	if added, _ := call(t, 0, "", env(), "migrate", "directory", "--database", "x.sqlite", "--dry-run"); !strings.Contains(added, `CREATE TABLE "users_groups"`) || strings.Contains(added, `TABLE "users" (`) {
		t.Errorf("directory: got %s", added)
	}
}

// TestDescribe shows no secret.
func TestDescribe(t *testing.T) {
	tests := []struct{ dialect, address, want string }{
		{"sqlite", "snippets.sqlite", "SQLite, file snippets.sqlite"},
		{"postgres", "postgres://app:secret@db.example.com:5433/app?sslmode=require&password=secret", "PostgreSQL, postgres://app@db.example.com:5433/app"},
		{"postgres", "postgresql:///app?host=/run/postgresql", "PostgreSQL, postgresql:///app"},
		{"postgres", "host=/run/postgresql dbname=app", "PostgreSQL, host=/run/postgresql dbname=app"},
		{"postgres", "host=db password='a dbname=secret' user=app", "PostgreSQL"},
		{"postgres", "postgres://u:se#cret@h/d", "PostgreSQL"},
	}
	for _, tt := range tests {
		if got := describe(tt.dialect, tt.address); got != tt.want {
			t.Errorf("describe(%s)\n got %s\nwant %s", tt.address, got, tt.want)
		}
	}
}
