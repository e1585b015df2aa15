package prints_test

import (
	"testing"

	"example.com/resourceful/framework/resttest"

	"example.org/atelier/prints"
)

// The set is what its declarations say, on both databases.
func TestConformance(t *testing.T) {
	resttest.Conformance(t, prints.Set(), resttest.Values("/prints/", "shade", `"#ff8800"`, `"#00ff00"`))
}
