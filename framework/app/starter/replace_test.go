package starter

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The go command reads the path of a checkout from the module as it is, whatever is in it.
func TestReplaced(t *testing.T) {
	for _, root := range []string{"/home/ann/resourceful", "/home/ann/my projects/resourceful", `/home/ann/it's "new" (1), [2]`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/tracker\n\ngo 1.26.0\n\n"+replaced(root, dir)), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Replace.Path}}", framework)
		command.Dir, command.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := command.CombinedOutput()
		if got := strings.TrimSpace(string(out)); filepath.IsAbs(got) || filepath.Join(dir, got) != root {
			t.Errorf("%s: got %s from %s, error %v", root, got, dir, err)
		}
	}
}

// A module requires a version, or a checkout; where neither is known it is refused, whatever is in the working directory.
func TestSource(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	for _, dir := range []string{root, elsewhere} {
		if err := os.WriteFile(filepath.Join(dir, "go.sum"), []byte(filepath.Base(dir)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(elsewhere)
	for _, tt := range []struct{ version, root, require, sums, wrong string }{
		{version: "v0.1.0", root: root, require: "require " + framework + " v0.1.0\n", sums: filepath.Base(root)},
		{version: "v0.1.0", require: "require " + framework + " v0.1.0\n"},
		{root: root, require: replaced(root, elsewhere), sums: filepath.Base(root)},
		{root: t.TempDir(), wrong: "no checkout of the framework is here"},
		{wrong: "no checkout of the framework is here"},
	} {
		require, sums, err := sourceOf(tt.version, tt.root, elsewhere)
		if require != tt.require || string(sums) != tt.sums || (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("version %q, checkout %q: got %q, sums %q, error %v", tt.version, tt.root, require, sums, err)
		}
	}
}
