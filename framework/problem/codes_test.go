package problem_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
)

// The text of each code says what happened and, in a sentence of its own, what to do next, in at most 30 words.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range problem.Kinds() {
		if n := len(strings.Fields(k.About)); n > 30 || strings.Count(k.About, ". ") == 0 || !strings.HasSuffix(k.About, ".") {
			t.Errorf("%s: got %d words in %q, want two sentences and at most 30 words", k.Code, n, k.About)
		}
		if seen[k.Code] || seen[k.About] {
			t.Errorf("%s or its text is there twice", k.Code)
		}
		seen[k.Code], seen[k.About] = true, true
	}
	for code := problem.Internal; code <= problem.Unavailable; code++ {
		if !seen[code.Name()] {
			t.Errorf("%s has no text", code.Name())
		}
	}
}
