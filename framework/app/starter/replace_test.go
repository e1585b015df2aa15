package starter

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The go command reads the path of a checkout as it is, whatever is in it.
func TestReplaced(t *testing.T) {
	for _, root := range []string{"/home/ann/resourceful", "/home/ann/my projects/resourceful", `/home/ann/it's "new" (1), [2]`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/tracker\n\ngo 1.26.0\n\n"+replaced(root)), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Replace.Path}}", framework)
		command.Dir, command.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := command.CombinedOutput()
		if got := strings.TrimSpace(string(out)); got != root {
			t.Errorf("%s: got %s, error %v", root, got, err)
		}
	}
}
