// Tests of PATCH: patch documents, nested rows, and members that are not read.

package serve_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

const (
	typeMerge     = "application/merge-patch+json"
	typeJSONPatch = "application/json-patch+json"
)

// Patches of one record at once all count: each is applied to what the one before has left.
func TestPatchRace(t *testing.T) {
	const clients = 8
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Patches}, address)
		server.Must(t, s, "POST", "/things/", "admin", `{"title":"A","note":null}`)
		var group sync.WaitGroup
		var mu sync.Mutex
		done := 0
		for client := range clients {
			group.Go(func() {
				w := server.SendAs(s, "admin", "PATCH", "/things/1/", fmt.Sprintf(`[{"op":"add","path":"/watchers/-","value":"w%d"}]`, client), "Content-Type", typeJSONPatch)
				mu.Lock()
				defer mu.Unlock()
				switch w.Code {
				case 200:
					done++
				case 503: // tried too often
				default:
					t.Errorf("got %d %s", w.Code, w.Body)
				}
			})
		}
		group.Wait()
		got := server.SendAs(s, "admin", "GET", "/things/1/", "").Body.String()
		if n := strings.Count(got, `"w`) - strings.Count(got, `"watchers"`); n != done || done == 0 {
			t.Errorf("%d patches were done, and there is %s", done, got)
		}
	})
}

// copyBomb doubles a list so many times.
func copyBomb(member string, times int) string {
	double := fmt.Sprintf(`{"op":"copy","from":"/%s","path":"/%[1]s/-"}`, member)
	return "[" + strings.Repeat(double+",", times-1) + double + "]"
}

