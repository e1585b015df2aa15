// Tests of the names that options of the kit use.

package rules_test

import (
	"testing"

	"example.com/resourceful/framework/resttest/internal/rules"
)

// A name that is wrong gets those that would be right.
func TestUnknown(t *testing.T) {
	known := map[string]bool{"/copies/ state": true, "/copies/ book": true, "/copies/ ": true, "/loans/ due": true}
	for name, want := range map[string]string{
		"/copies/ on_shelf": `clients know no field "on_shelf" of /copies/; write one of book, state`,
		"/copy/ state":      `no fields are sent or shown at "/copy/"; write a path as the plan shows it`,
	} {
		if got := rules.Unknown(name, known); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
