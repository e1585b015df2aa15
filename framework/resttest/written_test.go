// Tests of the laws of written and shown values.

package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// A configuration whose rules look at rows that clients may change: people read and write drafts, and drawers
// belong only to their owners.

func TestWritten(t *testing.T) {
	resttest.Run(t, "../../testdata/written/*.txtar", resttest.Config{Set: laws.Written, Pages: pages})
}

// confidential has a row with members of many kinds that reading never shows, and one that shows only some.

// Every kind of value, as it is, nullable and optional, keeps the round-trip law at its edges.
func TestValuesAreSentBack(t *testing.T) {
	options := []resttest.Option{}
	for _, part := range []string{"plan", "scenarios", "access", "statements", "written", "repeated", "hostile", "queries", "lists", "sequences"} {
		options = append(options, resttest.Skip(part, "TestValuesOfKinds has a table of its own"))
	}
	resttest.Conformance(t, laws.ValueSet(), options...)
}
