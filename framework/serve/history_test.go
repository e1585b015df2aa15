package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// newTreatises is a service of volumes, with a board and two marks.
func newTreatises(t testing.TB, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Treatises, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
	for _, line := range []string{`/boards/ {"name":"a"}`, `/boards/ {"name":"b","hidden":true}`, `/marks/ {"name":"x"}`, `/marks/ {"name":"y"}`} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "admin", body)
	}
	return s
}

// Of many writers at once the history tells one state after the other, as the row had them.
func TestHistoryOrder(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newTreatises(t, address)
		server.Must(t, s, "POST", "/volumes/", "alice", `{"title":"-","board":"a"}`)
		var group sync.WaitGroup
		for _, who := range []string{"alice", "bob"} {
			group.Go(func() {
				for i := range 9 {
					server.Must(t, s, "PATCH", "/volumes/1/", who, fmt.Sprintf(`{"title":"%s %d"}`, who, i))
				}
			})
		}
		group.Wait()
		state := ""
		lines := server.HistoryOf(t, s, "", "/volumes/1/")
		for i := range lines[:len(lines)-1] {
			words := strings.SplitN(lines[i], " ", 3)
			before, after, _ := strings.Cut(words[2], "} ")
			if state != "" && after != state {
				t.Errorf("entry %d ends with %s, and the next begins with %s", i, after, state)
			}
			state = before + "}"
		}
		if len(lines) != 19 {
			t.Errorf("got %d entries", len(lines))
		}
	})
}

// A restoration gives the record the members of its entry, whatever somebody else makes of them after it has looked.
func TestRestoreMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile func()
		once := func(*rest.Call, *album) error {
			do := meanwhile
			if meanwhile = nil; do != nil {
				do()
			}
			return nil
		}
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("albums",
				rest.ViewSet[album]{Path: "/albums/", History: &rest.History{}, Serializer: rest.Serializer[album]{BeforeSave: once}},
				rest.ViewSet[albumMark]{Path: "/marks/"},
			).Access(permission.Anyone)
		}}, address)
		server.Must(t, s, "POST", "/marks/", "admin", `{"name":"one"}`)
		server.Must(t, s, "POST", "/albums/", "admin", `{"title":"A","tracks":["first"],"marks":[1]}`)
		for _, theirs := range []string{`{"tracks":["theirs"]}`, `{"marks":[]}`} {
			server.Must(t, s, "PATCH", "/albums/1/", "admin", `{"title":"B"}`)
			meanwhile = func() { server.Must(t, s, "PATCH", "/albums/1/", "admin", theirs) }
			status, body := server.Call(s, "POST", "/albums/1/history/1/restore/", "admin", "")
			if want := `{"id":1,"title":"A","tracks":["first"],"marks":[1]}`; status != 200 || body != want {
				t.Errorf("with %s meanwhile: got %d %s, want 200 %s", theirs, status, body, want)
			}
		}
	})
}
