package tracker_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/resourceful/framework/agents"
)

// asAccount sends the requests of an agent as an account.
type asAccount string

func (user asAccount) RoundTrip(r *http.Request) (*http.Response, error) {
	if r = r.Clone(r.Context()); user != "" {
		r.SetBasicAuth(string(user), string(user)+"-password")
	}
	return http.DefaultTransport.RoundTrip(r)
}

// agent is a client of the service's tools.
type agent struct {
	*testing.T
	*mcp.ClientSession
}

func newAgent(t *testing.T, s *service, user string, options agents.Options) *agent {
	t.Helper()
	handler, err := agents.MCP(options)(s.Plan, s.Server)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(handler)
	t.Cleanup(web.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: web.URL + agents.Path, HTTPClient: &http.Client{Transport: asAccount(user)}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return &agent{t, session}
}

// call calls a tool, and gives its text.
func (a *agent) call(name string, arguments map[string]any) (text string, failed bool) {
	a.Helper()
	result, err := a.CallTool(a.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		a.Fatalf("%s: %v", name, err)
	}
	for _, c := range result.Content {
		text += c.(*mcp.TextContent).Text
	}
	return text, result.IsError
}

// want calls a tool, and checks whether it fails and what it says.
func (a *agent) want(name string, arguments map[string]any, failed bool, want string) {
	a.Helper()
	if got, wrong := a.call(name, arguments); wrong != failed || !strings.Contains(got, want) {
		a.Errorf("%s %v: got %t %s, want %t %s", name, arguments, wrong, got, failed, want)
	}
}

func (a *agent) toolNames() (names []string) {
	a.Helper()
	for t, err := range a.Tools(a.Context(), nil) {
		if err != nil {
			a.Fatal(err)
		}
		names = append(names, t.Name)
	}
	return names
}

// An agent uses the declared operations as the account of its token, by the same rules and with the same messages.
func TestAgents(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		alice := newAgent(t, s, "alice", agents.Options{Writes: true})
		names := alice.toolNames()
		for _, name := range []string{"projects_list", "projects_create", "tickets_retrieve", "tickets_modify", "tickets_destroy", "tickets_close"} {
			if !slices.Contains(names, name) {
				t.Errorf("got the tools %q, want %s among them", names, name)
			}
		}
		project := map[string]any{"name": "Parser", "slug": "parser", "visibility": "private"}
		alice.want("projects_create", map[string]any{"body": project, "dry_run": true}, false, `"slug":"parser"`)
		alice.want("projects_list", nil, false, `"results":[]`)
		alice.want("projects_create", map[string]any{"body": project}, false, `"slug":"parser"`)
		alice.want("projects_list", map[string]any{"query": map[string]any{"visibility": "private", "page_size": 5}}, false, `"slug":"parser"`)
		alice.want("projects_create", map[string]any{"body": map[string]any{"slug": "x y", "nme": 1}}, true, `"name":["This field is required."]`)
		alice.want("projects_create", map[string]any{"body": map[string]any{"slug": "x y", "nme": 1}}, true, `Unknown field. Did you mean \"name\"?`)
		alice.want("projects_create", nil, true, `"name":["This field is required."]`)
		alice.want("projects_list", map[string]any{"query": map[string]any{"visibilty": "x"}}, true, `{"visibilty":["Unknown parameter. Did you mean \"visibility\"?"]}`)
		alice.want("projects_retrieve", map[string]any{}, true, `This field is required.`)
		alice.want("projects_retrieve", map[string]any{"key": "../tickets"}, true, `Not found.`)
		alice.want("projects_list", map[string]any{"quer": 1}, true, `{"quer":["Unknown field. Did you mean \"query\"?"]}`)

		bob := newAgent(t, s, "bob", agents.Options{Writes: true})
		bob.want("projects_list", nil, false, `"results":[]`)
		for _, name := range []string{"projects_retrieve", "projects_destroy"} {
			bob.want(name, map[string]any{"key": "parser"}, true, `{"detail":"Not found."}`)
		}
		stranger := newAgent(t, s, "", agents.Options{Writes: true})
		stranger.want("projects_create", map[string]any{"body": project}, true, `credentials were not provided`)
	})
}

// Records are resources, tools have schemas, and without a word for it nothing is written.
func TestAgentsRead(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		newAgent(t, s, "alice", agents.Options{Writes: true}).want("projects_create", map[string]any{"body": map[string]any{"name": "Parser", "slug": "parser", "visibility": "private"}}, false, "parser")
		alice, bob := newAgent(t, s, "alice", agents.Options{}), newAgent(t, s, "bob", agents.Options{})
		for tool, err := range alice.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			input, _ := json.Marshal(tool.InputSchema)
			if !tool.Annotations.ReadOnlyHint || strings.Contains(string(input), "dry_run") {
				t.Errorf("got the tool %s, which writes, want none", tool.Name)
			}
			if output, _ := json.Marshal(tool.OutputSchema); tool.Name == "projects_retrieve" && (!strings.Contains(string(output), `"enum":["public","private"]`) || !strings.Contains(string(input), `"required":["key"]`)) {
				t.Errorf("%s: got the schemas %s and %s, want the key and the choices of visibility in them", tool.Name, input, output)
			}
		}
		templates, err := alice.ListResourceTemplates(t.Context(), nil)
		if err != nil || !slices.ContainsFunc(templates.ResourceTemplates, func(r *mcp.ResourceTemplate) bool { return r.URITemplate == "api:///projects/{key}/" }) {
			t.Errorf("templates: got %+v %v, want the records of projects among them", templates, err)
		}
		read, err := alice.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "api:///projects/parser/"})
		if err != nil || !strings.Contains(read.Contents[0].Text, `"slug":"parser"`) {
			t.Errorf("a record: got %+v %v", read, err)
		}
		if read, err := bob.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "api:///projects/parser/"}); err == nil {
			t.Errorf("a record that bob may not see: got %+v, want an error", read)
		}
		careful := newAgent(t, s, "alice", agents.Options{Writes: true, DryRun: true})
		careful.want("projects_destroy", map[string]any{"key": "parser"}, false, "")
		careful.want("projects_retrieve", map[string]any{"key": "parser"}, false, `"slug":"parser"`)
		careful.want("projects_destroy", map[string]any{"key": "parser", "dry_run": false}, false, "")
		careful.want("projects_retrieve", map[string]any{"key": "parser"}, true, "Not found.")
	})
}
