package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type crowded struct {
	ID    int64    `rest:"id,readonly"`
	Name  string   `rest:"name,optional"`
	Words []string `rest:"words,optional"`
	Line  string   `rest:"line,readonly"`
}

func crowd() *rest.Set {
	line := func(_ *rest.Call, c *crowded) error {
		c.Line = strings.Join(c.Words, " ")
		return nil
	}
	return rest.NewSet("crowds",
		rest.ViewSet[crowded]{Path: "/crowds/", Bulk: rest.Bulk{Actions: rest.Modify}, Serializer: rest.Serializer[crowded]{BeforeSave: line}},
	).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

const crowdClients, crowdRounds = 50, 3

// patchAtOnce sends a PATCH of many clients at once, each some times, and says how many are refused.
func patchAtOnce(t *testing.T, s http.Handler, path, contentType, body string) {
	t.Helper()
	var group sync.WaitGroup
	var refused atomic.Int64
	for client := range crowdClients {
		group.Go(func() {
			for round := range crowdRounds {
				if w := server.SendAs(s, "alice", "PATCH", path, fmt.Sprintf(body, client*crowdRounds+round), "Content-Type", contentType); w.Code != 200 {
					refused.Add(1)
				}
			}
		})
	}
	group.Wait()
	if n := refused.Load(); n > 0 {
		t.Errorf("PATCH %s as %s, %s: got %d of %d refused, want none", path, contentType, body, n, crowdClients*crowdRounds)
	}
}

// Many clients that change one row at once are all served, whatever is loaded before the row is locked.
func TestCrowd(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: crowd, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/crowds/", "admin", `{}`)
		patchAtOnce(t, s, "/crowds/1/", "application/json", `{"name":"%d"}`)
		patchAtOnce(t, s, "/crowds/", "application/json", `[{"id":1,"name":"%d"}]`)
		patchAtOnce(t, s, "/crowds/1/", typeJSONPatch, `[{"op":"add","path":"/words/-","value":"w%d"}]`)
		w := server.SendAs(s, "alice", "GET", "/crowds/1/", "")
		if n := strings.Count(w.Body.String(), `"w`) - 2; n != crowdClients*crowdRounds {
			t.Errorf("got %d words, want %d", n, crowdClients*crowdRounds)
		}
	})
}

// So are those whose rows are nested in it, and of these those of one stay.
func TestCrowdNested(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newWardrobes(t, address, &atomic.Pointer[func()]{})
		server.Must(t, s, "POST", "/wardrobes/", "admin", `{}`)
		patchAtOnce(t, s, "/wardrobes/1/", "application/json", `{"hung":[{"name":"%d"}]}`)
		patchAtOnce(t, s, "/wardrobes/", "application/json", `[{"id":1,"hung":[{"name":"%d"}]}]`)
		if _, got := server.Call(s, "GET", "/hangers/", "admin", ""); strings.Count(got, `"id"`) != 1 {
			t.Errorf("got %s, want one hanger", got)
		}
	})
}
