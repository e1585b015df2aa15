package agents_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/resourceful/framework/agents"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// bench has defaults, and its lists have pages; stool stands in an envelope.
type (
	bench struct {
		ID    int64  `rest:"id,readonly"`
		Wood  string `rest:"wood" default:"oak" validate:"max=20"`
		Seats int64  `rest:"seats" default:"3"`
	}
	stool struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name" validate:"max=20"`
	}
)

func furniture() *rest.Set {
	return rest.NewSet("furniture",
		rest.ViewSet[bench]{Path: "/benches/", Pages: rest.PageNumber{Size: 2}},
		rest.ViewSet[stool]{Path: "/stools/", Envelope: rest.Envelope{Record: "stool", List: "stools", Count: "count"}},
	).Access(permission.SignedInOrReadOnly)
}

// Structured answers match the output schema of their tool, for pages and in envelopes too, and bodies have their defaults.
func TestAgentsAnswersAsTold(t *testing.T) {
	s := server.New(t, server.Config{Set: furniture}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Result struct {
			Tools []struct {
				Name         string
				InputSchema  json.RawMessage
				OutputSchema json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(sending(service, "alice", "tools/list", `{}`).Body.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	outputs := map[string]json.RawMessage{}
	for _, tool := range list.Result.Tools {
		outputs[tool.Name] = tool.OutputSchema
		// A member that is left out gets its default as the row is made, and keeps its value afterwards.
		for name, has := range map[string]bool{"benches_create": true, "benches_replace": false} {
			if tool.Name == name && bytes.Contains(tool.InputSchema, []byte(`"default":"oak"`)) != has {
				t.Errorf("%s: got the input %s, want a default: %t", name, tool.InputSchema, has)
			}
		}
		if tool.Name == "benches_modify" && bytes.Contains(tool.InputSchema, []byte(`"default":"oak"`)) {
			t.Errorf("%s: got the input %s, want no defaults in a change", tool.Name, tool.InputSchema)
		}
	}
	for _, tt := range []struct{ tool, arguments, want string }{
		{"benches_create", `{"body":{}}`, `"wood"`},
		{"benches_create", `{"body":{"wood":"elm"}}`, `"wood"`},
		{"benches_create", `{"body":{"wood":"ash"}}`, `"wood"`},
		{"benches_list", `{}`, `"next"`},
		{"benches_list", `{"query":{"page":2}}`, `"count"`},
		{"benches_retrieve", `{"key":1}`, `"seats"`},
		{"stools_create", `{"body":{"name":"low"}}`, `"stool"`},
		{"stools_list", `{}`, `"stools"`},
		{"stools_retrieve", `{"key":1}`, `"stool"`},
	} {
		if !bytes.Contains(outputs[tt.tool], []byte(tt.want)) {
			t.Errorf("%s: got the output %s, want %s in it", tt.tool, outputs[tt.tool], tt.want)
			continue
		}
		wantStructured(t, service, tt.tool, tt.arguments, outputs[tt.tool])
	}
}

// wantStructured calls a tool, whose answer has to be structured as its schema says.
func wantStructured(t *testing.T, service http.Handler, tool, arguments string, output []byte) {
	t.Helper()
	var answer struct {
		Result struct {
			IsError           bool
			StructuredContent json.RawMessage
		}
	}
	got := sending(service, "alice", "tools/call", `{"name":"`+tool+`","arguments":`+arguments+`}`).Body.Bytes()
	if err := json.Unmarshal(got, &answer); err != nil || answer.Result.IsError || answer.Result.StructuredContent == nil {
		t.Errorf("%s: got %s, error %v, want something structured", tool, got, err)
		return
	}
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://example.com/output.json", closed(schema)); err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer.Result.StructuredContent))
	if err == nil {
		err = c.MustCompile("https://example.com/output.json").Validate(value)
	}
	if err != nil {
		t.Errorf("%s: got %s: %v", tool, answer.Result.StructuredContent, err)
	}
}

// closed is a schema whose objects have no members but those that it names.
func closed(schema any) any {
	switch s := schema.(type) {
	case map[string]any:
		for _, inner := range s {
			closed(inner)
		}
		if s["properties"] != nil {
			s["additionalProperties"] = false
		}
	case []any:
		for _, inner := range s {
			closed(inner)
		}
	}
	return schema
}

// The tools of several rows take their keys and filters, which may have several values each.
func TestAgentsBulk(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("shelves", rest.ViewSet[memo]{Path: "/memos/", Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy, Max: 5}}).Access(permission.SignedInOrReadOnly)
	}
	s := server.New(t, server.Config{Set: set}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ tool, arguments, want string }{
		{"memos_create", `{"body":[{"text":"a"},{"text":"b"},{"text":"c"}]}`, `"text":"c"`},
		{"memos_destroy-list", `{"body":[1,2]}`, ""},
		{"memos_list", `{}`, `[{"id":3,"text":"c"}]`},
	} {
		if text, failed := calling(t, service, "alice", tt.tool, tt.arguments); failed || !strings.Contains(text, tt.want) {
			t.Errorf("%s: got %t %s, want %s", tt.tool, failed, text, tt.want)
		}
	}
}
