package agents_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/agents"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type notice struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text,filter=icontains" validate:"max=20"`
}

// Tools are in the version that the path or a header of the message names, and of requests that name none where it names
// none: what they say of members, and what calls take and answer.
func TestAgentsVersions(t *testing.T) {
	renamed := func(name, text string) rest.Version {
		return rest.Version{Name: name, Changes: []rest.VersionChange{rest.Rename[notice]("text", text)}}
	}
	clear := rest.OnRecord("clear", func(_ *rest.Call, n *notice, _ rest.None) (*notice, error) { return n, nil },
		rest.When(predicate.Ne("text", "-"), ""))
	for _, tt := range []struct {
		name   string
		scheme rest.VersionScheme
		path   func(version string) string
	}{
		{"header", rest.InHeader("Api-Version"), func(string) string { return "" }},
		{"path", rest.InPath(), func(version string) string { return strings.TrimSuffix("/"+version, "/") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := func() *rest.Set {
				return rest.NewSet("notices", rest.ViewSet[notice]{Path: "/notices/", Extra: []rest.Action{clear}}).Access(permission.Anyone).
					Versions(tt.scheme, renamed("v1", "words"), rest.Version{Name: "v2"}, renamed("v3", "phrase"))
			}
			s := server.New(t, server.Config{Set: set}, ":memory:")
			service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
			if err != nil {
				t.Fatal(err)
			}
			for version, member := range map[string]string{"": "words", "v1": "words", "v2": "text", "v3": "phrase"} {
				ask := func(method, params string) string {
					r := httptest.NewRequest("POST", tt.path(version)+agents.Path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`))
					r.Header.Set("Content-Type", "application/json")
					r.Header.Set("Accept", "application/json, text/event-stream")
					if tt.name == "header" && version != "" {
						r.Header.Set("Api-Version", version)
					}
					w := httptest.NewRecorder()
					service.ServeHTTP(w, r)
					return w.Body.String()
				}
				tools := ask("tools/list", "{}")
				var list struct {
					Result struct {
						Tools []struct {
							Name        string
							Description string
							InputSchema struct {
								Properties map[string]struct{ Properties map[string]any }
							}
						}
					}
				}
				if err := json.Unmarshal([]byte(tools), &list); err != nil || len(list.Result.Tools) != 7 {
					t.Fatalf("version %q: got %s, error %v, want seven tools", version, tools, err)
				}
				for _, tool := range list.Result.Tools {
					if condition := `Only when ` + member + ` is not "-"; otherwise the response is 409.`; tool.Name == "notices_clear" && !strings.Contains(tool.Description, condition) {
						t.Errorf("version %q: got %q, want %s", version, tool.Description, condition)
					}
					body, query := tool.InputSchema.Properties["body"].Properties, tool.InputSchema.Properties["query"].Properties
					if body != nil && body[member] == nil || tool.Name == "notices_list" && query[member+"__icontains"] == nil {
						t.Errorf("version %q: %s takes %v and %v, want %s", version, tool.Name, body, query, member)
					}
				}
				for arguments, want := range map[string]string{
					`{"body":{"` + member + `":"a"}}`:  `\"` + member + `\":\"a\"`,
					`{"body":{"` + member + `s":"a"}}`: `Did you mean \\\"` + member + `\\\"?`,
				} {
					if got := ask("tools/call", `{"name":"notices_create","arguments":`+arguments+`}`); !strings.Contains(got, want) {
						t.Errorf("version %q: %s: got %s, want %s", version, arguments, got, want)
					}
				}
				if got := ask("tools/call", `{"name":"notices_list","arguments":{"query":{"`+member+`__icontains":"A"}}}`); !strings.Contains(got, `\"`+member+`\":\"a\"`) {
					t.Errorf("version %q: the list: got %s, want %s", version, got, member)
				}
			}
		})
	}
}
