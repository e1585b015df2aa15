package serve_test

import (
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
)

// The comparison after a conflict, and the version that forms carry for it, are made of what both the form
// and the representation of the record show.
func TestConflictOfShapes(t *testing.T) {
	for name, shapes := range map[string]rest.Shapes{"all": tenantShapes, "record": {Retrieve: rest.As[tenantPage]()}} {
		t.Run(name, func(t *testing.T) {
			databases(t, func(t *testing.T, address string) {
				h := resttest.NewServer(t, onTime(t, house(shapes, rest.Everything)), address)
				must(t, h, "POST", "/tenants/", "", `{"email":"ann@secret","name":"Ann","nick":"annie"}`)
				p := newPerson(t, h, "")
				version := fields(p.send(200, "/tenants/1/", "").Body.String()).Get("_version")
				if _, digests, _ := strings.Cut(version, " "); len(digests) != 8 {
					t.Errorf("the version %q has digests of more than the name", version)
				}
				for n := range 9 {
					forged := url.Values{"_method": {"PATCH"}, "_version": {"x " + strings.Repeat("A", 8*n)}, "name": {"mine"}}
					page := p.send(412, "/tenants/1/", forged.Encode()).Body.String()
					if got := differences(page); !strings.HasPrefix(got, "Name|mine|Ann|") || strings.Contains(got, "\n") {
						t.Errorf("%d digests: got the differences\n%s", n, got)
					}
				}
				must(t, h, "PATCH", "/tenants/1/", "", `{"name":"Anna"}`)
				typed := url.Values{"_method": {"PUT"}, "_version": {version}, "name": {"mine"}, "code": {"hush"}, "notes": {"hush"}, "email": {"a"}}
				page := p.send(412, "/tenants/1/", typed.Encode()).Body.String()
				if got, want := differences(page), "Name|mine|Anna|Others changed it too."; got != want {
					t.Errorf("got the differences\n%s\nwant\n%s", got, want)
				}
			})
		})
	}
}
