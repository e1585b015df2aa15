// Tests of nested rows by name, and of what others change meanwhile.

package serve_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A name that another request makes meanwhile is that of the row which that has made.
func TestNestedNameMadeMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var s *purchases
		meanwhile := ""
		set := func() *rest.Set {
			other := func(*rest.Call, *sets.Anthology) error {
				if name := meanwhile; name != "" {
					meanwhile = ""
					server.Must(t, s, "POST", "/keywords/", "admin", `{"name":"`+name+`"}`)
				}
				return nil
			}
			return rest.NewSet("press",
				rest.ViewSet[sets.Anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create}, Serializer: rest.Serializer[sets.Anthology]{BeforeSave: other}},
				rest.ViewSet[sets.Keyword]{Path: "/keywords/"},
				rest.ViewSet[sets.Pamphlet]{Path: "/essays/"},
				rest.ViewSet[sets.Marginal]{Path: "/marginals/"},
				rest.ViewSet[sets.Publisher]{Path: "/publishers/"},
			).Access(permission.Anyone)
		}
		s = &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)}
		for _, step := range []struct{ name, method, path, body, want string }{
			{"a", "POST", "", `{"title":"1","keywords":["a"]}`, `"keywords":["a"]`},
			{"c", "POST", "", `{"title":"2","keywords":["d","c","b"]}`, `"keywords":["c","b","d"]`},
			{"e", "PATCH", "first", `{"keywords":["a","e"]}`, `"keywords":["a","e"]`},
			{"g", "POST", "", `[{"title":"3","keywords":["f","g"]}]`, `"keywords":["g","f"]`},
		} {
			path := "/anthologies/"
			if step.path != "" {
				_, list := server.Call(s, "GET", path, "admin", "")
				path += list[len(`[{"id":`):strings.Index(list, ",")] + "/"
			}
			meanwhile = step.name
			if status, answer := server.Call(s, step.method, path, "admin", step.body); status >= 300 || !strings.Contains(answer, step.want) {
				t.Errorf("%s %s %s: got %d %s, want %s", step.method, path, step.body, status, answer, step.want)
			}
			if meanwhile != "" {
				t.Error("nobody has made the name meanwhile")
			}
		}
		s.do(t, `nobody POST /keywords/ {"name":"g"}`, `400 {"name":["keyword with this name already exists."]}`)
	})
}

type (
	playlist struct {
		ID     int64                     `rest:"id,readonly"`
		Genres rest.ManyToMany[anyGenre] `rest:"genres,show=name,nested=create"`
	}
	anyGenre struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique=ci" validate:"max=20"`
	}
)

// Names that differ only in letter case are one name, if the column says so. A new row has the first of them.
func TestNestedNamesInAnyCase(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("music", rest.ViewSet[playlist]{Path: "/playlists/", Bulk: rest.Bulk{Actions: rest.Create}}, rest.ViewSet[anyGenre]{Path: "/genres/"}).Access(permission.Anyone)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)}
		s.do(t, `nobody POST /playlists/ {"genres":["Jazz","jazz"," JAZZ","Soul"]}`, `201 {"id":1,"genres":["Jazz","Soul"]}`)
		s.do(t, `nobody POST /playlists/ {"genres":["soul","SOUL","folk","jazz"]}`, `201 {"id":2,"genres":["Jazz","Soul","folk"]}`)
		s.do(t, `nobody POST /playlists/ [{"genres":["Ska"]},{"genres":["SKA"]},{"genres":[" ska","soul"]}]`, `201 [{"id":3,"genres":["Ska"]},{"id":4,"genres":["Ska"]},{"id":5,"genres":["Soul","Ska"]}]`)
		s.do(t, `nobody PATCH /playlists/2/ {"genres":["FOLK","Folk"]}`, `200 {"id":2,"genres":["folk"]}`)
	})
}

// atlases is a service of them; read is run when a representation of an atlas is read.
func atlases(t *testing.T, address string, read func()) *purchases {
	t.Helper()
	set := func() *rest.Set {
		reads := rest.Compute("reads", func(*rest.Call, *sets.Atlas) bool {
			read()
			return true
		})
		return sets.Charts(rest.Serializer[sets.Atlas]{Computed: []rest.Computed[sets.Atlas]{reads}})
	}
	return &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)}
}

// A patch of nested rows keeps what others have made and changed of them since it read them.
func TestPatchNestedMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var s *purchases
		var meanwhile atomic.Pointer[func()]
		s = atlases(t, address, func() {
			if do := meanwhile.Swap(nil); do != nil {
				(*do)()
			}
		})
		s.do(t, `nobody POST /atlases/ {"title":"a","charts":[{"name":"first"}]}`, `201 {"id":1,"title":"a","charts":[{"id":1,"name":"first","version":1,"pins":[]}],"reads":true}`)
		do := func() {
			server.Must(t, s, "POST", "/charts/", "admin", `{"atlas":1,"name":"theirs"}`)
			server.Must(t, s, "PATCH", "/charts/1/", "admin", `{"name":"changed"}`)
		}
		meanwhile.Store(&do)
		w := server.SendAs(s, "admin", "PATCH", "/atlases/1/", `[{"op":"add","path":"/charts/-","value":{"name":"mine"}}]`, "Content-Type", typeJSONPatch)
		const want = `"charts":[{"id":1,"name":"changed","version":2,"pins":[]},{"id":2,"name":"theirs","version":1,"pins":[]},{"id":3,"name":"mine","version":1,"pins":[]}]`
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("a patch: got %d %s, want %s", w.Code, w.Body, want)
		}
	})
}

// Two requests that refer to each other's rows do not wait for each other.
func TestSwappedParents(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := atlases(t, address, func() {})
		server.Must(t, s, "POST", "/atlases/", "admin", `{"title":"a","charts":[{"name":"a"},{"name":"b"}]}`)
		began := time.Now()
		for range 20 {
			move := func(row, above int) func() {
				return func() {
					server.Must(t, s, "PATCH", "/charts/", "admin", fmt.Sprintf(`[{"id":%d,"above":%d}]`, row, above))
				}
			}
			together(move(1, 2), move(2, 1), move(1, 2), move(2, 1))
		}
		if took := time.Since(began); took > 15*time.Second { // PostgreSQL takes a second to see a deadlock
			t.Errorf("swapping took %s", took)
		}
	})
}
