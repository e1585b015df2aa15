// Package golden compares texts with the files that hold the wanted ones. It imports nothing of the project.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite golden files, and the want sections of scenario files")

// Update reports whether the run rewrites golden files instead of comparing with them.
func Update() bool { return *update }

// Check compares a text with a file. With -update it writes the file, and the folders above it, and logs its name if the
// text has changed: go test -v shows that.
func Check(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if old, err := os.ReadFile(file); err != nil || string(old) != got {
			t.Logf("wrote %s", file)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := Diff(string(want), got); diff != "" {
		t.Errorf("%s %s", file, diff)
	}
}
