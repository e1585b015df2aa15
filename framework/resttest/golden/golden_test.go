// A test of the comparison with files.

package golden_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"example.com/resourceful/framework/resttest/golden"
)

// told is a test that keeps what it was told.
type told struct {
	testing.TB
	messages []string
}

func (r *told) Helper() {}
func (r *told) Errorf(format string, args ...any) {
	r.messages = append(r.messages, fmt.Sprintf(format, args...))
}

// A golden that fails says which lines are wanted and which were got.
func TestGolden(t *testing.T) {
	if flag.Lookup("update").Value.String() == "true" {
		t.Skip("with -update a golden does not fail")
	}
	file := filepath.Join(t.TempDir(), "x.golden")
	if err := os.WriteFile(file, []byte("first\nwanted\nlast\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	same, other := &told{TB: t}, &told{TB: t}
	golden.Check(same, file, "first\nwanted\nlast\n")
	golden.Check(other, file, "first\ngotten\nlast\n")
	if len(same.messages) > 0 {
		t.Errorf("of an equal text: got %q", same.messages)
	}
	want := regexp.MustCompile(`(?s)^\S*x\.golden differs \(- want, \+ got\).*-update.*\n-[^\n]*wanted.*\n\+[^\n]*gotten`)
	if len(other.messages) != 1 || !want.MatchString(other.messages[0]) {
		t.Errorf("of another text: got %q, want %s", other.messages, want)
	}
}
