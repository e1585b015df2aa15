package permission_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
)

// The outcomes of a rule are those of its parts for the method, as far as they are asked: Reduce calls no function
// behind a part that decides, and neither do they.
func TestOutcomes(t *testing.T) {
	published := permission.Is("published", true)
	uncalled := permission.RequestFunc("uncalled", func(permission.Request) bool { panic("called") })
	rule := bound(t, permission.By{
		Write: permission.OrNotFound(permission.All(permission.Admin, permission.Not(uncalled))),
		Read:  permission.All(permission.SignedIn, permission.Any(permission.Owner, permission.Not(published), permission.Admin, uncalled)),
	})
	tests := []struct {
		name string
		q    permission.Request
		want string
	}{
		{"owner", permission.Request{User: root, Safe: true}, `
read: all: 
  signed in: 
  any: 
    owner: eq:owner
    not: not(eq:published)
      published = true: eq:published
    admin: 
    uncalled: not asked
`},
		{"anonymous", permission.Request{Safe: true}, `
read: all: false
  signed in: false
  any: not asked
    owner: not asked
    not: not asked
      published = true: not asked
    admin: not asked
    uncalled: not asked
`},
		{"writing", permission.Request{User: bob}, `
write: all or else 404: false
  admin: false
  not: not asked
    uncalled: not asked
`},
	}
	for _, tt := range tests {
		var got strings.Builder
		for _, o := range permission.Outcomes(rule, tt.q) {
			left := o.Left.Shape()
			if !o.Asked {
				left = "not asked"
			}
			fmt.Fprintf(&got, "\n%s%s: %s", strings.Repeat("  ", o.Depth), o.Rule, left)
		}
		if got := got.String() + "\n"; got != tt.want {
			t.Errorf("%s:\n%s\nwant:\n%s", tt.name, got, tt.want)
		}
	}
	if got := permission.Outcomes(nil, permission.Request{}); len(got) != 1 || got[0].Rule != "anyone" || !got[0].Left.IsTrue() {
		t.Errorf("no rule: got %+v", got)
	}
}
