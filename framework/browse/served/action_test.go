package served_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// Errands have stops, and a test writes their actions.
type (
	stop struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name,unique" validate:"max=100"`
		Hidden bool   `rest:"hidden" default:"false"`
	}
	errand struct {
		ID    int64                 `rest:"id,readonly"`
		Title string                `rest:"title"`
		Stops rest.ManyToMany[stop] `rest:"stops,optional"`
	}
	detour struct {
		Add  int64   `rest:"add" default:"0"`
		Note *string `rest:"note"`
	}
)

type errandServer struct {
	*server.Server
	log    *server.Records
	run    func(c *rest.Call, e *errand, in detour) (*errand, error)
	before func(c *rest.Call, e *errand) error
}

func newErrands(t *testing.T, address string) *errandServer {
	t.Helper()
	s := &errandServer{log: &server.Records{}}
	run := func(c *rest.Call, e *errand, in detour) (*errand, error) { return s.run(c, e, in) }
	ping := func(*rest.Call, rest.None) (detour, error) { return detour{}, nil }
	set := func() *rest.Set {
		return rest.NewSet("errands",
			rest.ViewSet[stop]{Path: "/stops/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
			rest.ViewSet[errand]{
				Path: "/errands/", Access: permission.Where("not secret", predicate.Ne("title", "secret")),
				Serializer: rest.Serializer[errand]{BeforeSave: func(c *rest.Call, e *errand) error {
					if s.before == nil {
						return nil
					}
					return s.before(c, e)
				}},
				Extra: []rest.Action{
					rest.OnRecord("run", run), rest.OnRecord("edit", run, rest.PATCH),
					rest.OnRecord("look", func(_ *rest.Call, e *errand, _ rest.None) (*errand, error) { return e, nil }, rest.GET),
				},
			},
			rest.Endpoint("/ping/", ping, rest.GET, rest.Allow(permission.Admin)),
			rest.Endpoint("/ping/", ping, rest.Allow(permission.Anyone)),
		).Access(permission.Anyone)
	}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(s.log, nil))}
	s.Server = server.New(t, server.Config{Set: set, Options: options, Pages: pages(t)}, address)
	for _, name := range []string{"a", "b", "c"} {
		server.Must(t, s, "POST", "/stops/", "admin", fmt.Sprintf(`{"name":%q,"hidden":%v}`, name, name == "c"))
	}
	server.Must(t, s, "POST", "/errands/", "admin", `{"title":"milk","stops":[1,3]}`)
	return s
}

// The question before a deletion is asked on pages that can delete, and not on those of actions.
func TestNoDeleteOnActions(t *testing.T) {
	s := newErrands(t, ":memory:")
	const question = `id="question"`
	if _, got := server.Call(s, "GET", "/errands/1.api?_show=delete", "bob", ""); !strings.Contains(got, question) {
		t.Errorf("no question on the page of the record: %s", got)
	}
	if status, got := server.Call(s, "GET", "/errands/1/look.api?_show=delete", "bob", ""); status != 200 || strings.Contains(got, question) {
		t.Errorf("page of an action: got %d, with the question", status)
	}
}
