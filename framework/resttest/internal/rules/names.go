// The names by which options of the kit speak of fields and paths.

package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/plan"
)

// Unknown says that a field is not known by its path and name, and which are, each as "path name".
func Unknown(name string, known map[string]bool) string {
	path, field, _ := strings.Cut(name, " ")
	var there []string
	for k := range known {
		if of, wire, _ := strings.Cut(k, " "); of == path && wire != "" {
			there = append(there, wire)
		}
	}
	if len(there) == 0 {
		return fmt.Sprintf("no fields are sent or shown at %q; write a path as the plan shows it", path)
	}
	slices.Sort(there)
	return fmt.Sprintf("clients know no field %q of %s; write one of %s", field, path, strings.Join(there, ", "))
}

// LeftOut logs the paths that the part written leaves out, as "written /shops/" with the reason. It fails if clients create
// no rows at one of them.
func LeftOut(t testing.TB, p *plan.Plan, skip map[string]string) {
	t.Helper()
	for part, reason := range skip {
		path, ofOne := strings.CutPrefix(part, "written ")
		switch {
		case !ofOne:
		case !slices.ContainsFunc(p.Resources, func(r *plan.Resource) bool { return r.Path == path && r.Has(plan.Create) }):
			t.Fatalf("Skip: no rows are created at %q; write the path of a view set as the plan shows it", path)
		default:
			t.Logf("the part written leaves out %s: %s", path, reason)
		}
	}
}
