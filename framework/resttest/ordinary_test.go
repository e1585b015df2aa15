// Tests of Conformance on sets that are declared as teams declare theirs, each once a reason for false reports.

package resttest_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// The kit finds nothing wrong with them, and needs no hints. The other parts are in the nightly run.
func TestOrdinarySets(t *testing.T) {
	for name, tt := range laws.OrdinarySets() {
		t.Run(name, func(t *testing.T) {
			options := []resttest.Option{resttest.Folder(filepath.Join("testdata", "access", tt.Set.Name())), resttest.Skip("plan", "there is no file of it")}
			for part := range strings.FieldsSeq("statements written roundtrip repeated hostile queries lists constraints sequences access") {
				if !require.Has("kit") && !slices.Contains(strings.Fields(tt.Parts), part) {
					options = append(options, resttest.Skip(part, "it is in the nightly run"))
				}
			}
			resttest.Conformance(t, tt.Set, options...)
		})
	}
}
