// Tests of the laws of written and shown values.

package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
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

// turn is a row that code always refuses.
type turn struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name" validate:"max=20"`
}

// A path whose code refuses every value is left out of the part written by itself.
func TestSkipOnePath(t *testing.T) {
	never := func(*rest.Call, *turn) error { return problem.New(problem.Conflict, "Not now.") }
	options := []resttest.Option{resttest.Skip("written /turns/", "it is never now")}
	for _, part := range []string{"plan", "scenarios", "access", "statements", "repeated", "hostile", "queries", "lists", "constraints", "sequences", "roundtrip"} {
		options = append(options, resttest.Skip(part, "it is about written values"))
	}
	resttest.Conformance(t, rest.NewSet("turns", rest.ViewSet[turn]{
		Path: "/turns/", Access: permission.Anyone, Serializer: rest.Serializer[turn]{BeforeCreate: never},
	}), options...)
}
