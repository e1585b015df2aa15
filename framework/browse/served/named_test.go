// Package served_test asks services for pages: what they show of rows, forms and refusals, as browsers get it. What
// serve answers without pages has its tests there.
package served_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve/pageapi"
)

// pages makes the HTML pages of a test server.
func pages(t testing.TB) func(*auth.Authenticator) pageapi.Pages {
	return func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// On pages related records have their names and lead to their pages. Those that the requester may
// not read are not there, as in the representation, or are named by it without a link.
func TestRelatedOnPages(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Storage, Pages: pages(t)}, address)
		server.Must(t, h, "POST", "/shelves/", "", `{"label":"<Tools>"}`)
		server.Must(t, h, "POST", "/shelves/", "", `{}`)
		server.Must(t, h, "POST", "/boxes/", "alice", `{"name":"nails","shelf":1}`)
		server.Must(t, h, "POST", "/boxes/", "bob", `{"name":"secret","shelf":1}`)
		server.Must(t, h, "POST", "/boxes/", "alice", `{"name":"screws","shelf":2,"beside":"/boxes/1/"}`)
		server.Must(t, h, "POST", "/boxes/", "admin", `{"name":"ledger","shelf":1}`)
		for i := range 7 {
			server.Must(t, h, "POST", "/boxes/", "alice", fmt.Sprintf(`{"name":"box %d","shelf":2}`, i))
		}
		const nails, screws = `<a href="/boxes/1/">nails</a>`, `<a href="/boxes/3/">screws</a>`
		box := func(i int) string { return fmt.Sprintf(` <a href="/boxes/%d/">box %d</a>`, i+5, i) }
		for _, tt := range []struct{ path, user, want string }{
			{"/shelves/", "alice", `<td class="related">` + nails + `</td>`},
			{"/shelves/", "bob", `<td class="related"><a href="/boxes/2/">secret</a></td>`},
			{"/shelves/", "", `<td class="none">none</td>`},
			{"/shelves/", "alice", `<td class="related">` + screws + box(0) + box(1) + box(2) + box(3) + ` … 8 in all</td>`},
			{"/shelves/2/", "alice", `<td class="related">` + screws + box(0) + box(1) + box(2) + box(3) + box(4) + box(5) + box(6) + `</td>`},
			{"/boxes/", "alice", `<td class="related"><a href="/shelves/1/">&lt;Tools&gt;</a></td><td class="none">none</td><td class="related">alice</td>`},
			{"/boxes/", "alice", `<td class="related"><a href="/shelves/2/">2</a></td><td class="related">` + nails + `</td>`},
			{"/boxes/", "admin", `<td class="related"><a href="/people/1/">admin</a></td>`},
			{"/boxes/3/", "alice", `<td class="related">` + nails + `</td>`},
		} {
			_, page := server.Call(h, "GET", tt.path+"?format=api", tt.user, "")
			if page = cellParts.ReplaceAllString(page, ""); !strings.Contains(page, tt.want) {
				t.Errorf("%s as %q lacks\n%s\nhas\n%s", tt.path, tt.user, tt.want, strings.Join(regexp.MustCompile(`<td class="related.*?</td>`).FindAllString(page, -1), "\n"))
			}
		}
		_, page := server.Call(h, "GET", "/shelves/?format=api", "bob", "")
		if strings.Contains(page, "nails") {
			t.Error("bob reads the name of alice's box")
		}
	})
}

// cellParts are the names of columns within cells, and what keeps texts apart, of which these tests
// say nothing.
var cellParts = regexp.MustCompile(` data-label="[^"]*"|</?bdi[^>]*>`)
