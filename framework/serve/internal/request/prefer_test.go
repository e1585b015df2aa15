package request

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// What a client prefers of a write is found whatever else it prefers, and a quoted text is no preference.
func FuzzPrefer(f *testing.F) {
	for _, seed := range []string{"", "dry-run", "respond-async, wait=10", `a="b, dry-run"`, `handling="lenient"; x=y`, `a="\"`, `;,=,"`, "DRY-RUN=false, dry-run"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		defer stopwatch.Input(t)()
		ReadPreferences([]string{header})
		if got := strings.Join(splitUnquoted(header, ','), ","); got != header {
			t.Errorf("%q: split and joined it is %q", header, got)
		}
		quoted := `x="` + strings.NewReplacer(`\`, "", `"`, "").Replace(header) + `, dry-run, handling=lenient"`
		if got := ReadPreferences([]string{quoted}); got != (Preferences{}) {
			t.Errorf("%s: got %+v, want no preferences", quoted, got)
		}
		if got := ReadPreferences([]string{quoted, "Dry-Run; a=b", `handling="lenient"`}); got != (Preferences{Lenient: true, DryRun: true}) {
			t.Errorf("%s and both: got %+v", quoted, got)
		}
	})
}
