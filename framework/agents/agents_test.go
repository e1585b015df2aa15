package agents_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/agents"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type memo struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

type lines struct {
	Lines []string `rest:"lines"`
}

// memos are made three times a minute, and each change of them is audited.
func memos() *rest.Set {
	lots := func(*rest.Call, rest.None) (lines, error) {
		return lines{[]string{strings.Repeat("x", 11<<20)}}, nil
	}
	return rest.NewSet("memos",
		rest.ViewSet[memo]{
			Path: "/memos/", Access: permission.SignedInOrReadOnly,
			Throttles: []rest.Throttle{{Actions: rest.Create, Rates: []rest.Rate{{Requests: 3, Per: time.Minute}}}},
			Extra:     []rest.Action{rest.OnList("lots", lots, rest.GET)},
		},
		rest.Endpoint("/outside/", func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }, rest.NonAtomic(), rest.Allow(permission.SignedIn)),
		rest.Audit{Path: "/audit/"},
	)
}

// sending sends a message as an account, "" for nobody.
func sending(service http.Handler, user, method, params string) *httptest.ResponseRecorder {
	return sendingBody(service, user, strings.NewReader(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)))
}

func sendingBody(service http.Handler, user string, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", agents.Path, body)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	w := httptest.NewRecorder()
	service.ServeHTTP(w, r)
	return w
}

