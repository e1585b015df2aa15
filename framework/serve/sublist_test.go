package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	postbag struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
		Open bool   `rest:"open" default:"true"`
	}
	postbagName struct {
		Name string `rest:"name"`
	}
)

// newPostbags serves postbags without a list of all: a Sublist and an action answer several.
func newPostbags(t *testing.T, address string) *server.Server {
	t.Helper()
	set := func() *rest.Set {
		return rest.NewSet("postbags", rest.ViewSet[postbag]{
			Path: "/postbags/", Access: permission.Anyone, Actions: rest.Create, Description: "What is sent.",
			Shapes: rest.Shapes{List: rest.As[postbagName]()}, Envelope: rest.Envelope{List: "postbags"},
			Extra: []rest.Action{
				rest.Sublist("open", permission.Is("open", true), rest.Describe("What is on its way.")),
				rest.Sublist("closed", permission.Is("open", false)),
				rest.OnList("pick", func(*rest.Call, rest.None) ([]*postbag, error) { return []*postbag{{ID: 2}}, nil }, rest.GET),
			},
		})
	}
	s := server.New(t, server.Config{Set: set, Options: serve.Options{}, Pages: server.PlainPages}, address)
	must(t, s, "POST", "/postbags/", "admin", `{"name":"a"}`)
	must(t, s, "POST", "/postbags/", "admin", `{"name":"b","open":false}`)
	return s
}

// OPTIONS says of a Sublist what Describe does, and else what the resource is.
func TestSublistIsDescribed(t *testing.T) {
	s := newPostbags(t, ":memory:")
	for path, want := range map[string]string{"open": "What is on its way.", "closed": "What is sent."} {
		if w := sendAs(s, "alice", "OPTIONS", "/postbags/"+path+"/", ""); !strings.Contains(w.Body.String(), `"description":"`+want+`"`) {
			t.Errorf("OPTIONS %s: got %s, want %s", path, w.Body, want)
		}
	}
}

// Shapes.List and Envelope.List hold for a Sublist and for an action that answers several rows, also where
// the resource has no list.
func TestSublistWithoutList(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPostbags(t, address)
		for path, want := range map[string]string{
			"/postbags/open/": `{"postbags":[{"name":"a"}]}`,
			"/postbags/pick/": `{"postbags":[{"name":"b"}]}`,
		} {
			if w := sendAs(s, "alice", "GET", path, ""); w.Code != 200 || w.Body.String() != want {
				t.Errorf("GET %s: got %d %s, want %s", path, w.Code, w.Body, want)
			}
		}
	})
}
