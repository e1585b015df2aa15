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
	server.OnBoth(t, func(t *testing.T, address string) {
		var s *purchases
		meanwhile := ""
		set := func() *rest.Set {
			other := func(*rest.Call, *anthology) error {
				if name := meanwhile; name != "" {
					meanwhile = ""
					server.Must(t, s, "POST", "/keywords/", "admin", `{"name":"`+name+`"}`)
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
				_, list := server.Call(s, "GET", path, "admin", "")
				path += list[len(`[{"id":`):strings.Index(list, ",")] + "/"
			}
			meanwhile = step.name
			if status, answer := server.Call(s, step.method, path, "admin", step.body); status >= 300 || !strings.Contains(answer, step.want) {
				t.Errorf("%s %s %s: got %d %s, want %s", step.method, path, step.body, status, answer, step.want)
			}
			if meanwhile != "" {
				t.Error("nobody has made the name meanwhile")
			}
		}
		s.do(t, `nobody POST /keywords/ {"name":"g"}`, `400 {"name":["keyword with this name already exists."]}`)
	})
}

// lowered are anthologies whose keywords are stored in lower case.
func lowered() *rest.Set {
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
