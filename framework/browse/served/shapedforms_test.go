// Tests of forms in other representations.

package served_test

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// The comparison after a conflict, and the version that forms carry for it, are made of what both the form
// and the representation of the record show.
func TestConflictOfShapes(t *testing.T) {
	for name, shapes := range map[string]rest.Shapes{"all": tenantShapes, "record": {Retrieve: rest.As[tenantPage]()}} {
		t.Run(name, func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				h := server.New(t, onTime(t, sets.House(shapes, rest.Everything)), address)
				server.Must(t, h, "POST", "/tenants/", "", `{"email":"ann@secret","name":"Ann","nick":"annie"}`)
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
				server.Must(t, h, "PATCH", "/tenants/1/", "", `{"name":"Anna"}`)
				typed := url.Values{"_method": {"PUT"}, "_version": {version}, "name": {"mine"}, "code": {"hush"}, "notes": {"hush"}, "email": {"a"}}
				page := p.send(412, "/tenants/1/", typed.Encode()).Body.String()
				if got, want := differences(page), "Name|mine|Anna|Others changed it too."; got != want {
					t.Errorf("got the differences\n%s\nwant\n%s", got, want)
				}
			})
		})
	}
}

// A form that failed by a fault comes back with the sent members, but for those
// that are write-only there.
func TestResendOfShapes(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("house", rest.ViewSet[sets.Tenant]{
			Path: "/tenants/", Shapes: tenantShapes,
			Serializer: rest.Serializer[sets.Tenant]{BeforeSave: func(_ *rest.Call, row *sets.Tenant) error {
				if strings.HasPrefix(row.Name, "broken") {
					return errors.New("broken")
				}
				return nil
			}},
		}).Access(permission.Anyone).Requests(rest.Lenient())
	}
	h := server.New(t, onTime(t, set), ":memory:")
	server.Must(t, h, "POST", "/tenants/", "", `{"email":"ann@secret","name":"Ann","nick":"annie"}`)
	p := newPerson(t, h, "")
	for _, tt := range []struct{ path, form, names string }{
		{"/tenants/", "email=e&name=broken+one&nick=n&rent=5", "email name nick"},
		{"/tenants/1/", "_method=PUT&name=broken+one&notes=hush&code=hush&rent=5", "name notes code"},
	} {
		page := p.send(500, tt.path, tt.form).Body.String()
		var names []string
		for _, m := range regexp.MustCompile(`id="again-[0-9]+" name="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			names = append(names, m[1])
		}
		if got := strings.Join(names, " "); got != tt.names || strings.Contains(page, "hush") || !strings.Contains(page, `value="broken one"`) {
			t.Errorf("POST %s: got the inputs %q, want %q, what was typed and no secret, in:\n%s", tt.path, got, tt.names, page)
		}
	}
}
