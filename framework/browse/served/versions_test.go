// Tests of pages of versions.

package served_test

import (
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

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
			s := server.New(t, server.Config{Set: sets.Albums(tt.scheme), Pages: pages(t), Options: serve.Options{BaseURL: tt.base}}, t.TempDir()+"/test.sqlite")
			w := server.SendAs(s, "alice", "POST", tt.path("/bands/"), "name=b&_key=form-of-one-page-1234", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
			if got, want := w.Header().Get("Location"), tt.path("/bands/1/"); w.Code != 303 || got != want {
				t.Errorf("the form leads to %d %s, want %s", w.Code, got, want)
			}
			path, _, _ := strings.Cut(tt.path("/bands/1/"), "?")
			if got := w.Header().Get("Set-Cookie"); !strings.Contains(got, "; Path="+path+";") {
				t.Errorf("what the next page tells is for %q, want %s", got, path)
			}
			if w := server.SendAs(s, "alice", "POST", tt.path("/albums/"), `{"group":"b","name":"a"}`, "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			for _, path := range []string{"/", "/bands/", "/albums/", "/albums/1/", "/albums/9/", "/nothing/"} {
				w := server.SendAs(s, "", "GET", tt.path(path), "", "Accept", "text/html")
				page := w.Body.String()
				found := ours.FindAllStringSubmatch(page, -1)
				if len(found) < 3 {
					t.Errorf("%s: got %d addresses in %d %s", path, len(found), w.Code, page)
				}
				for _, m := range found {
					view := strings.Contains(m[1], "/-/static/") || strings.Contains(m[1], "/api-auth/") || strings.HasSuffix(m[1], "/-/api?version=v1")
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
