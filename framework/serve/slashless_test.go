// Tests of paths without their slash at the end.

package serve_test

import (
	"fmt"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// dottedHost has a key with a dot, which may look like the name of a format.
type dottedHost struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=50"`
	Note string `rest:"note,optional"`
}

// A path without its slash is redirected, or answered as the path with it in a set that is slashless.
func TestSlashless(t *testing.T) {
	set := func(slashless bool) func() *rest.Set {
		return func() *rest.Set {
			s := rest.NewSet("hosts",
				rest.ViewSet[dottedHost]{
					Path: "/hosts/", Lookup: "name", LookupPattern: "[a-z.]+", Pages: rest.PageNumber{Size: 1},
					Extra: []rest.Action{rest.OnRecord("ping", func(*rest.Call, *dottedHost, rest.None) (rest.None, error) { return rest.None{}, nil }, rest.POST)},
				},
			).Access(permission.Anyone)
			if slashless {
				return s.Slashless()
			}
			return s
		}
	}
	for slashless, steps := range map[bool][]struct{ method, path, body, want string }{
		true: {
			{"POST", "/hosts", `{"name":"a"}`, `201 {"id":1,"name":"a","note":""} http://example.com/hosts/a/`},
			{"POST", "/hosts", `{"name":"a.json"}`, `201 {"id":2,"name":"a.json","note":""} http://example.com/hosts/a.json/`},
			{"GET", "/hosts?page=2", "", `200 {"count":2,"next":null,"previous":"http://example.com/hosts","results":[{"id":2,"name":"a.json","note":""}]} `},
			{"GET", "/hosts/a", "", `200 {"id":1,"name":"a","note":""} `},
			{"GET", "/hosts/a.json", "", `200 {"id":1,"name":"a","note":""} `},
			{"PATCH", "/hosts/a.json", `{"note":"x"}`, `200 {"id":2,"name":"a.json","note":"x"} `},
			{"POST", "/hosts/a/ping", "", `204  `},
			{"DELETE", "/hosts/a", "", `204  `},
			{"GET", "/hosts/a/", "", `404 {"detail":"Not found."} `},
			{"GET", "/host", "", `404 {"detail":"Not found."} `},
			{"GET", "/hosts//", "", `404 {"detail":"Not found."} `},
		},
		false: {
			{"POST", "/hosts", `{"name":"a"}`, `308  /hosts/`},
			{"GET", "/hosts?page=2", "", `301  /hosts/?page=2`},
			{"DELETE", "/hosts/a", "", `308  /hosts/a/`},
		},
	} {
		s := server.New(t, server.Config{Set: set(slashless)}, ":memory:")
		for _, step := range steps {
			w := server.SendAs(s, "", step.method, step.path, step.body, "Content-Type", "application/json")
			if got := fmt.Sprint(w.Code, " ", w.Body, " ", w.Header().Get("Location")); got != step.want {
				t.Errorf("slashless %t: %s %s %s: got %s, want %s", slashless, step.method, step.path, step.body, got, step.want)
			}
		}
	}
}
