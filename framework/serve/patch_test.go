package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

const (
	typeMerge     = "application/merge-patch+json"
	typeJSONPatch = "application/json-patch+json"
)

type patched struct {
	ID       int64                  `rest:"id,readonly"`
	Title    string                 `rest:"title" validate:"max=10"`
	Note     *string                `rest:"note"`
	Watchers []string               `rest:"watchers,optional" validate:"max=100"`
	Details  map[string]any         `rest:"details,optional"`
	Secret   string                 `rest:"secret,writeonly,optional"`
	Above    rest.BelongsTo[above]  `rest:"above,optional,show=name"`
	Marks    rest.ManyToMany[above] `rest:"marks,optional"`
	Number   int64                  `rest:"number,readonly" default:"4"`
}

type above struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

func patches() *rest.Set {
	return rest.NewSet("patches",
		rest.ViewSet[patched]{Path: "/things/"},
		rest.ViewSet[above]{Path: "/above/", Actions: rest.Everything &^ rest.Modify},
	).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

// A PATCH may say what to change of the record as it is read. What is not named stays.
func TestPatch(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: patches, Pages: server.PlainPages}, address)
		must(t, s, "POST", "/above/", "admin", `{"name":"one"}`)
		must(t, s, "POST", "/above/", "admin", `{"name":"two"}`)
		const begin = `{"title":"A","note":"n","watchers":["a","b"],"details":{"x":1,"y":{"z":[1]}},"above":"one","marks":[1],"secret":"s"}`
		must(t, s, "POST", "/things/", "admin", begin)
		for _, tt := range []struct {
			contentType, body string
			code              int
			want              string
		}{
			{typeMerge, `{"details":{"y":{"w":2},"x":null}}`, 200, `"details":{"y":{"w":2,"z":[1]}}`},
			{typeMerge, `{"note":null,"above":"two"}`, 200, `"note":null,"watchers":["a","b"],"details":{"x":1,"y":{"z":[1]}},"above":"two","marks":[1],"number":4}`},
			{typeMerge, `{}`, 200, `"title":"A","note":"n"`},
			{typeMerge, `{"title":null}`, 400, `{"title":["This field may not be null."]}`},
			{typeMerge, `{"titel":"x"}`, 400, `{"titel":["Unknown field. Did you mean \"title\"?"]}`},
			{typeMerge, `{"number":7}`, 200, `"number":4`},
			{typeMerge, `{"title":"a","title":"b"}`, 400, `Duplicate key`},
			{typeJSONPatch, `[{"op":"add","path":"/watchers/-","value":"c"},{"op":"remove","path":"/watchers/0"}]`, 200, `"watchers":["b","c"]`},
			{typeJSONPatch, `[{"op":"add","path":"/marks/-","value":2}]`, 200, `"marks":[1,2]`},
			{typeJSONPatch, `[{"op":"test","path":"/number","value":4},{"op":"replace","path":"/title","value":"B"}]`, 200, `"title":"B"`},
			{typeJSONPatch, `[{"op":"replace","path":"/title","value":"B"},{"op":"test","path":"/above","value":"two"}]`, 409, `{"detail":"JSON patch error - operation 1 (test /above): the value is another"}`},
			{typeJSONPatch, `[{"op":"replace","path":"/title","value":"much too long"}]`, 400, `{"title":["Ensure this field has no more than 10 characters."]}`},
			{typeJSONPatch, `[{"op":"add","path":"/watchers/0","value":7},{"op":"remove","path":"/note"}]`, 200, `"note":null,"watchers":["7","a","b"]`},
			{typeJSONPatch, `[{"op":"add","path":"/watchers/1","value":[]}]`, 400, `{"watchers":{"1":[`},
			{typeJSONPatch, `[{"op":"test","path":"/secret","value":"s"}]`, 409, `there is no such value`},
			{typeJSONPatch, `[{"op":"add","path":"/titel","value":"s"}]`, 400, `{"titel":["Unknown field. Did you mean \"title\"?"]}`},
			{typeJSONPatch, `[{"op":"replace"}]`, 400, `{"detail":"JSON patch error - operation 0: \"path\" is a JSON pointer such as \"/title\""}`},
			{typeJSONPatch, `{`, 400, `{"detail":"JSON parse error`},
		} {
			must(t, s, "PUT", "/things/1/", "admin", begin)
			before := sendAs(s, "alice", "GET", "/things/1/", "").Body.String()
			w := sendAs(s, "alice", "PATCH", "/things/1/", tt.body, "Content-Type", tt.contentType)
			if w.Code != tt.code || !strings.Contains(w.Body.String(), tt.want) {
				t.Errorf("%s %s: got %d %s, want %d %s", tt.contentType, tt.body, w.Code, w.Body, tt.code, tt.want)
			}
			if after := sendAs(s, "alice", "GET", "/things/1/", "").Body.String(); tt.code != 200 && after != before {
				t.Errorf("%s is refused and stores %s", tt.body, after)
			}
		}
	})
}

// Patches of one record at once all count: each is applied to what the one before has left.
func TestPatchRace(t *testing.T) {
	const clients = 8
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: patches}, address)
		must(t, s, "POST", "/things/", "admin", `{"title":"A","note":null}`)
		var group sync.WaitGroup
		var mu sync.Mutex
		done := 0
		for client := range clients {
			group.Go(func() {
				w := sendAs(s, "admin", "PATCH", "/things/1/", fmt.Sprintf(`[{"op":"add","path":"/watchers/-","value":"w%d"}]`, client), "Content-Type", typeJSONPatch)
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
		got := sendAs(s, "admin", "GET", "/things/1/", "").Body.String()
		if n := strings.Count(got, `"w`) - strings.Count(got, `"watchers"`); n != done || done == 0 {
			t.Errorf("%d patches were done, and there is %s", done, got)
		}
	})
}
