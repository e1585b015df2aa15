// Where requests name their version, and what follows from that.

package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A host begins with its version, in any letter case, and with the longest that fits.
func TestVersionOfHost(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("bands", rest.ViewSet[sets.Combo]{Path: "/bands/"}).Access(permission.Anyone).Versions(rest.InHost(),
			rest.Version{Name: "v2"},
			rest.Version{Name: "v1", Changes: []rest.VersionChange{rest.Rename[sets.Combo]("name", "one")}},
			rest.Version{Name: "v1.1", Changes: []rest.VersionChange{rest.Rename[sets.Combo]("name", "point")}},
		)
	}
	s := server.New(t, server.Config{Set: set}, t.TempDir()+"/test.sqlite")
	server.Must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
	for host, member := range map[string]string{
		"v1.example.com": "one", "V1.Example.com": "one", "v1.1": "one", "v2.v1.example.com": "name", "v12.example.com": "name", "v1.1.example.com": "point",
	} {
		for range 5 {
			if got, want := server.SendAs(s, "alice", "GET", "http://"+host+"/bands/", "").Body.String(), `"`+member+`":"b"`; !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s", host, got, want)
			}
		}
	}
}
