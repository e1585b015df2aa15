// A test of differences.

package golden_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/golden"
)

// A difference is shown with a few lines around it: of a new part of a long text, that part.
func TestDiff(t *testing.T) {
	numbered := func(from, to int) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&b, "line %d\n", i)
		}
		return b.String()
	}
	for _, tt := range []struct{ name, want, got, diff string }{
		{"equal", "a\n", "a\n", ""},
		{"another line", "a\nb\nc\n", "a\nx\nc\n", "  a\n- b\n+ x\n  c\n"},
		{"no newline at the end", "a\nb", "a\nb\n", "  a\n- b (without a newline)\n+ b\n"},
		{"nothing wanted", "", "a\n", "+ a\n"},
		{
			"a new part", numbered(1, 300), numbered(1, 100) + "new 1\nnew 2\n" + numbered(101, 300),
			"  …\n  line 99\n  line 100\n+ new 1\n+ new 2\n  line 101\n  line 102\n",
		},
		{
			"two places", numbered(1, 50), strings.NewReplacer("line 10\n", "", "line 40\n", "line forty\n").Replace(numbered(1, 50)),
			"  …\n  line 8\n  line 9\n- line 10\n  line 11\n  line 12\n  …\n  line 38\n  line 39\n- line 40\n+ line forty\n  line 41\n  line 42\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, got, _ := strings.Cut(golden.Diff(tt.want, tt.got), "diff:\n")
			if got != tt.diff {
				t.Errorf("got\n%s\nwant\n%s", got, tt.diff)
			}
		})
	}
}
