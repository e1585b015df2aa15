package serve_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// A name that another request makes meanwhile is that of the row which that has made.
func TestNestedNameMadeMeanwhile(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		var s *purchases
		meanwhile := ""
		set := func() *rest.Set {
			other := func(*rest.Call, *anthology) error {
				if name := meanwhile; name != "" {
					meanwhile = ""
					must(t, s, "POST", "/keywords/", "admin", `{"name":"`+name+`"}`)
				}
				return nil
			}
			return rest.NewSet("press",
				rest.ViewSet[anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create}, Serializer: rest.Serializer[anthology]{BeforeSave: other}},
				rest.ViewSet[keyword]{Path: "/keywords/"},
				rest.ViewSet[pamphlet]{Path: "/essays/"},
				rest.ViewSet[marginal]{Path: "/marginals/"},
				rest.ViewSet[publisher]{Path: "/publishers/"},
			).Access(permission.Anyone)
		}
		s = &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)}
		for _, step := range []struct{ name, method, path, body, want string }{
			{"a", "POST", "", `{"title":"1","keywords":["a"]}`, `"keywords":["a"]`},
			{"c", "POST", "", `{"title":"2","keywords":["d","c","b"]}`, `"keywords":["c","b","d"]`},
			{"e", "PATCH", "first", `{"keywords":["a","e"]}`, `"keywords":["a","e"]`},
			{"g", "POST", "", `[{"title":"3","keywords":["f","g"]}]`, `"keywords":["g","f"]`},
		} {
			path := "/anthologies/"
			if step.path != "" {
				_, list := call(s, "GET", path, "admin", "")
				path += list[len(`[{"id":`):strings.Index(list, ",")] + "/"
			}
			meanwhile = step.name
			if status, answer := call(s, step.method, path, "admin", step.body); status >= 300 || !strings.Contains(answer, step.want) {
				t.Errorf("%s %s %s: got %d %s, want %s", step.method, path, step.body, status, answer, step.want)
			}
			if meanwhile != "" {
				t.Error("nobody has made the name meanwhile")
			}
		}
		s.do(t, `nobody POST /keywords/ {"name":"g"}`, `400 {"name":["keyword with this name already exists."]}`)
	})
}

// A name that code changes into one that is taken is refused at its place, and so is one that two names become.
func TestNestedNameChangedByCode(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			lower := func(_ *rest.Call, k *keyword) error {
				k.Name = strings.ToLower(k.Name)
				return nil
			}
			return rest.NewSet("press",
				rest.ViewSet[anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create}},
				rest.ViewSet[keyword]{Path: "/keywords/", Serializer: rest.Serializer[keyword]{BeforeSave: lower}},
				rest.ViewSet[pamphlet]{Path: "/essays/"},
				rest.ViewSet[marginal]{Path: "/marginals/"},
				rest.ViewSet[publisher]{Path: "/publishers/"},
			).Access(permission.Anyone)
		}
		s := &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)}
		const taken = `["keyword with this name already exists."]`
		for _, step := range []struct{ request, want string }{
			{`nobody POST /anthologies/ {"title":"1","keywords":["Go"]}`, `201 {"id":1,"title":"1","version":1,"keywords":["go"],"essays":[],"notes":[],"press":null}`},
			{`nobody POST /anthologies/ {"title":"2","keywords":["X","x"]}`, `400 {"keywords":{"1":` + taken + `}}`},
			{`nobody POST /anthologies/ {"title":"2","keywords":["Go"]}`, `400 {"keywords":{"0":` + taken + `}}`},
			{`nobody PATCH /anthologies/1/ {"keywords":["go","a","GO"]}`, `400 {"keywords":{"2":` + taken + `}}`},
			{`nobody POST /anthologies/ [{"title":"2","keywords":["b"]},{"title":"3","keywords":["c","B"]}]`, `400 [{},{"keywords":{"1":` + taken + `}}]`},
			{`nobody GET /keywords/`, `200 [{"id":1,"name":"go"}]`},
		} {
			s.do(t, step.request, step.want)
		}
	})
}
