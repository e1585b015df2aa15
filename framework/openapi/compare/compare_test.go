// Tests of the comparison of two documents.

package compare_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/openapi/compare"
)

// older is a document with one of each thing that clients rely on.
const older = `{"openapi": "3.1.0", "paths": {
"/tasks/": {
  "get": {"operationId": "tasks_list", "security": [{"basic": []}, {}],
    "parameters": [{"name": "state", "in": "query", "schema": {"type": "string", "enum": ["open", "done"]}}, {"$ref": "#/components/parameters/Format"}],
    "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Task"}}}, "text/csv": {}}}}},
  "post": {"operationId": "tasks_create", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/TaskCreate"}}, "application/yaml": {}}},
    "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Task"}}}}}}},
"/-/events": {"get": {"security": [{"basic": []}, {"token": []}], "responses": {"200": {"content": {"text/event-stream": {"x-item-schema": {"anyOf": [
  {"properties": {"type": {"enum": ["tasks.create"]}, "task": {"type": "string"}}}, {"properties": {"type": {"enum": ["people.create"]}}}]}}}}}}},
"/old/": {"get": {"responses": {}}}},
"webhooks": {"tasks": {"post": {"requestBody": {"content": {"application/json": {"schema": {"properties": {"at": {"type": "string"}}}}}}}}},
"components": {"securitySchemes": {"basic": {"type": "http", "scheme": "basic"}, "token": {"type": "apiKey", "in": "header", "name": "Token"}}, "parameters": {"Format": {"name": "format", "in": "query", "schema": {"type": "string"}}},
"schemas": {
  "Task": {"type": "object", "required": ["id", "title"], "properties": {"id": {"type": "integer"}, "title": {"type": "string"}, "due": {"type": ["string", "null"], "format": "date"},
    "parent": {"anyOf": [{"$ref": "#/components/schemas/Task"}, {"type": "null"}]}}},
  "TaskCreate": {"type": "object", "additionalProperties": false, "required": ["title"],
    "properties": {"title": {"type": "string", "maxLength": 100}, "note": {"type": ["string", "null"]}, "size": {"type": "integer", "minimum": 1}}}}}}`

// Changes that break clients are reported, and others are not.
func TestCompare(t *testing.T) {
	tests := []struct{ name, from, to, want string }{
		{"nothing", "", "", ""},
		{"a path", `"/old/"`, `"/new/"`, "/old/: the path is gone"},
		{"a method", `"post": {"operationId"`, `"put": {"operationId"`, "POST /tasks/: the method is gone"},
		{"an id", `"tasks_list"`, `"list_tasks"`, "GET /tasks/: operationId was tasks_list and is list_tasks"},
		{"a parameter", `{"name": "state"`, `{"name": "status"`, "GET /tasks/: the query parameter state is gone"},
		{"a shared parameter", `"Format": {"name": "format"`, `"Format": {"name": "fmt"`, "GET /tasks/: the query parameter format is gone"},
		{"a required parameter", `{"name": "state", "in": "query",`, `{"name": "state", "in": "query", "required": true,`, "GET /tasks/: the query parameter state is required"},
		{"a choice less", `"open", "done"`, `"open"`, "GET /tasks/: query parameter state: the value done is not taken any more"},
		{"a choice more", `"open", "done"`, `"open", "done", "late"`, ""},
		{"credentials", `[{"basic": []}, {}]`, `[{"basic": []}]`, "GET /tasks/: credentials are required"},
		{"a way to be known", `{"basic": []}, {"token": []}`, `{"basic": []}`, "GET /-/events: credentials of token are not taken any more"},
		{"nobody has to be known", `{"basic": []}, {"token": []}`, `{}`, ""},
		{"a scheme", `, "token": {"type"`, `, "key": {"type"`, "credentials of token are not taken any more"},
		{"another header", `"name": "Token"`, `"name": "Key"`, "credentials of token: name was Token and is Key"},
		{"a webhook", `"webhooks": {"tasks"`, `"webhooks": {"jobs"`, "webhook tasks: is gone"},
		{"a member of a message", `"at": {"type": "string"}`, `"on": {"type": "string"}`, "webhook tasks: body.at: is gone"},
		{"a member of an event", `, "task": {"type": "string"}`, ``, "GET /-/events: answer 200 tasks.create.task: is gone"},
		{"events", `["people.create"]`, `["persons.create"]`, "GET /-/events: answer 200: people.create is not told any more"},
		{"events more", `{"properties": {"type": {"enum": ["people.create"]}}}`, `{"properties": {"type": {"enum": ["jobs.create"]}}}, {"properties": {"type": {"enum": ["people.create"]}}}`, ""},
		{"a format", `, "text/csv": {}`, ``, "GET /tasks/: the answer 200 is not given as text/csv any more"},
		{"a parser", `, "application/yaml": {}`, ``, "POST /tasks/: bodies of the type application/yaml are not taken any more"},
		{"a status", `"responses": {"201"`, `"responses": {"202"`, "POST /tasks/: the status 201 is gone"},
		{"a member sent", `"size": {"type": "integer", "minimum": 1}`, `"sise": {}`, "POST /tasks/: body.size: is not taken any more"},
		{"a required member", `"required": ["title"]`, `"required": ["title", "size"]`, "POST /tasks/: body.size: is required"},
		{"a shorter text", `"maxLength": 100`, `"maxLength": 50`, "POST /tasks/: body.title: maxLength is 50"},
		{"a longer text", `"maxLength": 100`, `"maxLength": 500`, ""},
		{"a greater minimum", `"minimum": 1`, `"minimum": 2`, "POST /tasks/: body.size: minimum is 2"},
		{"a smaller minimum", `"minimum": 1`, `"minimum": 0`, ""},
		{"no null", `"note": {"type": ["string", "null"]}`, `"note": {"type": "string"}`, "POST /tasks/: body.note: null is not taken any more"},
		{"a member read", `"title": {"type": "string"}, "due"`, `"name": {"type": "string"}, "due"`, "GET /tasks/: answer 200[].title: is gone\nPOST /tasks/: answer 201.title: is gone"},
		{"a member that may be absent", `"required": ["id", "title"]`, `"required": ["id"]`, "GET /tasks/: answer 200[].title: may be absent\nPOST /tasks/: answer 201.title: may be absent"},
		{"null read", `"id": {"type": "integer"}`, `"id": {"type": ["integer", "null"]}`, "GET /tasks/: answer 200[].id: may be null\nPOST /tasks/: answer 201.id: may be null"},
		{"another format", `"format": "date"`, `"format": "date-time"`, "GET /tasks/: answer 200[].due: format was date and is date-time\nPOST /tasks/: answer 201.due: format was date and is date-time"},
		{"a member more", `"id": {"type": "integer"}`, `"id": {"type": "integer"}, "new": {}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			newer := strings.Replace(older, tt.from, tt.to, 1)
			if newer == older && tt.from != "" {
				t.Fatalf("the document does not have %s", tt.from)
			}
			breaks := compare.Breaks(read(t, older), read(t, newer))
			if got := strings.Join(breaks, "\n"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func read(t *testing.T, text string) *openapi.Document {
	t.Helper()
	d, err := openapi.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}
