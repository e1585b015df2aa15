// Tests of texts that match patterns.

package samples

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// A text for a pattern matches it, and no text is better than a wrong one.
func TestMatching(t *testing.T) {
	for _, pattern := range []string{
		"", "abc", "^[a-z]{2,4}$", `^[A-Z]{3}-\d{4}$`, "^(?:red|green)+$", "x*y?z+", "^[^a-z]{3}$", `^\pL+$`, `^[\p{Greek}]$`, ".{5}", `(?i)^hex[0-9a-f]*$`, `^\w+@\w+\.com$`,
	} {
		for i := range 50 {
			text, ok := Matching(pattern, rand.New(rand.NewPCG(uint64(i), 1)))
			if !ok || !regexp.MustCompile(pattern).MatchString(text) {
				t.Errorf("%s: got %q and %v", pattern, text, ok)
			}
		}
	}
	for _, pattern := range []string{"[", "a$b", `\bx\Bx\b.^`} {
		if text, ok := Matching(pattern, rand.New(rand.NewPCG(1, 1))); ok {
			t.Errorf("%s: got %q", pattern, text)
		}
	}
}
