// The page that finds records of all resources.

package served_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

var foundLink = regexp.MustCompile(`<li><a href="([^"]*)"><bdi`)

// found are the addresses of the records that are found, in their order.
func found(t *testing.T, s *server.Server, user, text string) (paths []string) {
	t.Helper()
	w := server.SendAs(s, user, "GET", "/-/find?q="+url.QueryEscape(text), "")
	if w.Code != 200 {
		t.Fatalf("find %q as %q: got %d %s, want 200", text, user, w.Code, w.Body)
	}
	_, main, _ := strings.Cut(w.Body.String(), `id="found"`)
	for _, m := range foundLink.FindAllStringSubmatch(main, -1) {
		paths = append(paths, m[1])
	}
	return paths
}

// The page finds what lists and records show to the requester, and nothing besides: by names, by what addresses have, and
// by what the search of the lists finds; names come first.
func TestFind(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Stacks, Pages: pages(t)}, address)
		for _, body := range [][2]string{
			{"/shelves/", `{"code":"A-1"}`},
			{"/shelves/A-1/volumes/", `{"title":"Zebras","text":"Rivers of Africa"}`},
			{"/shelves/A-1/volumes/", `{"title":"Rivers","text":"and lakes","remark":"stolen"}`},
			{"/shelves/A-1/volumes/", `{"title":"Rivers, a draft","draft":true}`},
			{"/clippings/", `{"name":"River boats","body":"ab"}`},
			{"/scraps/", `{"number":17}`},
		} {
			server.Must(t, s, "POST", body[0], "admin", body[1])
		}
		const shelves, volumes = "/shelves/A-1/", "/shelves/A-1/volumes/"
		for _, tt := range []struct {
			user, text string
			want       []string
		}{
			{"", "rivers", []string{volumes + "2/", volumes + "1/"}},
			{"admin", "rivers", []string{volumes + "2/", volumes + "3/", volumes + "1/"}},
			{"alice", "RIVER", []string{volumes + "2/", "/clippings/1/"}}, // a full text keeps whole words
			{"", "africa rivers", []string{volumes + "1/"}},
			{"", "rivers, africa", []string{volumes + "1/"}},
			{"", "stolen", nil},
			{"admin", "stolen", []string{volumes + "2/"}},
			{"", "a-1", []string{shelves}},
			{"", "2", []string{volumes + "2/"}},
			{"", "1", []string{shelves, volumes + "1/", "/scraps/1/"}},
			{"", "17", nil},
			{"", "of", []string{volumes + "1/"}},
			{"alice", "^a.$", []string{"/clippings/1/"}},
			{"alice", "boats (", nil},
			{"alice", "\xff", nil},
			{"alice", "%", nil},
			{"alice", "_", nil},
			{"", "", nil},
			{"", " , ", nil},
		} {
			if got := found(t, s, tt.user, tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("find %q as %q: got %q, want %q", tt.text, tt.user, got, tt.want)
			}
		}
	})
}

// What the page lists for everybody are the resources that they may read.
func TestFindResources(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Stacks, Pages: pages(t)}, ":memory:")
	for user, lists := range map[string]bool{"": false, "alice": true} {
		page := server.SendAs(s, user, "GET", "/-/find?q=clip", "").Body.String()
		if got := strings.Contains(page, `<a href="/clippings/">`); got != lists {
			t.Errorf("as %q: the page leads to the clippings: got %v, want %v", user, got, lists)
		}
	}
}

// One statement looks through a resource, whatever it finds, and those that the requester may not read take none.
func TestFindStatements(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Stacks, Pages: pages(t)}, ":memory:")
	server.Must(t, s, "POST", "/shelves/", "admin", `{"code":"A-1"}`)
	for i := range 9 {
		server.Must(t, s, "POST", "/shelves/A-1/volumes/", "admin", fmt.Sprintf(`{"title":"Volume %d"}`, i))
	}
	for _, tt := range []struct {
		user, text string
		want       int
	}{{"", "", 0}, {"", "volume", 2}, {"", "7", 3}, {"alice", "volume", 4}, {"alice", "7", 5}} { // scraps have no names; the account
		if got := server.StatementsAs(t, s, tt.user, "GET", "/-/find?q="+tt.text, ""); len(got) != tt.want {
			t.Errorf("find %q as %q: got %d statements, want %d:\n%s", tt.text, tt.user, len(got), tt.want, strings.Join(got, "\n"))
		}
	}
	if got := found(t, s, "", "volume"); len(got) != 5 {
		t.Errorf("of nine records: got %q, want five", got)
	}
}

