// The page that finds records of all resources.

package serve_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// The page counts under the throttles of the lists that it looks through.
func TestFindThrottled(t *testing.T) {
	now := server.Clock()
	s := server.New(t, server.Config{Set: sets.Throttled, Pages: server.PlainPages, Options: serve.Options{Now: func() time.Time { return now }}}, ":memory:")
	for i, path := range []string{"/cards/", "/-/find?q=x", "/-/find?q=y", "/-/find?q=z", "/cards/"} {
		want := 200
		if i > 2 {
			want = 429
		}
		if w := server.SendAs(s, "", "GET", path, ""); w.Code != want {
			t.Errorf("request %d, %s: got %d, want %d", i, path, w.Code, want)
		}
	}
}
