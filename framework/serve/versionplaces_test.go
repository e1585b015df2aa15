// Where requests name their version, and what follows from that.

package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A response whose version a header has asked for says so to caches, also where it refuses.
func TestVersionVary(t *testing.T) {
	for _, tt := range []struct {
		name    string
		scheme  rest.VersionScheme
		path    string
		headers []string
		status  int
		want    string
	}{
		{"header", rest.InHeader("Api-Version"), "/bands/", []string{"Api-Version", "v1"}, 200, "Api-Version"},
		{"header of none", rest.InHeader("Api-Version"), "/bands/", nil, 200, "Api-Version"},
		{"header unknown", rest.InHeader("Api-Version"), "/bands/", []string{"Api-Version", "v3"}, 406, "Api-Version"},
		{"header without a format", rest.InHeader("Api-Version"), "/bands/", []string{"Accept", "image/png"}, 406, "Api-Version"},
		{"header without a path", rest.InHeader("Api-Version"), "/nothing/", []string{"Accept", "text/html"}, 404, "Api-Version"},
		{"accept", rest.InAccept("version"), "/bands/", []string{"Accept", "application/json; version=v1"}, 200, "Accept"},
		{"accept unknown", rest.InAccept("version"), "/bands/", []string{"Accept", "application/json; version=v3"}, 406, "Accept"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := server.New(t, server.Config{Set: sets.Albums(tt.scheme), Pages: server.PlainPages}, t.TempDir()+"/test.sqlite")
			w := send(s, "GET", tt.path, "", tt.headers...)
			if got := w.Header().Get("Vary"); w.Code != tt.status || !strings.Contains(got+",", tt.want+",") {
				t.Errorf("got %d with Vary %q, want %d with %s", w.Code, got, tt.status, tt.want)
			}
		})
	}
}

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
	must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
	for host, member := range map[string]string{
		"v1.example.com": "one", "V1.Example.com": "one", "v1.1": "one", "v2.v1.example.com": "name", "v12.example.com": "name", "v1.1.example.com": "point",
	} {
		for range 5 {
			if got, want := send(s, "GET", "http://"+host+"/bands/", "").Body.String(), `"`+member+`":"b"`; !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s", host, got, want)
			}
		}
	}
}

// The problem details of a refusal have the path that was asked for.
func TestVersionOfProblems(t *testing.T) {
	for _, base := range []string{"", "https://example.com/shop"} {
		s := server.New(t, server.Config{Set: sets.Albums(rest.InPath()), Options: serve.Options{BaseURL: base}}, t.TempDir()+"/test.sqlite")
		prefix := strings.TrimPrefix(base, "https://example.com")
		for _, path := range []string{"/v1/bands/9/", "/v1/nothing/", "/bands/9/", "/v3/bands/"} {
			got := send(s, "GET", prefix+path, "", "Accept", "application/problem+json").Body.String()
			if want := `"instance":"` + prefix + path + `"`; !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s", prefix+path, got, want)
			}
		}
	}
}