// calling calls a tool as an account, and gives the text of its result and whether that is a refusal.
func calling(t *testing.T, service http.Handler, user, tool, arguments string) (text string, failed bool) {
	t.Helper()
	w := sending(service, user, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
	var answer struct {
		Result struct {
			Content []struct{ Text string }
			IsError bool
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || len(answer.Result.Content) != 1 {
		t.Fatalf("%s: got %d %s", tool, w.Code, w.Body)
	}
	return answer.Result.Content[0].Text, answer.Result.IsError
}

// A message that is not accepted is answered with an error object of JSON-RPC: an unknown method, a text that is no JSON, no request
// or a list of requests, and a notification without an id.
func TestRefusedMessages(t *testing.T) {
	s := server.New(t, server.Config{Set: memos}, ":memory:")
	service, err := agents.MCP(agents.Options{})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	for message, want := range map[string]string{
		`{"jsonrpc":"2.0","id":7,"method":"tools/nothing","params":{}}`: `200 7 -32601`,
		`{"jsonrpc":"2.0","id":"a","method":"nothing"}`:                 `200 "a" -32601`,
		`{"jsonrpc":"2.0","method":"nothing"}`:                          `400 null -32601`,
		`{"jsonrpc":"2.0","method":"tools/list"}`:                       `400 null -32600`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`:                `400 7 -32600`,
		`{"jsonrpc":"2.0","id":7,"method":`:                             `400 null -32700`,
		`{"id":7}`:                                                      `400 7 -32600`,
		``:                                                              `400 null -32700`,
		`[]`:                                                            `400 null -32600`,
	} {
		w := sendingBody(service, "", strings.NewReader(message))
		var answer struct {
			JSONRPC string
			ID      json.RawMessage
			Error   struct {
				Code    int
				Message string
			}
		}
		err := json.Unmarshal(w.Body.Bytes(), &answer)
		got := fmt.Sprintf("%d %s %d", w.Code, answer.ID, answer.Error.Code)
		if err != nil || got != want || answer.JSONRPC != "2.0" || answer.Error.Message == "" || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: got %s of %s %s, want %s", message, got, w.Header().Get("Content-Type"), w.Body, want)
		}
	}
}

// Calls of agents are counted with the requests of the account, and audited like them.
func TestAgentsCounted(t *testing.T) {
	s := server.New(t, server.Config{Set: memos}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	create := func() int {
		w := server.SendAs(service, "alice", "POST", "/memos/", `{"text":"by hand"}`, "Content-Type", "application/json")
		return w.Code
	}
	for i := range 2 {
		if text, failed := calling(t, service, "alice", "memos_create", `{"body":{"text":"by an agent"}}`); failed || !strings.Contains(text, "by an agent") {
			t.Errorf("call %d: got %s, want a memo", i, text)
		}
	}
	if status := create(); status != 201 {
		t.Errorf("a request after two calls: got %d, want 201", status)
	}
	if text, failed := calling(t, service, "alice", "memos_create", `{"body":{"text":"x"}}`); !failed || !strings.Contains(text, "Request was throttled.") {
		t.Errorf("a call past the rate: got %t %s, want a refusal", failed, text)
	}
	if status := create(); status != 429 {
		t.Errorf("a request past the rate: got %d, want 429", status)
	}
	entries, _ := calling(t, service, "admin", "audit_list", `{}`)
	if got := strings.Count(entries, `"username":"alice"`); got != 3 || strings.Count(entries, `"192.0.2.1"`) < 3 {
		t.Errorf("got %d entries of alice in the audit, want 3 with her address: %s", got, entries)
	}
}

// An answer that is too large for an agent is refused, and what cannot be tried is called when the call says so.
func TestAgentsBounds(t *testing.T) {
	s := server.New(t, server.Config{Set: memos}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true, DryRun: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	if text, failed := calling(t, service, "alice", "memos_lots", `{}`); !failed || !strings.Contains(text, "more than 10 MiB") {
		t.Errorf("a large answer: got %t and %d bytes, want a refusal", failed, len(text))
	}
	if text, failed := calling(t, service, "alice", "outside_post", `{}`); !failed || !strings.Contains(text, "This cannot be tried") {
		t.Errorf("a call that cannot be tried: got %t %s, want a refusal", failed, text)
	}
	if text, failed := calling(t, service, "alice", "outside_post", `{"dry_run":false}`); failed {
		t.Errorf("a call that is not tried: got %s, want none", text)
	}
}

// A key that makes the path of another operation is refused: that operation may not be offered.
func TestAgentsKeys(t *testing.T) {
	s := server.New(t, server.Config{Set: memos}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true, Offer: func(o *plan.Operation) bool { return o.Name != "lots" }})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	if text, failed := calling(t, service, "alice", "memos_create", `{"body":{"text":"by an agent"}}`); failed {
		t.Fatalf("create: got %s", text)
	}
	for _, tt := range []struct {
		key  string
		want string
	}{
		{`"lots"`, `{"key":["Not found."]}`},
		{`"lots/"`, `{"detail":"Not found."}`},
		{`"."`, `{"detail":"Not found."}`},
		{`".."`, `{"detail":"Not found."}`},
		{`"../audit"`, `{"detail":"Not found."}`},
		{`"1?a=b"`, `{"detail":"Not found."}`},
		{`"1"`, `{"id":1,"text":"by an agent"}`},
		{`1`, `{"id":1,"text":"by an agent"}`},
	} {
		if text, failed := calling(t, service, "alice", "memos_retrieve", `{"key":`+tt.key+`}`); strings.TrimSpace(text) != tt.want || failed == strings.Contains(tt.want, "id") {
			t.Errorf("the key %s: got %t and %.100s, want %s", tt.key, failed, text, tt.want)
		}
	}
	for uri, want := range map[string]bool{"api:///memos/lots/": false, "api:///memos/l%6Fts/": false, "api:///memos/1/": true, "api:///memos/": true, "api:///memos/../memos/lots/": false} {
		w := sending(service, "alice", "resources/read", fmt.Sprintf(`{"uri":%q}`, uri))
		if got := strings.Contains(w.Body.String(), "by an agent"); got != want || strings.Contains(w.Body.String(), "xxx") {
			t.Errorf("%s: got %.200s, want a memo: %t", uri, w.Body, want)
		}
	}
}

// reading tells whether it is read.
type reading struct {
	io.Reader
	read bool
}

func (r *reading) Read(b []byte) (int, error) {
	r.read = true
	return r.Reader.Read(b)
}

// The tools are listed for those who may read the OpenAPI document; of others no message is read.
func TestAgentsAccess(t *testing.T) {
	for _, tt := range []struct {
		access permission.Rule
		want   [3]int // of nobody, alice and an administrator
	}{
		{nil, [3]int{200, 200, 200}}, {permission.SignedIn, [3]int{403, 200, 200}}, {permission.Admin, [3]int{403, 403, 200}}, {permission.Nobody, [3]int{404, 404, 404}},
	} {
		s := server.New(t, server.Config{Set: memos, Options: serve.Options{DocumentAccess: tt.access}}, ":memory:")
		service, err := agents.MCP(agents.Options{})(s.Plan, s)
		if err != nil {
			t.Fatal(err)
		}
		for i, user := range []string{"", "alice", "admin"} {
			body := &reading{Reader: strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`)}
			w := sendingBody(service, user, body)
			if told := strings.Contains(w.Body.String(), "memos_list"); w.Code != tt.want[i] || told != (w.Code == 200) || body.read != told {
				t.Errorf("%v, %q: got %d, read %t, %.100s, want %d", tt.access, user, w.Code, body.read, w.Body, tt.want[i])
			}
		}
	}
}

// Of messages a bounded number is read at once, and each up to a bound.
func TestAgentsMessages(t *testing.T) {
	s := server.New(t, server.Config{Set: memos}, ":memory:")
	service, err := agents.MCP(agents.Options{})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	if w := sendingBody(service, "alice", io.MultiReader(strings.NewReader(list), strings.NewReader(strings.Repeat(" ", 10<<20)))); w.Code != 413 {
		t.Errorf("a large message: got %d, want 413", w.Code)
	}
	var all sync.WaitGroup
	var open []*io.PipeWriter
	for range 32 {
		slow, sent := io.Pipe()
		open = append(open, sent)
		all.Go(func() { sendingBody(service, "alice", slow) })
		if _, err := io.WriteString(sent, "{"); err != nil { // it is being read
			t.Error(err)
		}
	}
	if w := sendingBody(service, "alice", strings.NewReader(list)); w.Code != 503 {
		t.Errorf("one more: got %d, want 503", w.Code)
	}
	for _, sent := range open {
		sent.Close()
	}
	all.Wait()
	if w := sendingBody(service, "alice", strings.NewReader(list)); w.Code != 200 {
		t.Errorf("when they are done: got %d, want 200", w.Code)
	}
}
