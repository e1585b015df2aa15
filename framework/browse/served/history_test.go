// Tests of the pages of histories.

package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// The page of a record links to its history, which has a page.
func TestHistoryPage(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Treatises, Pages: pages(t)}, ":memory:")
	server.Must(t, s, "POST", "/boards/", "admin", `{"name":"a"}`)
	server.Must(t, s, "POST", "/volumes/", "alice", `{"title":"one","board":"a","secret":"s"}`)
	server.Must(t, s, "POST", "/marks/", "admin", `{"name":"x"}`)
	server.Must(t, s, "PATCH", "/volumes/1/", "alice", `{"title":"two","marks":[1]}`)
	server.Must(t, s, "PATCH", "/volumes/1/", "admin", `{"title":"three","marks":[],"secret":"t"}`)
	for path, want := range map[string]string{"/volumes/1/": `/volumes/1/history/`, "/volumes/1/history/": "<h1"} {
		if w := server.SendAs(s, "admin", "GET", path, "", "Accept", "text/html"); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page %s: got %d, and it lacks %s: %.300s", path, w.Code, want, w.Body)
		}
	}
}
