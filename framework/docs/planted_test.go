package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/require"
)

// A reader who plants the defect of a page, and runs the test of it, sees it fail in these words.
func TestPlanted(t *testing.T) {
	require.Part(t, "readme")
	dir, found := project(t), 0
	for _, file := range pages(t) {
		for _, b := range blocks(t, file) {
			name := filepath.Join(dir, b.words["plant"])
			switch {
			case b.words["plant"] == "":
			case b.lang == "go":
				write(t, name, b.text)
			default:
				found++
				b.fails(t, dir)
				if err := os.Remove(name); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no page plants a defect")
	}
}

// fails runs the test of a block, which has to fail, and looks for its lines, one behind the other.
func (b block) fails(t *testing.T, dir string) {
	t.Helper()
	command := exec.Command("go", "test", "-count=1", "-run", b.words["run"], "./"+filepath.Dir(b.words["plant"]))
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err == nil {
		t.Errorf("%s:%d: %s does not find the defect", b.page, b.line, b.words["run"])
	}
	rest := string(out)
	for line := range strings.Lines(b.text) {
		_, after, is := strings.Cut(rest, strings.TrimSpace(line)+"\n")
		if !is {
			t.Fatalf("%s:%d: got\n%s\nwant the line %s behind those before it", b.page, b.line, out, line)
		}
		rest = after
	}
}
