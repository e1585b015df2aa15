// Tests of versions that several view sets of one table raise.

package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// A change through a view set that declares no version refuses a later change with the former tag of another.
func TestVersionOfOtherViewSet(t *testing.T) {
	type (
		Volume struct {
			ID      int64  `rest:"id,readonly"`
			Title   string `rest:"title"`
			Shelf   int64  `rest:"shelf" default:"0"`
			Version int64  `rest:"version,version"`
		}
		Placed struct {
			ID    int64  `rest:"id,readonly"`
			Shelf int64  `rest:"shelf"`
			Title string `rest:"-" default:"?"`
		}
	)
	move := func(c *rest.Call, p *Placed, _ rest.None) (*Placed, error) {
		p.Shelf++
		return p, rest.Rows[Placed](c).Update(p)
	}
	set := func() *rest.Set {
		return rest.NewSet("library",
			rest.ViewSet[Volume]{Path: "/volumes/"},
			rest.ViewSet[Placed]{Path: "/placed/", Table: "volumes", Bulk: rest.Bulk{Actions: rest.Modify}, Extra: []rest.Action{rest.OnRecord("move", move)}}).Access(permission.Anyone)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set}, address)
		server.Must(t, s, "POST", "/volumes/", "", `{"title":"a"}`)
		server.Must(t, s, "POST", "/placed/", "", `{"shelf":1}`)
		if w := server.SendAs(s, "", "GET", "/volumes/2/", ""); w.Body.String() != `{"id":2,"title":"?","shelf":1,"version":1}` {
			t.Errorf("created through the other view set: got %s", w.Body)
		}
		for _, change := range [][3]string{
			{"PATCH", "/placed/1/", `{"shelf":4}`},
			{"PUT", "/placed/1/", `{"shelf":5}`},
			{"PATCH", "/placed/", `[{"id":1,"shelf":6},{"id":2,"shelf":7}]`},
			{"POST", "/placed/1/move/", ""},
		} {
			tag := server.SendAs(s, "", "GET", "/volumes/1/", "").Header().Get("ETag")
			own := server.SendAs(s, "", "GET", "/placed/1/", "").Header().Get("ETag")
			if w := server.SendAs(s, "", change[0], change[1], change[2], "Content-Type", typeJSON); w.Code != 200 {
				t.Fatalf("%v: got %d %s", change, w.Code, w.Body)
			}
			for path, tag := range map[string]string{"/volumes/1/": tag, "/placed/1/": own} {
				if w := server.SendAs(s, "", "PATCH", path, `{"shelf":9}`, "Content-Type", typeJSON, "If-Match", tag); w.Code != 412 {
					t.Errorf("%v: PATCH %s with the former tag %s: got %d %s, want 412", change, path, tag, w.Code, w.Body)
				}
			}
		}
	})
}
