package app

import (
	"fmt"
	"testing"

	"example.com/resourceful/framework/media"
)

// The defaults of the settings are those of the packages that keep the limits, each under its own name.
func TestLimitDefaults(t *testing.T) {
	body := media.Limits{}.WithDefaults()
	for name, want := range map[string]any{"body": body.Body, "depth": body.Depth, "values": body.Values, "fields": body.Fields, "aliases": body.Aliases} {
		if got := limitVars()[name]; got != fmt.Sprint(want) {
			t.Errorf("default of max-%s: got %s, want %v", name, got, want)
		}
	}
}
