package browse_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/sets"
)

// The pages about problem codes have the frame of the other pages and name who reads them. Wrong credentials keep
// nobody from reading why they were refused.
func TestProblemPages(t *testing.T) {
	s := startService(t, sets.Snippets)
	for path, want := range map[string][]string{
		"/-/problems/": {`<h1>Problems</h1>`, `<title>Problems · Resourceful</title>`, `<dt><a href="/-/problems/permission_denied"><code>permission_denied</code></a></dt>`},
		"/-/problems/permission_denied": {
			`<h1>Permission denied</h1>`, `<title>Permission denied · Resourceful</title>`, `<code>permission_denied</code>`, `<p>You do not have permission to do this.`,
			`<li><a href="/-/problems/">Problems</a></li>`, `<a href="/-/problems/">All problems</a>`,
		},
	} {
		want = append(want, `<link rel="stylesheet" href="/-/static/style.css`, `<a class="brand" href="/">Resourceful</a>`, `<form class="finds"`, `<footer>`)
		for _, who := range []struct {
			user, shows string
			headers     []string
		}{
			{"", `<a href="/api-auth/login/?next=` + path + `">Log in</a>`, nil},
			{"alice", `>alice</b>`, nil},
			{"", `>Log in</a>`, []string{"Authorization", "Basic YWxpY2U6d3Jvbmc="}},
		} {
			w := askAs(s, "GET", who.user, path, append(who.headers, "Accept", "text/html")...)
			page := w.Body.String()
			if got := w.Header(); w.Code != http.StatusOK || got.Get("Vary") != "Accept, Cookie" || strings.HasPrefix(got.Get("Cache-Control"), "public") != (who.user+strings.Join(who.headers, "") == "") {
				t.Errorf("%s as %q: got %d %v, want 200, and only the page for nobody is public", path, who.user, w.Code, got)
			}
			for _, text := range append(want, who.shows) {
				if !strings.Contains(withoutMarks(page), text) {
					t.Errorf("%s as %q lacks %s:\n%s", path, who.user, text, page)
				}
			}
			if err := htmlcheck.Page(w.Body.Bytes()); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			wantLinks(t, s, page)
		}
		if w := askAs(s, "POST", "", path); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: got %d %v, want 405", path, w.Code, w.Header())
		}
	}
	for _, k := range problem.Kinds() {
		if w := askAs(s, "GET", "", "/-/problems/"+k.Code); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<h1>"+k.Title+"</h1>") {
			t.Errorf("the page of %s: got %d", k.Code, w.Code)
		}
	}
}
