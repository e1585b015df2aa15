// A test of the text of plans.

package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/sets"
)

// TestPlan compares each compiled plan with its golden file, so that a review sees what a change
// of a declaration means for the service.
func TestPlan(t *testing.T) {
	for _, set := range sets.All() {
		t.Run(set.Name(), func(t *testing.T) {
			plan, err := set.Compile()
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "../../testdata/plan/"+set.Name()+".txt", plan.String())
		})
	}
}
