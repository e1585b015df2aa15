package served_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// pad has sheets, which are below it.
type pad struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type sheet struct {
	ID   int64               `rest:"id,readonly"`
	Pad  rest.BelongsTo[pad] `rest:"pad,readonly,ondelete=cascade"`
	Text string              `rest:"text"`
}

// pads is a service of pads, the first two of which are there, and of actions without input that add
// one each.
func pads(t *testing.T, address string) *server.Server {
	t.Helper()
	add := func(c *rest.Call, _ rest.None) (rest.None, error) {
		return rest.None{}, rest.Rows[pad](c).Create(&pad{Name: "added"})
	}
	addAll := func(c *rest.Call, _ rest.None) ([]*pad, error) {
		p := &pad{Name: "added"}
		return []*pad{p, p}, rest.Rows[pad](c).Create(p)
	}
	set := func() *rest.Set {
		return rest.NewSet("pads",
			rest.ViewSet[pad]{Path: "/pads/", Extra: []rest.Action{rest.OnList("add", add), rest.OnList("add_all", addAll, rest.At("add-all"))}},
			rest.ViewSet[sheet]{Path: "/pads/{pad}/sheets/", RecordPath: "/sheets/"},
		).Access(permission.Anyone).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}, ndjson.Renderer{})
	}
	s := server.New(t, server.Config{Set: set, Pages: pages(t), Options: serve.Options{Now: time.Now}}, address)
	for range 2 {
		server.Must(t, s, "POST", "/pads/", "alice", `{"name":"p"}`)
	}
	return s
}

func countPads(s *server.Server) int {
	return strings.Count(server.SendAs(s, "alice", "GET", "/pads/", "").Body.String(), `"id"`)
}

// An operation without input is done once under its key, with an empty object or without a body.
func TestKeyWithoutInput(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := pads(t, address)
		for i, sent := range [][2]string{{"application/json", "{}"}, {"", ""}} {
			before := countPads(s)
			for n := range 2 {
				w := server.SendAs(s, "alice", "POST", "/pads/add/", sent[1], "Content-Type", sent[0], "Idempotency-Key", fmt.Sprint("k", i))
				if replayed := w.Header().Get("Idempotency-Replayed") != ""; w.Code != 204 || replayed != (n == 1) {
					t.Errorf("%q, request %d: got %d %s, replayed: %t", sent, n+1, w.Code, w.Body, replayed)
				}
			}
			if got := countPads(s); got != before+1 {
				t.Errorf("%q: added %d pads, want one", sent, got-before)
			}
		}
	})
}

// A key belongs to the path of its request, the record that its rows are below included.
func TestKeyOfParent(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := pads(t, address)
		for _, tt := range []struct {
			path string
			want int
		}{{"/pads/1/sheets/", 201}, {"/pads/2/sheets/", 422}, {"/pads/1/sheets/", 201}} {
			w := server.SendAs(s, "alice", "POST", tt.path, `{"text":"t"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
			if w.Code != tt.want {
				t.Errorf("POST %s: got %d %s, want %d", tt.path, w.Code, w.Body, tt.want)
			}
		}
		form := url.Values{"text": {"f"}, "_key": {"abcdefghijklmnopqrstuvwxyz"}}.Encode()
		for _, tt := range []struct {
			path string
			want int
		}{{"/pads/1/sheets/", 303}, {"/pads/2/sheets/", 422}} {
			w := server.SendAs(s, "alice", "POST", tt.path, form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
			if w.Code != tt.want {
				t.Errorf("form of %s: got %d, want %d", tt.path, w.Code, tt.want)
			}
		}
		if got := server.SendAs(s, "alice", "GET", "/pads/2/sheets/", "").Body.String(); got != "[]" {
			t.Errorf("below the other pad: got %s, want none", got)
		}
	})
}

// A key that is sent again for another record of a path is refused, and that record stays as it is.
func TestKeyOfRecord(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := pads(t, address)
		for _, tt := range []struct {
			path string
			want int
		}{{"/pads/1/", 200}, {"/pads/2/", 422}, {"/pads/1/", 200}} {
			w := server.SendAs(s, "alice", "PATCH", tt.path, `{"name":"q"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
			if w.Code != tt.want {
				t.Errorf("PATCH %s: got %d %s, want %d", tt.path, w.Code, w.Body, tt.want)
			}
		}
		if got := server.SendAs(s, "alice", "GET", "/pads/2/", "").Body.String(); !strings.Contains(got, `"name":"p"`) {
			t.Errorf("the other pad: got %s, want its name unchanged", got)
		}
	})
}

// A list that an action has answered is repeated in every format as it was.
func TestReplayOfRows(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := pads(t, address)
		for i, accept := range []string{"text/csv", "application/x-ndjson", "application/json"} {
			post := func() *httptest.ResponseRecorder {
				return server.SendAs(s, "alice", "POST", "/pads/add-all/", "", "Accept", accept, "Idempotency-Key", fmt.Sprint("k", i))
			}
			first, again := post(), post()
			if first.Code != 200 || strings.Count(first.Body.String(), "added") != 2 || !strings.HasPrefix(first.Header().Get("Content-Type"), accept) {
				t.Fatalf("%s: got %d %s, want two rows", accept, first.Code, first.Body)
			}
			if again.Code != 200 || again.Body.String() != first.Body.String() || again.Header().Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s, again: got %d %s, want %s", accept, again.Code, again.Body, first.Body)
			}
		}
		if got := countPads(s); got != 5 {
			t.Errorf("got %d pads, want 5", got)
		}
	})
}
