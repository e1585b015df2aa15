// Tests of the addresses of created records.

package plan

import (
	"testing"

	"example.com/resourceful/framework/schema"
)

// A created record has a Location if GET reads it at an address, or if it shows its address, unless the set has none.
func TestLocation(t *testing.T) {
	parent := &Parent{}
	for _, tt := range []struct {
		of      Resource
		parent  string
		want    string
		located bool
	}{
		{Resource{Actions: Create | Retrieve, Path: "/a/", RecordPattern: "/a/{key}/"}, "", "/a/7/", true},
		{Resource{Actions: Create | List, Path: "/a/", RecordPattern: "/a/{key}/"}, "", "/a/7/", false},
		{Resource{Actions: Create | Retrieve, Path: "/a/{above}/b/", RecordPattern: "/a/{above}/b/{key}/", Parent: parent}, "x", "/a/x/b/7/", true},
		{Resource{Actions: Create | Retrieve, Path: "/a/{above}/b/", RecordPattern: "/a/{above}/b/{key}/", Parent: parent}, "", "", true},
		{Resource{Actions: Create | Retrieve, Path: "/a/{above}/b/", RecordPattern: "/b/{key}/", Parent: parent}, "x", "/b/7/", true},
		{Resource{Actions: Create | Retrieve, Path: "/me/", RecordPattern: "/me/", Singleton: true}, "", "/me/", true},
	} {
		tt.of.Shapes.Retrieve = &Shape{Type: &schema.Type{}}
		if got := tt.of.Fill(tt.of.RecordPattern, tt.parent, "7"); got != tt.want {
			t.Errorf("a record of %s below %q is at %q, want %q", tt.of.RecordPattern, tt.parent, got, tt.want)
		}
		if got := (&Plan{}).Locates(&tt.of); got != tt.located || (&Plan{NoLocation: true}).Locates(&tt.of) {
			t.Errorf("%s: located %v, want %v, and never without Location", tt.of.RecordPattern, got, tt.located)
		}
	}
}
