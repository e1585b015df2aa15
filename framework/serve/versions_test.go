package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A range that is accepted less than another says no version.
func TestVersionOfAnotherRange(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Albums(rest.InAccept("version"))}, ":memory:")
	server.Must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
	server.Must(t, s, "POST", "/albums/", "", `{"band":"b","title":"a"}`)
	w := server.SendAs(s, "", "GET", "/albums/", "", "Accept", "text/html;q=0.1; version=v1, application/json")
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"title":"a"`) {
		t.Errorf("got %d %s, want the version of today", w.Code, w.Body)
	}
}
