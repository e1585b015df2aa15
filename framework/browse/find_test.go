// Tests of the page that finds, and of comparisons.

package browse_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// renderFound is the page that has found nothing in the directory, in other pages.
func renderFound(t *testing.T, pages *browse.Pages) string {
	t.Helper()
	p, err := sets.Directory().Compile()
	if err != nil {
		t.Fatal(err)
	}
	pages.Compile(p, nil, "")
	page, err := pages.Find(&pageapi.FindPage{Request: httptest.NewRequest("GET", pageapi.FindPath, nil), Header: http.Header{}})
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// pamphlets are long texts with short titles.
func pamphlets(catalogues ...rest.Catalogue) func() *rest.Set {
	type pamphlet struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title" validate:"max=40"`
		Body  string `rest:"body,multiline,search,optional"`
	}
	return func() *rest.Set {
		return rest.NewSet("pamphlets", rest.ViewSet[pamphlet]{Path: "/pamphlets/", Access: permission.SignedInOrReadOnly}).Catalogues(catalogues...)
	}
}

// Each page leads by a form in its header to one that lists what has the text, with addresses that work, and in the
// language of the reader.
func TestFindPage(t *testing.T) {
	h := server.New(t, server.Config{Set: pamphlets(german.Catalogue()), Pages: ownPages}, ":memory:")
	for _, body := range []string{`{"title":"Gardens","body":"tools"}`, `{"title":"<b>Tools</b>"}`, `{"title":"Tools 3"}`, `{"title":"Tools 4"}`, `{"title":"Tools 5"}`, `{"title":"Tools 6"}`} {
		askPage(t, h, "alice", "POST", "/pamphlets/", "", body)
	}
	for _, tt := range []struct{ path, language, want string }{
		{"/", "en", `<search><form class="finds" method="get" action="/-/find">`},
		{"/pamphlets/1/", "de", `name="q" value="" placeholder="Finden"`},
		{"/nowhere/", "en", `class="finds"`},
		{"/api-auth/login/", "en", `class="finds"`},
		{"/-/api", "en", `class="finds"`},
		{"/-/find", "en", `<li><a href="/pamphlets/">Pamphlets</a></li>`},
		{"/-/find", "en", `autocomplete="off" dir="auto" autofocus>`},
		{"/-/find?q=pamph", "en", `<title>Find: pamph · Resourceful</title>`},
		{"/-/find?q=pamph", "en", `<section><h2>Resources</h2>`},
		{"/-/find?q=pamph", "de", `<title>Finden: pamph · Resourceful</title>`},
		{"/-/find?q=tools", "en", `name="q" value="tools" placeholder="Find"`},
		{"/-/find?q=tools", "en", `<h2><a href="/pamphlets/">Pamphlets</a></h2>`},
		{"/-/find?q=tools", "en", `<li><a href="/pamphlets/2/"><bdi dir="auto">&lt;b&gt;Tools&lt;/b&gt;</bdi></a> <span><bdi dir="auto">2</bdi></span></li>`},
		{"/-/find?q=tools", "en", `<p><a href="/pamphlets/?search=tools">Search all</a></p>`},
		{"/-/find?q=tools", "de", `>Alle davon durchsuchen</a>`},
		{"/-/find?q=nobody", "en", `<p class="empty">Nothing matches “<bdi dir="auto">nobody</bdi>”.</p>`},
		{"/-/find?q=nobody", "de", `<p class="empty">Nichts heißt “<bdi dir="auto">nobody</bdi>” oder hat das in dem, was durchsucht wird.</p>`},
		{"/-/find?colour=red", "en", `<title>Error: Bad Request · Resourceful</title>`},
	} {
		page, header := askPage(t, h, "", "GET", tt.path, tt.language, "")
		if !strings.Contains(page, tt.want) {
			t.Errorf("%s in %s lacks %s:\n%s", tt.path, tt.language, tt.want, page)
		}
		if err := htmlcheck.Page([]byte(page)); err != nil {
			t.Errorf("%s: %v", tt.path, err)
		}
		if strings.HasPrefix(tt.path, "/-/find") && header.Get("Cache-Control") == "" {
			t.Errorf("%s: got the headers %v, want a page that caches leave to its reader", tt.path, header)
		}
	}
}

