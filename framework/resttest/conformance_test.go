package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
)

// The kit finds nothing wrong with the sets of these tests, for which nobody has written a table.
func TestConformance(t *testing.T) {
	for _, set := range []*rest.Set{sets.Snippets(), sets.Directory(), vault(), written(), paints()} {
		t.Run(set.Name(), func(t *testing.T) {
			options := []resttest.Option{resttest.Skip("plan", "TestPlan has it"), resttest.Skip("scenarios", "played by tests of their own")}
			if set.Name() == "snippets" || set.Name() == "directory" {
				options = append(options, resttest.Skip("sequences", "TestDatabasesAgree plays more of them"))
			}
			resttest.Conformance(t, set, options...)
		})
	}
}
