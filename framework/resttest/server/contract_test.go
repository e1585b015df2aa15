// A test of the contract of answers.

package server

import (
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// An answer that is not as the document says is reported, with the part that differs.
func TestContractTells(t *testing.T) {
	p, err := sets.Directory().Compile()
	if err != nil {
		t.Fatal(err)
	}
	c, err := newContract(p, serve.Options{}, true)
	if err != nil {
		t.Fatal(err)
	}
	const good = `{"url":"http://example.com/groups/1/","name":"a"}`
	for _, tt := range []struct {
		name, method, path string
		status             int
		headers, body      string
		want               string // a part of the report; "" for nothing
	}{
		{"as it is", "GET", "/groups/1/", 200, "Content-Type: application/json\nETag: W/\"x\"", good, ""},
		{"with a suffix", "GET", "/groups/1.json", 200, "Content-Type: application/json", good, ""},
		{"without a path", "GET", "/nothing/", 500, "Content-Type: application/json", good, ""},
		{"a status", "GET", "/groups/1/", 202, "Content-Type: application/json", good, "GET /groups/{key}/ has no status 202"},
		{"a type", "GET", "/groups/1/", 200, "Content-Type: application/xml", good, "status 200 is not documented as application/xml"},
		{"a member too many", "GET", "/groups/1/", 200, "Content-Type: application/json", `{"url":"http://example.com/groups/1/","name":"a","secret":1}`, "secret"},
		{"a member too few", "GET", "/groups/1/", 200, "Content-Type: application/json", `{"url":"http://example.com/groups/1/"}`, "missing property 'name'"},
		{"a value", "GET", "/groups/1/", 200, "Content-Type: application/json", `{"url":"http://example.com/groups/1/","name":1}`, "got number, want string"},
		{"a format", "GET", "/groups/1/", 200, "Content-Type: application/json", `{"url":"no address at all: %","name":"a"}`, "is not valid uri"},
		{"in YAML", "GET", "/groups/1/", 200, "Content-Type: application/yaml", "url: http://example.com/groups/1/\nname: 1\n", "got number, want string"},
		{"a header", "DELETE", "/groups/1/", 204, "Location: /groups/", "", "the header Location: /groups/ is not documented"},
		{"a refusal", "GET", "/groups/1/", 404, "Content-Type: application/json", `{"detail":1}`, "got number, want string"},
		{"a page", "GET", "/groups/", 200, "Content-Type: application/json", `{"count":1,"next":null,"previous":null,"results":[` + good + `,1]}`, "got number, want object"},
	} {
		r, w := httptest.NewRequest(tt.method, tt.path, nil), httptest.NewRecorder()
		for line := range strings.Lines(tt.headers) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(tt.status)
		w.WriteString(tt.body)
		told := ""
		if err := c.broken(r, w); err != nil {
			told = err.Error()
		}
		if !strings.Contains(told, tt.want) || tt.want == "" && told != "" {
			t.Errorf("%s: got %q, want %q", tt.name, told, tt.want)
		}
	}
}
