// Tests of PATCH: patch documents, nested rows, and members that are not read.

package serve_test

import (
	"fmt"
	"net/http"
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

// A few operations that would make much are refused, take little memory and store nothing.
func TestPatchBombs(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Freights, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/freights/", "", `{"title":"t","boxes":[{"name":"b"},{"name":"c"}],"details":{"a":[1]},"tags":["x","y"]}`)
		_, before := server.Call(s, "GET", "/freights/", "", "")
		for _, body := range []string{
			copyBomb("tags", 60), copyBomb("boxes", 60),
			"[" + strings.Repeat(`{"op":"copy","from":"/details","path":"/details/x"},`, 119) + `{"op":"copy","from":"/details","path":"/details/x"}]`,
			"[" + strings.Repeat(`{"op":"add","path":"/tags/0","value":"x"},`, 3_000) + `{"op":"remove","path":"/tags/0"}]`,
		} {
			var from, to runtime.MemStats
			runtime.ReadMemStats(&from)
			w := server.SendAs(s, "", "PATCH", "/freights/1/", body, "Content-Type", typeJSONPatch)
			runtime.ReadMemStats(&to)
			if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "JSON patch error - operation") {
				t.Errorf("%.100s: got %d %.300s, want 409", body, w.Code, w.Body)
			}
			if took := to.TotalAlloc - from.TotalAlloc; took > maxBadInput {
				t.Errorf("%.100s: took %d bytes", body, took)
			}
		}
		if _, after := server.Call(s, "GET", "/freights/", "", ""); after != before {
			t.Errorf("stored is %s, want %s", after, before)
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
