// A test of the list of options.

package compile

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest/internal/declaration"
)

// Every word of a set and of a view set has its place among the options.
func TestOptions(t *testing.T) {
	ofViewSets := strings.Fields("GoType Endpoints More Queries") // which compileTypes and compileQueries read
	for _, o := range options() {
		ofViewSets = append(ofViewSets, strings.Fields(o.words)...)
	}
	ofSets := strings.Fields("Declarations At Versions") // which compileTypes and compileVersions read
	for _, o := range setOptions() {
		ofSets = append(ofSets, strings.Fields(o.words)...)
	}
	for field := range reflect.TypeFor[declaration.ViewSet]().Fields() {
		if !slices.Contains(ofViewSets, field.Name) && !slices.Contains(ofSets, field.Name) {
			t.Errorf("no option of view sets has the word %s", field.Name)
		}
	}
	for field := range reflect.TypeFor[declaration.Set]().Fields() {
		if !slices.Contains(ofSets, field.Name) {
			t.Errorf("no option of sets has the word %s", field.Name)
		}
	}
}
