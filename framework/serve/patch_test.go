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

// Patches of one record at once all count: each is applied to what the one before has left.
func TestPatchRace(t *testing.T) {
	const clients = 8
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: patches}, address)
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
