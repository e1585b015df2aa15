package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

const (
	csvType    = "text/csv; charset=utf-8; header=present"
	ndjsonType = "application/x-ndjson"
	jsonType   = "application/json"
)

// The page offers the formats of the set, and shows the representation in each.
func TestListedFormatsOnPages(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Listed, Pages: pages(t)}, ":memory:")
	server.Must(t, s, "POST", "/cards/", "", `{"front":"<b>"}`)
	page := server.SendAs(s, "alice", "GET", "/cards/", "", "Accept", "text/html").Body.String()
	for _, want := range []string{`<a href="/cards/?format=csv">csv</a>`, `<a href="/cards/?format=ndjson">ndjson</a>`, `_body=csv`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	page = server.SendAs(s, "alice", "GET", "/cards/?_body=csv", "", "Accept", "text/html").Body.String()
	for _, want := range []string{"1,&lt;b&gt;,", csvType, "Accept: text/csv"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page that shows CSV lacks %q", want)
		}
	}
	page = server.SendAs(s, "alice", "GET", "/?_body=csv", "", "Accept", "text/html").Body.String()
	if strings.Contains(page, csvType) || !strings.Contains(page, "application/json") {
		t.Error("the root, which CSV cannot hold, is not shown as JSON")
	}
}
