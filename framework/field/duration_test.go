package field_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/field"
)

// People type durations with units; other texts are those of the API.
func TestTypedDuration(t *testing.T) {
	kind := field.Duration()
	for text, want := range map[string]time.Duration{
		"2h": 2 * time.Hour, "1h 30m": 90 * time.Minute, " 45 min ": 45 * time.Minute, "1,5 hours": 90 * time.Minute, "90S": 90 * time.Second,
		"1 day 2 hrs": 26 * time.Hour, "2 days": 48 * time.Hour, "3d": 72 * time.Hour,
		"90": 90 * time.Second, "1:30": 90 * time.Second, "P1DT2H": 26 * time.Hour,
	} {
		got, messages := kind.Parse(&field.Spec{Kind: &kind}, kind.Typed(text))
		if got != want || messages != nil {
			t.Errorf("%q: got %v %q, want %v", text, got, messages, want)
		}
	}
	for _, text := range []string{"", "h", "two hours", "2h30", "30m 2h"} {
		if got := kind.Typed(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
