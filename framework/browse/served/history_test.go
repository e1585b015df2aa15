package served_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// newTreatises is a service of volumes, with a board and two marks.
func newTreatises(t testing.TB, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Treatises, Pages: pages(t), Options: serve.Options{Now: time.Now}}, address)
	for _, line := range []string{`/boards/ {"name":"a"}`, `/boards/ {"name":"b","hidden":true}`, `/marks/ {"name":"x"}`, `/marks/ {"name":"y"}`} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "admin", body)
	}
	return s
}

// A record is given the members that it had, as a PATCH would: with its rule, its conditions and its refusals.
func TestRestore(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newTreatises(t, address)
		server.Must(t, s, "POST", "/volumes/", "alice", `{"title":"one","board":"a","secret":"s","marks":[1,2]}`)
		server.Must(t, s, "PATCH", "/volumes/1/", "alice", `{"title":"two","secret":"t","marks":[]}`)
		server.Must(t, s, "PATCH", "/volumes/1/", "admin", `{"board":"b"}`)
		var page struct{ Results []struct{ ID int64 } }
		_, text := server.Call(s, "GET", "/volumes/1/history/", "admin", "")
		if err := json.Unmarshal([]byte(text), &page); err != nil || len(page.Results) != 3 {
			t.Fatalf("got %s, %v", text, err)
		}
		restore := func(i int) string { return fmt.Sprintf("/volumes/1/history/%d/restore/", page.Results[i].ID) }
		for _, tt := range []struct {
			user, path, header, value string
			status                    int
			body                      string
		}{
			{"nobody", restore(2), "", "", 403, "Invalid username/password"},
			{"alice", "/volumes/1/history/99/restore/", "", "", 404, "Not found"},
			{"alice", "/volumes/1/history/x/restore/", "", "", 404, "Not found"},
			{"alice", restore(2), "If-Match", `W/"x"`, 412, "changed"},
			{"alice", restore(2), "Prefer", "dry-run", 200, `{"id":1,"title":"one","board":"a","next":null,"marks":[1,2]}`},
			{"alice", restore(2), "If-Match", "*", 200, `{"id":1,"title":"one","board":"a","next":null,"marks":[1,2]}`},
			{"alice", restore(2), "", "", 200, `{"id":1,"title":"one","board":"a","next":null,"marks":[1,2]}`},
			{"alice", restore(0), "", "", 400, `{"board":["What this referred to is gone."]}`},
			{"admin", restore(0), "", "", 200, `{"id":1,"title":"two","board":"b","next":null,"marks":[]}`},
		} {
			headers := []string{}
			if tt.header != "" {
				headers = []string{tt.header, tt.value}
			}
			w := server.SendAs(s, tt.user, "POST", tt.path, "", headers...)
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.body) {
				t.Errorf("POST %s as %q with %s: got %d %s, want %d %s", tt.path, tt.user, tt.header, w.Code, w.Body, tt.status, tt.body)
			}
		}
		if got := server.HistoryOf(t, s, "admin", "/volumes/1/"); len(got) != 5 || got[0] != `admin history-restore {"title":"one","board":"a","marks":[1,2]} {"title":"two","board":"b","marks":[]}` {
			t.Errorf("got %d: %s", len(got), strings.Join(got, "\n"))
		}
		server.Must(t, s, "DELETE", "/marks/1/", "", "")
		w := server.SendAs(s, "admin", "POST", restore(2), "")
		if w.Code != 400 || w.Body.String() != `{"marks":["What this referred to is gone."]}` {
			t.Errorf("of a row that is gone: got %d %s", w.Code, w.Body)
		}
		w = server.SendAs(s, "admin", "GET", "/volumes/1/history/", "", "Accept", "text/html")
		if w.Code != 200 || !strings.Contains(w.Body.String(), "<") {
			t.Errorf("page: got %d %.300s", w.Code, w.Body)
		}
		if w = server.SendAs(s, "admin", "GET", "/volumes/1/", "", "Accept", "text/html"); !strings.Contains(w.Body.String(), `/volumes/1/history/`) {
			t.Errorf("the page of a record has no link to its history")
		}
		if w = server.SendAs(s, "admin", "GET", "/volumes/1/history/?page_size=2&page=2", ""); w.Code != 200 || strings.Count(w.Body.String(), `"operation"`) != 2 || !strings.Contains(w.Body.String(), `"next":"http`) {
			t.Errorf("a page: got %d %s", w.Code, w.Body)
		}
		if w = server.SendAs(s, "admin", "GET", "/volumes/1/history/?pag=2", ""); w.Code != 400 {
			t.Errorf("an unknown parameter: got %d %s", w.Code, w.Body)
		}
	})
}
