package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

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
		s := server.New(t, server.Config{Set: sets.Crowd, Options: serve.Options{Now: time.Now}}, address)
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
