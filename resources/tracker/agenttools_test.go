// Calls of every tool of an agent, with arguments made from the schema of the tool.

package tracker_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/resourceful/framework/agents"
	"example.com/resourceful/framework/resttest/server"
)

// known are values of members and parameters that name other records or follow a rule of the team: of these no schema can tell.
var known = map[string]any{
	"project": "parser", "slug": "parser", "username": "bob", "assignee": "alice", "labels": []any{}, "parent": nil, "ticket": 1, "colour": "#aabbcc",
}

// schemaNode is a schema of a tool, or a part of one.
type schemaNode map[string]any

func (s schemaNode) part(name string) schemaNode {
	node, _ := s[name].(map[string]any)
	return node
}

// sample returns a value of a schema; root has the schemas to which it refers.
func (s schemaNode) sample(root schemaNode) any {
	if ref, is := s["$ref"].(string); is {
		return root.part("$defs").part(strings.TrimPrefix(ref, "#/$defs/")).sample(root)
	}
	if list, is := s["anyOf"].([]any); is {
		return schemaNode(list[0].(map[string]any)).sample(root)
	}
	if value, is := s["default"]; is {
		return value
	}
	for _, name := range []string{"enum", "examples"} {
		if values, is := s[name].([]any); is {
			return values[0]
		}
	}
	kind := s["type"]
	if kinds, is := kind.([]any); is {
		kind = kinds[0]
	}
	switch kind {
	case "object":
		object := map[string]any{}
		for name := range s.part("properties") {
			member := s.part("properties").part(name)
			value, is := known[name]
			switch {
			case member["readOnly"] == true:
			case is:
				object[name] = value
			default:
				object[name] = member.sample(root)
			}
		}
		return object
	case "array":
		return []any{s.part("items").sample(root)}
	case "integer":
		return 1
	case "boolean":
		return true
	}
	switch s["format"] {
	case "decimal":
		return "1.5"
	case "email":
		return "a@example.com"
	}
	return "x"
}

// An agent calls every tool of the tracker with arguments that the tool's own schema describes.
func TestAgentsCallEveryTool(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		alice := newAgent(t, s, "alice", agents.Options{Writes: true})
		tools := map[string]*mcp.Tool{}
		for tool, err := range alice.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			tools[tool.Name] = tool
		}
		if tools["attachments_create"] != nil || tools["attachments_list"] == nil {
			t.Errorf("got attachments_create %t and attachments_list %t, want only the list: a file has no form in JSON", tools["attachments_create"] != nil, tools["attachments_list"] != nil)
		}
		keys := map[string]any{} // of the created record, by what its tools begin with
		call := func(name string) {
			tool := tools[name]
			delete(tools, name)
			input, err := json.Marshal(tool.InputSchema)
			var schema schemaNode
			if err == nil {
				err = json.Unmarshal(input, &schema)
			}
			if err != nil {
				t.Fatal(err)
			}
			arguments := schema.sample(schema).(map[string]any)
			prefix, operation := name[:strings.LastIndex(name, "_")], name[strings.LastIndex(name, "_")+1:]
			if schema.part("properties")["key"] != nil {
				arguments["key"] = keys[prefix]
			}
			if schema.part("properties")["dry_run"] != nil {
				arguments["dry_run"] = false
			}
			if query, is := arguments["query"].(map[string]any); is {
				delete(query, "cursor") // only the service makes one
			}
			delete(arguments, "if_match")
			if prefix == "api-token-auth" {
				arguments["body"] = map[string]any{"username": "alice", "password": "alice-password"}
			}
			text, failed := alice.call(name, arguments)
			guesses := strings.HasPrefix(prefix, "second-factor") && operation == "post" // a sample is no password and no code
			if failed != guesses {
				t.Errorf("%s %v: got %s", name, arguments, text)
			}
			var made map[string]any
			if operation == "create" && json.Unmarshal([]byte(text), &made) == nil {
				keys[prefix] = made["id"]
				if made["slug"] != nil {
					keys[prefix] = made["slug"]
				}
			}
		}
		first := []string{"projects_create", "projects_members_create", "labels_create", "tickets_create", "tickets_comments_create", "time-entries_create", "tickets_close", "tickets_reopen"}
		for _, name := range first {
			call(name)
		}
		keys["attachments"] = s.upload(t, "alice", "1")
		destroys := []string{"tickets_destroy", "projects_destroy"} // the others come before these, in which they are
		var rest []string
		for name := range tools {
			if !slices.Contains(destroys, name) {
				rest = append(rest, name)
			}
		}
		ends := func(name string) bool { return strings.HasSuffix(name, "_destroy") }
		slices.SortFunc(rest, func(a, b string) int {
			if ends(a) != ends(b) {
				return map[bool]int{true: 1, false: -1}[ends(a)]
			}
			return strings.Compare(a, b)
		})
		for _, name := range append(rest, destroys...) {
			call(name)
		}
	})
}

// upload adds an attachment to a ticket, and returns its key.
func (s *service) upload(t *testing.T, user, ticket string) any {
	t.Helper()
	const body = "--x\r\nContent-Disposition: form-data; name=\"ticket\"\r\n\r\n%s\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhello\r\n--x--\r\n"
	w := server.SendAs(s, user, "POST", "/attachments/", fmt.Sprintf(body, ticket), "Content-Type", "multipart/form-data; boundary=x")
	var made struct{ ID string }
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 201 {
		t.Fatalf("upload: got %d %s", w.Code, w.Body)
	}
	return made.ID
}
