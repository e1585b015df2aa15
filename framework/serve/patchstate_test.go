// Patches of what reading a record does not show, and of a record whose computed member is another each time.

package serve_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type album struct {
	ID     int64                      `rest:"id,readonly"`
	Title  string                     `rest:"title"`
	Tracks []string                   `rest:"tracks,optional"`
	Marks  rest.ManyToMany[albumMark] `rest:"marks,optional"`
}

type albumMark struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// albumTitle shows no tracks and no marks.
type albumTitle struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
	Reads int64  `rest:"reads,readonly,computed"`
}

// A patch of a member that reading does not show counts what others have stored of it meanwhile; it neither compares nor
// copies it. That a computed member is another at each reading keeps nobody from patching.
func TestPatchUnread(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var reads atomic.Int64
		var meanwhile func()
		set := func() *rest.Set {
			count := rest.Compute("reads", func(*rest.Call, *albumTitle) int64 { return reads.Add(1) })
			once := func(*rest.Call, *album) error {
				do := meanwhile
				if meanwhile = nil; do != nil {
					do()
				}
				return nil
			}
			return rest.NewSet("albums",
				rest.ViewSet[album]{
					Path:       "/albums/",
					Shapes:     rest.Shapes{Retrieve: rest.As(count)},
					Serializer: rest.Serializer[album]{BeforeSave: once},
				},
				rest.ViewSet[albumMark]{Path: "/marks/"},
			).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
		}
		s := server.New(t, server.Config{Set: set}, address)
		server.Must(t, s, "POST", "/marks/", "admin", `{"name":"one"}`)
		server.Must(t, s, "POST", "/marks/", "admin", `{"name":"two"}`)
		server.Must(t, s, "POST", "/albums/", "admin", `{"title":"A","tracks":["first"]}`)
		for _, tt := range []struct {
			contentType, body, meanwhile string
			code                         int
			want                         string
		}{
			{typeMerge, `{"title":"B"}`, "", 200, `"title":"B","tracks":["first"],"marks":[]`},
			{typeJSONPatch, `[{"op":"add","path":"/tracks/-","value":"mine"}]`, `{"tracks":["first","theirs"]}`, 200, `"tracks":["first","theirs","mine"]`},
			{typeJSONPatch, `[{"op":"add","path":"/marks/-","value":2}]`, `{"marks":[1]}`, 200, `"marks":[1,2]`},
			{typeJSONPatch, `[{"op":"test","path":"/tracks/0","value":"first"}]`, "", 409, `"title":"B"`},
			{typeJSONPatch, `[{"op":"copy","from":"/tracks/0","path":"/title"}]`, "", 409, `"title":"B"`},
			{typeJSONPatch, `[{"op":"move","from":"/tracks/0","path":"/title"}]`, "", 409, `"title":"B"`},
		} {
			if tt.meanwhile != "" {
				meanwhile = func() { server.Must(t, s, "PATCH", "/albums/1/", "admin", tt.meanwhile) }
			}
			w := server.SendAs(s, "admin", "PATCH", "/albums/1/", tt.body, "Content-Type", tt.contentType)
			list := server.SendAs(s, "admin", "GET", "/albums/", "").Body.String()
			if w.Code != tt.code || !strings.Contains(list, tt.want) {
				t.Errorf("%s: got %d %s and then %s, want %d and %s", tt.body, w.Code, w.Body, list, tt.code, tt.want)
			}
		}
	})
}