// Only so many resources are looked through; the page says which were not.
func TestFindManyResources(t *testing.T) {
	set := func() *rest.Set {
		all := rest.NewSet("many")
		for i := range 22 {
			all.Include(rest.ViewSet[sets.Stack]{Path: fmt.Sprintf("/shelves%d/", i), Name: fmt.Sprintf("shelf%d", i), Access: permission.SignedInOrReadOnly})
		}
		return all
	}
	s := server.New(t, server.Config{Set: set, Pages: pages(t)}, ":memory:")
	if got := server.StatementsAs(t, s, "", "GET", "/-/find?q=a", ""); len(got) != 20 {
		t.Errorf("got %d statements, want 20", len(got))
	}
	page := server.SendAs(s, "", "GET", "/-/find?q=a", "").Body.String()
	if got := strings.Count(page, "/shelves20/") + strings.Count(page, "/shelves21/"); got != 2 || !strings.Contains(page, "Not searched") {
		t.Errorf("the page does not say what was not looked through: %s", page)
	}
}

// What a query may not say is refused, with the same words as a list has.
func TestFindQuery(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Stacks, Pages: pages(t)}, ":memory:")
	for _, tt := range []struct {
		method, query, want string
		status              int
	}{
		{"POST", "", `{"detail":"Method \"POST\" not allowed."}`, 405},
		{"GET", "?query=x", `{"query":["Unknown parameter."]}`, 400},
		{"GET", "?q=%00x", `{"q":["Null characters are not allowed."]}`, 400},
		{"GET", "?q=" + strings.Repeat("x", 1001), `{"q":["Ensure this value has at most 1000 characters (it has 1001)."]}`, 400},
		{"GET", "?q=" + url.QueryEscape(manyWords(33)), `{"q":["Ensure this search has no more than 32 words."]}`, 400},
		{"GET", "?q=" + url.QueryEscape(manyWords(32)), "", 200},
		{"HEAD", "?q=x", "", 200},
	} {
		w := server.SendAs(s, "", tt.method, "/-/find"+tt.query, "")
		if w.Code != tt.status || tt.want != "" && w.Body.String() != tt.want {
			t.Errorf("%s %s: got %d %s, want %d %s", tt.method, tt.query, w.Code, w.Body, tt.status, tt.want)
		}
	}
}

func manyWords(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprint("word", i)
	}
	return strings.Join(words, " ")
}

// Who may not read the root may not ask for the page, and pages do not lead there. A service without pages has none.
func TestFindAccess(t *testing.T) {
	closed := func() *rest.Set { return sets.Stacks().Access(permission.SignedIn) }
	s := server.New(t, server.Config{Set: closed, Pages: pages(t)}, ":memory:")
	for user, want := range map[string]int{"": 403, "alice": 200} {
		w := server.SendAs(s, user, "GET", "/-/find?q=x", "", "Accept", "text/html")
		if got := w.Code; got != want {
			t.Errorf("as %q: got %d, want %d", user, got, want)
		}
		page := server.SendAs(s, user, "GET", "/shelves/", "", "Accept", "text/html").Body.String()
		if got := strings.Contains(page, `class="finds"`); got != (want == 200) {
			t.Errorf("as %q: a page leads there: got %v", user, got)
		}
	}
	bare := server.New(t, server.Config{Set: sets.Stacks}, ":memory:")
	if got := server.SendAs(bare, "", "GET", "/-/find", "").Code; got != 404 {
		t.Errorf("without pages: got %d, want 404", got)
	}
}
