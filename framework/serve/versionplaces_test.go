// Where requests name their version, and what follows from that.

package serve_test

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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
			s := server.New(t, server.Config{Set: albums(tt.scheme), Pages: pages(t)}, t.TempDir()+"/test.sqlite")
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
		return rest.NewSet("bands", rest.ViewSet[combo]{Path: "/bands/"}).Access(permission.Anyone).Versions(rest.InHost(),
			rest.Version{Name: "v2"},
			rest.Version{Name: "v1", Changes: []rest.VersionChange{rest.Rename[combo]("name", "one")}},
			rest.Version{Name: "v1.1", Changes: []rest.VersionChange{rest.Rename[combo]("name", "point")}},
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
		s := server.New(t, server.Config{Set: albums(rest.InPath()), Options: serve.Options{BaseURL: base}}, t.TempDir()+"/test.sqlite")
		prefix := strings.TrimPrefix(base, "https://example.com")
		for _, path := range []string{"/v1/bands/9/", "/v1/nothing/", "/bands/9/", "/v3/bands/"} {
			got := send(s, "GET", prefix+path, "", "Accept", "application/problem+json").Body.String()
			if want := `"instance":"` + prefix + path + `"`; !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s", prefix+path, got, want)
			}
		}
	}
}

// All that a page leads to is in the version that it was asked for in, but for the login.
func TestVersionOfPages(t *testing.T) {
	ours := regexp.MustCompile(`\s(?:href|action|formaction)="((?:http://example.com)?/[^"]*)"`)
	for _, tt := range []struct {
		name     string
		scheme   rest.VersionScheme
		base     string
		path     func(string) string
		versions func(address string) bool
	}{
		{"path", rest.InPath(), "", func(path string) string { return "/v1" + path }, func(a string) bool { return strings.HasPrefix(strings.TrimPrefix(a, "http://example.com"), "/v1/") }},
		{"path below another", rest.InPath(), "http://example.com/shop", func(path string) string { return "/shop/v1" + path }, func(a string) bool {
			return strings.HasPrefix(strings.TrimPrefix(a, "http://example.com"), "/shop/v1/")
		}},
		{"query", rest.InQuery("v"), "", func(path string) string { return path + "?v=v1" }, func(a string) bool { return strings.Count(a, "v=v1") == 1 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := server.New(t, server.Config{Set: albums(tt.scheme), Pages: pages(t), Options: serve.Options{BaseURL: tt.base}}, t.TempDir()+"/test.sqlite")
			w := send(s, "POST", tt.path("/bands/"), "name=b&_key=form-of-one-page-1234", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
			if got, want := w.Header().Get("Location"), tt.path("/bands/1/"); w.Code != 303 || got != want {
				t.Errorf("the form leads to %d %s, want %s", w.Code, got, want)
			}
			path, _, _ := strings.Cut(tt.path("/bands/1/"), "?")
			if got := w.Header().Get("Set-Cookie"); !strings.Contains(got, "; Path="+path+";") {
				t.Errorf("what the next page tells is for %q, want %s", got, path)
			}
			if w := send(s, "POST", tt.path("/albums/"), `{"group":"b","name":"a"}`, "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			for _, path := range []string{"/", "/bands/", "/albums/", "/albums/1/", "/albums/9/", "/nothing/"} {
				r := httptest.NewRequest("GET", tt.path(path), nil)
				r.Header.Set("Accept", "text/html")
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				page := w.Body.String()
				found := ours.FindAllStringSubmatch(page, -1)
				if len(found) < 3 {
					t.Errorf("%s: got %d addresses in %d %s", path, len(found), w.Code, page)
				}
				for _, m := range found {
					view := strings.Contains(m[1], "/-/static/") || strings.Contains(m[1], "/api-auth/")
					if m[1] != "/" && tt.versions(m[1]) == view && !strings.Contains(m[1], "?next=") {
						t.Errorf("%s: leads to %s", path, m[1])
					}
				}
				next := "?next=" + strings.TrimPrefix(strings.NewReplacer("?", "%3F", "=", "%3D").Replace(tt.path(path)), "/shop")
				if tt.name == "path" && path != "/nothing/" && !strings.Contains(page, next) {
					t.Errorf("%s: the page has no login with %s", path, next)
				}
				if gets := strings.Count(page, `method="get"`); tt.name == "query" && gets != strings.Count(page, `<input type="hidden" name="v" value="v1">`) {
					t.Errorf("%s: %d forms ask for other rows, and not all of them in the version", path, gets)
				}
			}
		})
	}
}
