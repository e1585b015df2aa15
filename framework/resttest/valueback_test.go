// A test that shown values can be sent back.

package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/resttest"
)

// Every kind of value, as it is, nullable and optional, keeps the round-trip law at its edges.
func TestValuesAreSentBack(t *testing.T) {
	options := []resttest.Option{}
	for _, part := range []string{"plan", "scenarios", "access", "statements", "written", "repeated", "hostile", "queries", "lists", "sequences"} {
		options = append(options, resttest.Skip(part, "TestValuesOfKinds has a table of its own"))
	}
	resttest.Conformance(t, valueSet(), options...)
}