// A patch that cannot be done is a 4xx with its place, takes little memory, and stores nothing: neither of the record nor of
// its nested rows. One that can is done as the body that it stands for.
func TestBadPatches(t *testing.T) {
	const row = `{"title":"t","rate":1.5,"spec":{"colour":"red"},"boxes":[{"name":"b","weight":2},{"name":"c","weight":null}],"details":{"a":[1]},"tags":["x","y"]}`
	operation := func(format string, args ...any) string { return "[" + fmt.Sprintf(format, args...) + "]" }
	add := func(path, value string) string { return operation(`{"op":"add","path":"%s","value":%s}`, path, value) }
	replace := func(path, value string) string {
		return operation(`{"op":"replace","path":"%s","value":%s}`, path, value)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Freights, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/freights/", "", row)
		for _, tt := range []struct {
			contentType, body string
			code              int
			want              string
		}{
			// Tests of the record, of nested rows and of read-only members.
			{typeJSONPatch, operation(`{"op":"replace","path":"/title","value":"u"},{"op":"test","path":"/boxes/0/name","value":"c"}`), 409, "operation 1 (test /boxes/0/name): the value is another"},
			{typeJSONPatch, operation(`{"op":"replace","path":"/boxes/0/name","value":"u"},{"op":"test","path":"/boxes/2","value":null}`), 409, "operation 1 (test /boxes/2): there is no such value"},
			{typeJSONPatch, operation(`{"op":"test","path":"/id","value":2}`), 409, "operation 0 (test /id): the value is another"},
			{typeJSONPatch, operation(`{"op":"test","path":"/rate","value":1e400}`), 409, "operation 0 (test /rate): the value is another"},
			// Paths to nothing, an index behind the end, and a move into itself.
			{typeJSONPatch, replace("/boxes/2/name", `"x"`), 409, "(replace /boxes/2/name): there is no such value"},
			{typeJSONPatch, replace("/boxes/-/name", `"x"`), 409, "(replace /boxes/-/name): there is no such value"},
			{typeJSONPatch, replace("/boxes/-1", `{"name":"x"}`), 409, "(replace /boxes/-1): there is no such value"},
			{typeJSONPatch, replace("/boxes/00", `{"name":"x"}`), 409, "(replace /boxes/00): there is no such value"},
			{typeJSONPatch, replace("/boxes/99999999999999999999", `1`), 409, "there is no such value"},
			{typeJSONPatch, operation(`{"op":"remove","path":"/boxes/-"}`), 409, "(remove /boxes/-): there is no such value"},
			{typeJSONPatch, operation(`{"op":"remove","path":"/details/b"}`), 409, "(remove /details/b): there is no such value"},
			{typeJSONPatch, operation(`{"op":"copy","from":"/boxes/-","path":"/boxes/0"}`), 409, "there is no such value"},
			{typeJSONPatch, operation(`{"op":"move","from":"/boxes","path":"/boxes/0"}`), 409, "a value cannot be moved into itself"},
			{typeJSONPatch, operation(`{"op":"move","from":"/details/a","path":"/details/a/0"}`), 409, "a value cannot be moved into itself"},
			{typeJSONPatch, add("/title/x", `1`), 409, "(add /title/x): there is no such value"},
			{typeJSONPatch, add("/titel", `"x"`), 400, `"titel"`},
			{typeJSONPatch, add("", `{}`), 400, "operation 0"},
			{typeJSONPatch, add("/boxes/~2", `1`), 400, "operation 0"},
			// What a patch makes is judged as what a body says.
			{typeJSONPatch, add("/boxes/-", `{"name":"much too long a name"}`), 400, `"boxes"`},
			{typeJSONPatch, add("/boxes/-", `{"nam":"x"}`), 400, `"nam"`},
			{typeJSONPatch, replace("/boxes/0/name", `["x"]`), 400, `"boxes"`},
			{typeJSONPatch, operation(`{"op":"move","from":"/tags/0","path":"/boxes/0"}`), 400, `"boxes"`},
			{typeJSONPatch, operation(`{"op":"copy","from":"/details","path":"/title"}`), 400, `"title"`},
			{typeJSONPatch, operation(`{"op":"remove","path":"/spec/colour"}`), 400, `"spec"`},
			{typeJSONPatch, operation(`{"op":"remove","path":"/title"}`), 400, `"title"`},
			{typeJSONPatch, replace("/boxes/1/weight", `1e400`), 400, `"boxes"`},
			{typeJSONPatch, replace("/boxes/1/weight", `NaN`), 400, "parse error"},
			{typeJSONPatch, add("/details/b", `NaN`), 400, "parse error"},
			{typeJSONPatch, replace("/day", `"10000-01-01"`), 400, `"day"`},
			{typeJSONPatch, replace("/boxes/0/name", `"\ud800"`), 400, `"boxes":{"0":{"name":["Surrogate`},
			{typeJSONPatch, add("/tags/-", "\"\xff\""), 400, "parse error"},
			{typeJSONPatch, add(`/details/\ud800`, `1`), 400, `"details":["Surrogate`},
			{typeJSONPatch, add(`/details/\u0000`, `1`), 400, `"details"`},
			{typeMerge, `{"details":{"\udfff":1}}`, 400, `"details":["Surrogate`},
			{typeMerge, "{\"details\":{\"a\":{\"b\xff\":1}}}", 400, "parse error"},
			{typeMerge, `{"spec":{"size":1e400}}`, 400, `"spec"`},
			{typeMerge, `{"spec":{"colour":null}}`, 400, `"spec"`},
			{typeMerge, `{"boxes":[{"name":"x","weight":1e400}]}`, 400, `"boxes"`},
			{typeMerge, `{"boxes":{"0":{"name":"x"}}}`, 400, `"boxes"`},
			{typeMerge, `{"at":"9999-12-31T23:59:59-01:00"}`, 400, `"at"`},
			{typeMerge, `{"rate":NaN}`, 400, "parse error"},
			// A few operations that would make much.
			{typeJSONPatch, copyBomb("tags", 60), 409, "JSON patch error - operation"},
			{typeJSONPatch, copyBomb("boxes", 60), 409, "JSON patch error - operation"},
			{typeJSONPatch, "[" + strings.Repeat(`{"op":"copy","from":"/details","path":"/details/x"},`, 119) + `{"op":"copy","from":"/details","path":"/details/x"}]`, 409, "JSON patch error - operation"},
			{typeJSONPatch, "[" + strings.Repeat(`{"op":"add","path":"/tags/0","value":"x"},`, 3_000) + `{"op":"remove","path":"/tags/0"}]`, 409, "JSON patch error - operation"},
			// Read-only members stay, as in a body.
			{typeJSONPatch, replace("/id", `7`), 200, `"id":1,`},
			{typeJSONPatch, operation(`{"op":"test","path":"/boxes/1/weight","value":null},{"op":"replace","path":"/boxes/1/weight","value":3.5},{"op":"move","from":"/boxes/1","path":"/boxes/0"}`), 200, `"boxes":[`},
			{typeJSONPatch, add("/boxes/-", `{"name":"d"}`), 200, `"name":"d"`},
			{typeJSONPatch, operation(`{"op":"remove","path":"/boxes/0"}`), 200, `"name":"c"`},
		} {
			before := server.SendAs(s, "", "GET", "/freights/1/", "").Body.String() + server.SendAs(s, "", "GET", "/boxes/", "").Body.String()
			var from, to runtime.MemStats
			runtime.ReadMemStats(&from)
			w := server.SendAs(s, "", "PATCH", "/freights/1/", tt.body, "Content-Type", tt.contentType)
			runtime.ReadMemStats(&to)
			if w.Code != tt.code || !strings.Contains(w.Body.String(), tt.want) {
				t.Errorf("%s %.100s: got %d %.300s, want %d %s", tt.contentType, tt.body, w.Code, w.Body, tt.code, tt.want)
			}
			if took := to.TotalAlloc - from.TotalAlloc; took > maxBadInput {
				t.Errorf("%s %.100s: took %d bytes", tt.contentType, tt.body, took)
			}
			after := server.SendAs(s, "", "GET", "/freights/1/", "").Body.String() + server.SendAs(s, "", "GET", "/boxes/", "").Body.String()
			if tt.code != 200 && after != before {
				t.Errorf("%s %.100s is refused and stores %s", tt.contentType, tt.body, after)
			}
		}
	})
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
			once := func(*rest.Call, *sets.Album) error {
				do := meanwhile
				if meanwhile = nil; do != nil {
					do()
				}
				return nil
			}
			return rest.NewSet("albums",
				rest.ViewSet[sets.Album]{
					Path:       "/albums/",
					Shapes:     rest.Shapes{Retrieve: rest.As(count)},
					Serializer: rest.Serializer[sets.Album]{BeforeSave: once},
				},
				rest.ViewSet[sets.AlbumMark]{Path: "/marks/"},
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
