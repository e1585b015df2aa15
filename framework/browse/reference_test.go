package browse_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/openapi"
	words "example.com/resourceful/framework/openapi/reference"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve/pageapi"
)

// askAs asks a service as an account, "" for nobody.
func askAs(h http.Handler, method, user, path string, headers ...string) *httptest.ResponseRecorder {
	w := server.SendAs(h, user, method, path, "", headers...)
	return w
}

// referenceSets are those whose reference is tried.
func referenceSets() map[string]func() *rest.Set {
	return map[string]func() *rest.Set{"snippets": sets.Snippets, "directory": sets.Directory, "tracker": tracker}
}

// The page of a service is the same each time, is well formed, has no script, and every link of it leads somewhere.
func TestReference(t *testing.T) {
	hash := regexp.MustCompile(`\?v=[0-9a-f]{12}`)
	for name, set := range referenceSets() {
		t.Run(name, func(t *testing.T) {
			s := startService(t, set)
			w := askAs(s, "GET", "", "/-/api")
			page := w.Body.String()
			if w.Code != http.StatusOK {
				t.Fatalf("got %d %.300s, want 200", w.Code, page)
			}
			t.Logf("%s: %d bytes", name, len(page))
			if err := htmlcheck.Page(w.Body.Bytes()); err != nil {
				t.Error(err)
			}
			if strings.Contains(page, "<script") {
				t.Error("the page has a script")
			}
			if other := askAs(startService(t, set), "GET", "", "/-/api").Body.String(); other != page {
				t.Error("two services of one set have two pages")
			}
			wantLinks(t, s, page)
			if name == "directory" {
				golden.Check(t, "testdata/html/reference-directory.html", hash.ReplaceAllString(page, "?v=HASH"))
			}
		})
	}
}

var (
	linked = regexp.MustCompile(`\shref="([^"]*)"`)
	ids    = regexp.MustCompile(`\sid="([^"]*)"`)
)

// wantLinks follows each link of a page.
func wantLinks(t *testing.T, s http.Handler, page string) {
	t.Helper()
	there := map[string]bool{}
	for _, m := range ids.FindAllStringSubmatch(page, -1) {
		there["#"+html.UnescapeString(m[1])] = true
	}
	for _, m := range linked.FindAllStringSubmatch(page, -1) {
		to := html.UnescapeString(m[1])
		if there[to] || strings.HasPrefix(to, "data:") {
			continue
		}
		there[to] = true
		if strings.HasPrefix(to, "#") {
			t.Errorf("%s leads nowhere", to)
		} else if w := askAs(s, "GET", "admin", to); w.Code != http.StatusOK {
			t.Errorf("GET %s: got %d, want 200", to, w.Code)
		}
	}
}

// referencePages are the reference and the pages about problem codes, as they are read by everybody.
func referencePages() tour {
	return tour{
		{"reference", true, visit("/-/api", http.StatusOK)},
		{"problems", true, visit("/-/problems/", http.StatusOK)},
		{"problem", true, visit("/-/problems/permission_denied", http.StatusOK)},
	}
}

// renderReference is the reference of the directory in other pages.
func renderReference(t *testing.T, pages *browse.Pages) string {
	t.Helper()
	p, err := sets.Directory().Compile()
	if err != nil {
		t.Fatal(err)
	}
	d, err := openapi.New(p, openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pages.Compile(p, nil, "")
	page, err := pages.Reference(&pageapi.ReferencePage{Reference: words.New(d), Request: httptest.NewRequest("GET", "/-/api", nil), Header: http.Header{}})
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
