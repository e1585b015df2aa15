// Lists whose related rows go while they are written.

package serve_test

import (
	"fmt"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type bundle struct {
	ID   int64                      `rest:"id,readonly"`
	Name string                     `rest:"name"`
	Tags rest.ManyToMany[bundleTag] `rest:"tags,optional"`
}

type bundleTag struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// A row that goes after it was looked for is missed in the item that names it, as in a single create.
func TestListJoinsGone(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile func()
		once := func(*rest.Call, *bundle) error {
			do := meanwhile
			if meanwhile = nil; do != nil {
				do()
			}
			return nil
		}
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("parcels",
				rest.ViewSet[bundle]{Path: "/parcels/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}, Serializer: rest.Serializer[bundle]{BeforeSave: once}},
				rest.ViewSet[bundleTag]{Path: "/tags/"},
			).Access(permission.Anyone)
		}}, address)
		server.Must(t, s, "POST", "/tags/", "admin", `{"name":"stays"}`)
		server.Must(t, s, "POST", "/parcels/", "admin", `[{"name":"a"},{"name":"b"}]`)
		const missing = `{"tags":["Invalid pk \"%d\" - object does not exist."]}`
		for i, tt := range []struct{ method, body, prefer, want string }{
			{"POST", `{"name":"x","tags":[1,%d]}`, "", missing},
			{"POST", `[{"name":"x","tags":[1,%d]}]`, "", "[" + missing + "]"},
			{"POST", `[{"name":"x","tags":[1]},{"name":"y","tags":[%d]},{"name":"z"}]`, "", "[{}," + missing + ",{}]"},
			{"PATCH", `[{"id":1,"tags":[1]},{"id":2,"tags":[1,%d]}]`, "", "[{}," + missing + "]"},
			{"POST", `[{"name":"y","tags":[%d]}]`, "handling=lenient", `[{"status":400,"errors":` + missing + `}]`},
		} {
			server.Must(t, s, "POST", "/tags/", "admin", `{"name":"goes"}`)
			tag := i + 2
			meanwhile = func() { server.Must(t, s, "DELETE", fmt.Sprintf("/tags/%d/", tag), "admin", "") }
			w := server.SendAs(s, "admin", tt.method, "/parcels/", fmt.Sprintf(tt.body, tag), "Content-Type", "application/json", "Prefer", tt.prefer)
			if want := fmt.Sprintf(tt.want, tag); w.Body.String() != want {
				t.Errorf("%s %s: got %d %s, want %s", tt.method, tt.body, w.Code, w.Body, want)
			}
			if got := server.SendAs(s, "admin", "GET", "/parcels/", "").Body.String(); got != `[{"id":1,"name":"a","tags":[]},{"id":2,"name":"b","tags":[]}]` {
				t.Errorf("%s %s is refused and stores %s", tt.method, tt.body, got)
			}
		}
	})
}