// A form of a page below a path or in a version keeps both, and so do the addresses of the found records.
func TestFindPageElsewhere(t *testing.T) {
	h := server.New(t, server.Config{Set: pamphlets(), Pages: ownPages, Options: serve.Options{BaseURL: "http://example.com/under"}}, ":memory:")
	askPage(t, h, "alice", "POST", "/pamphlets/", "", `{"title":"Gardens"}`)
	page, _ := askPage(t, h, "", "GET", "/under/-/find?q="+url.QueryEscape("gard"), "", "")
	contains(t, page, `action="/under/-/find"`, `href="/under/pamphlets/1/"`)
}

// essay has a history that everybody reads, and a member that only administrators read.
type essay struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title" validate:"max=20"`
	Text  string `rest:"text,multiline,optional"`
	Marks *int64 `rest:"marks"`
}

func essays() *rest.Set {
	return rest.NewSet("essays",
		rest.ViewSet[essay]{Path: "/essays/", Name: "Essay", History: &rest.History{}},
	).Access(permission.SignedInOrReadOnly)
}

// Two versions of a record are compared field by field, texts line by line, and either is restored.
func TestCompareVersions(t *testing.T) {
	onBoth(t, func(t *testing.T, database string) {
		h := server.New(t, server.Config{Set: essays, Pages: ownPages, Options: serve.Options{Now: time.Now}}, database)
		for _, sent := range [][3]string{
			{"POST", "/essays/", `{"title":"first","text":"one\ntwo\nthree"}`},
			{"PATCH", "/essays/1/", `{"title":"second","marks":3}`},
			{"PATCH", "/essays/1/", `{"text":"one\n<2>\nthree\nfour"}`},
			{"POST", "/essays/", `{"title":"other"}`},
		} {
			if w := sendTo(h, sent[0], sent[1], "alice", sent[2], "Content-Type", "application/json"); w.Code > 201 {
				t.Fatalf("%s %s: got %d %s", sent[0], sent[1], w.Code, w.Body)
			}
		}
		get := func(user, path string, want int) string {
			t.Helper()
			w := sendTo(h, "GET", path, user, "", "Accept", "text/html")
			if w.Code != want {
				t.Errorf("%s: got %d, want %d", path, w.Code, want)
			}
			return withoutMarks(w.Body.String())
		}
		contains(t, get("", "/essays/1/history/?page=1", 200), `name="_from" value="2" checked`, `name="_to" value="3" checked`, `<b>alice</b> changed`, `<p>Title: <del>first</del> → <ins>second</ins></p>`, `<form method="get" action="/essays/1/history/" id="compare">`,
			`<input type="hidden" name="page" value="1">`)
		lacks(t, get("", "/essays/2/history/", 200), `name="_from"`) // which has one
		page := get("alice", "/essays/1/history/?_from=1&_to=3", 200)
		contains(t, page, `<h2 id="compared">Two versions</h2>`, `<th scope="row">Title</th>`, `>first</td><td `, `>second</td></tr>`, `<th scope="row">Marks</th>`, `>3</td>`,
			"  one\n<del>− two</del>\n<ins>+ <2></ins>\n  three\n<ins>+ four</ins>\n</pre>", `<form method="post" action="/essays/1/history/1/restore/" class="inrow">`,
			`name="_from" value="1" checked`, `name="_to" value="3" checked`)
		lacks(t, page, `<th scope="row">Id</th>`)
		contains(t, get("", "/essays/1/history/?_from=3&_to=1", 200), `>second</td><td `, "<ins>+ two</ins>")
		lacks(t, get("", "/essays/1/history/?_from=3&_to=1", 200), "/restore/")
		contains(t, get("", "/essays/1/history/?_from=2&_to=2", 200), "They are the same.")
		for _, query := range []string{"_from=4&_to=1", "_from=1&_to=x", "_from=1&_to=99"} { // of another record, and none
			if page := get("alice", "/essays/1/history/?"+query, 404); strings.Contains(page, "Two versions") {
				t.Errorf("%s shows versions", query)
			}
		}
	})
}
