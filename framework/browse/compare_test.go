package browse_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

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
		contains(t, get("", "/essays/1/history/?page=1", 200), `<select id="compare-from" name="_from">`, `<option value="2" selected>`, `<option value="3" selected>`, `<form method="get" action="/essays/1/history/" id="compare">`,
			`<input type="hidden" name="page" value="1">`)
		lacks(t, get("", "/essays/2/history/", 200), `name="_from"`) // which has one
		page := get("alice", "/essays/1/history/?_from=1&_to=3", 200)
		contains(t, page, `<h2 id="compared">Two versions</h2>`, `<th scope="row">Title</th>`, `<del>first</del>`, `<ins>second</ins>`, `<th scope="row">Marks</th>`, `<ins>3</ins>`,
			"  one\n<del>− two</del>\n<ins>+ <2></ins>\n  three\n<ins>+ four</ins>\n</pre>", `<form method="post" action="/essays/1/history/1/restore/" class="inrow">`,
			`<option value="1" selected>`, `<option value="3" selected>`)
		lacks(t, page, `<th scope="row">Id</th>`)
		contains(t, get("", "/essays/1/history/?_from=3&_to=1", 200), `<del>second</del>`, "<ins>+ two</ins>")
		lacks(t, get("", "/essays/1/history/?_from=3&_to=1", 200), "/restore/")
		contains(t, get("", "/essays/1/history/?_from=2&_to=2", 200), "They are the same.")
		for _, query := range []string{"_from=4&_to=1", "_from=1&_to=x", "_from=1&_to=99"} { // of another record, and none
			if page := get("alice", "/essays/1/history/?"+query, 404); strings.Contains(page, "Two versions") {
				t.Errorf("%s shows versions", query)
			}
		}
	})
}
