// Tests of pages of actions and of raw code.

package served_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// pebble is a row with an action that only reads it.
type pebble struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// The question before a deletion is asked on pages that can delete, and not on those of actions.
func TestNoDeleteOnActions(t *testing.T) {
	look := rest.OnRecord("look", func(_ *rest.Call, p *pebble, _ rest.None) (*pebble, error) { return p, nil }, rest.GET)
	s := server.New(t, server.Config{Pages: pages(t), Set: func() *rest.Set {
		return rest.NewSet("pebbles", rest.ViewSet[pebble]{Path: "/pebbles/", Extra: []rest.Action{look}}).Access(permission.Anyone)
	}}, ":memory:")
	server.Must(t, s, "POST", "/pebbles/", "", `{"name":"a"}`)
	const question = `id="question"`
	if _, got := server.Call(s, "GET", "/pebbles/1.api?_show=delete", "", ""); !strings.Contains(got, question) {
		t.Errorf("no question on the page of the record: %s", got)
	}
	if status, got := server.Call(s, "GET", "/pebbles/1/look.api?_show=delete", "", ""); status != 200 || strings.Contains(got, question) {
		t.Errorf("page of an action: got %d, with the question", status)
	}
}

// The page of an address that takes only a POST has its form, without the refusal of the GET that opened the page.
func TestPageOfPostOnly(t *testing.T) {
	polish := rest.OnRecord("polish", func(_ *rest.Call, p *pebble, _ rest.None) (*pebble, error) { return p, nil })
	s := server.New(t, server.Config{Pages: pages(t), Set: func() *rest.Set {
		return rest.NewSet("pebbles", rest.ViewSet[pebble]{Path: "/pebbles/", Extra: []rest.Action{polish}}).Access(permission.Anyone)
	}}, ":memory:")
	server.Must(t, s, "POST", "/pebbles/", "", `{"name":"a"}`)
	for method, refused := range map[string]bool{"GET": false, "PUT": true} {
		status, got := server.Call(s, method, "/pebbles/1/polish.api", "", "")
		if status != 405 || !strings.Contains(got, `id="do-polish`) || strings.Contains(got, `role="alert"`) != refused {
			t.Errorf("%s: got %d, refused %v in %s", method, status, !refused, got)
		}
	}
}

// A page offers an action where that applies to the record.
func TestActionsThatApply(t *testing.T) {
	s := server.New(t, server.Config{Pages: pages(t), Set: sets.Flyers}, ":memory:")
	server.Must(t, s, "POST", "/flyers/", "alice", `{}`)
	for _, done := range []bool{false, true} {
		server.Must(t, s, "PATCH", "/flyers/1/", "alice", fmt.Sprintf(`{"done":%v}`, done))
		for _, path := range []string{"/flyers/1.api", "/flyers/1/reopen.api"} {
			_, page := server.Call(s, "GET", path, "alice", "")
			if offers := strings.Contains(page, `action="/flyers/1/reopen`); offers != done {
				t.Errorf("%s, done %v: offers %v in %s", path, done, offers, page)
			}
		}
	}
}

// A long body that is refused before it is decoded is not searched for secrets: it is left out.
func TestLongRawIsNotRead(t *testing.T) {
	d := newDesk(t, rest.Everything)
	for _, tt := range []struct {
		size  int
		shown bool
	}{{100, true}, {100 << 10, false}} {
		content := `{"pin":"hunter2","name":"` + strings.Repeat("n", tt.size) + `"}`
		form := url.Values{"_method": {"PUT"}, "_content_type": {"application/json"}, "_content": {content}}.Encode()
		page := d.ask(404, "/guests/9/", form)
		if got := strings.Contains(page, "nnn"); got != tt.shown || strings.Contains(page, "hunter2") {
			t.Errorf("%d bytes: shown %v, want %v", tt.size, got, tt.shown)
		}
	}
}

// On a page the messages of the team's code stand beside the fields too.
func TestHooksPage(t *testing.T) {
	config := server.Config{Set: sets.Cards, Pages: pages(t)}
	h := server.New(t, config, ":memory:")
	server.Must(t, h, "POST", "/cards/", "", `{"front":"f"}`)
	for _, method := range []string{"POST /cards/", "PUT /cards/1/"} {
		method, path, _ := strings.Cut(method, " ")
		w := server.SendAs(h, "", method, path, "front=a&back=a", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		for _, message := range []string{"The back is the front.", "A card has two sides."} {
			if got := strings.Count(w.Body.String(), message); w.Code != 400 || got < 2 {
				t.Errorf("%s %s: got %d, %q %d times, want it in the representation and in the form", method, path, w.Code, message, got)
			}
		}
	}
}

const (
	typeJSON = "application/json"
	typeYAML = "application/yaml"
	typeForm = "application/x-www-form-urlencoded"
)
