// Tests of the generated clients.

package client_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/cmd/clients/client"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
)

func generate(t *testing.T, set *rest.Set, language string) []client.File {
	t.Helper()
	p, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	d, err := openapi.New(p, openapi.Options{Schemes: standard.Schemes()})
	if err != nil {
		t.Fatal(err)
	}
	files, err := client.Generate(d, language, p.Name)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The client of the directory is in its golden, without the files that all clients have in common.
func TestGolden(t *testing.T) {
	common, err := os.ReadDir("runtime")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range generate(t, sets.Directory(), "go") {
		if !slices.ContainsFunc(common, func(e os.DirEntry) bool { return e.Name() == f.Name }) {
			golden.Check(t, filepath.Join("testdata/directory", f.Name), string(f.Text))
		}
	}
}

// A document always gives the same files.
func TestGenerateAgain(t *testing.T) {
	for _, language := range client.Languages() {
		if a, b := generate(t, wide(rest.InAccept("v")), language), generate(t, wide(rest.InAccept("v")), language); !reflect.DeepEqual(a, b) {
			t.Errorf("the client in %s is another the second time", language)
		}
	}
}

func TestGenerateUnknown(t *testing.T) {
	if _, err := client.Generate(&openapi.Document{}, "cobol", ""); err == nil || err.Error() != `clients are written in go, py, ts, not in "cobol"` {
		t.Errorf("got %v", err)
	}
}

// A client is code of its language, whatever the plan has: Go's own tools and Python read it.
func TestWide(t *testing.T) {
	for name, version := range map[string]rest.VersionScheme{"accept": rest.InAccept("v"), "header": rest.InHeader("Api-Version"), "query": rest.InQuery("v"), "path": rest.InPath()} {
		t.Run(name, func(t *testing.T) {
			if name != "header" {
				require.Part(t, "contract")
			}
			dir := t.TempDir()
			for _, language := range []string{"go", "py"} {
				if err := client.Write(dir, generate(t, wide(version), language)); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.org/wide\n\ngo 1.24\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			command := exec.Command("go", "vet", ".")
			command.Dir, command.Env = dir, append(os.Environ(), "GOWORK=off")
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("go vet: %v\n%s", err, out)
			}
			python, err := exec.LookPath("python3")
			if err != nil {
				require.Missing(t, "contract", err)
			}
			command = exec.Command(python, "-c", `
import dataclasses, typing, wide
for name, of in vars(wide).items():
    if isinstance(of, type) and of.__module__ == "wide" and (dataclasses.is_dataclass(of) or typing.is_typeddict(of)):
        typing.get_type_hints(of)
`)
			command.Dir, command.Env = dir, append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("python3: %v\n%s", err, out)
			}
		})
	}
}

// Only files that were written before are overwritten, or removed.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	files := generate(t, sets.Directory(), "go")
	if err := client.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	own, stale := filepath.Join(dir, "own.go"), filepath.Join(dir, "stale.go")
	users := filepath.Join(dir, "users.go")
	for path, text := range map[string]string{own: "package directory\n", stale: string(files[0].Text), users: "package directory // mine\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := client.Write(dir, files); err == nil || !strings.Contains(err.Error(), users+" was not written by this command") {
		t.Errorf("over another's file: got %v", err)
	}
	if _, err := os.Stat(stale); err != nil {
		t.Errorf("a refusal has removed %v", err)
	}
	if err := os.Remove(users); err != nil {
		t.Fatal(err)
	}
	if err := client.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); !os.IsNotExist(err) {
		t.Errorf("the file of an older client is there: %v", err)
	}
	for path, want := range map[string]string{own: "package directory\n", users: string(files[slices.IndexFunc(files, func(f client.File) bool { return f.Name == "users.go" })].Text)} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: got %q, error %v, want %q", path, got, err, want)
		}
	}
}
