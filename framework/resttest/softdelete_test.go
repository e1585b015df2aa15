// A set whose rows are marked as deleted, as the kit for teams sees it.

package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
)

// The kit for teams knows rows that are marked.
func TestSoftDeleteConformance(t *testing.T) {
	resttest.Conformance(t, sets.SoftCellars(), resttest.Skip("plan", "there is no file of it"),
		resttest.Skip("access", "it knows no requests that write many rows"))
}
