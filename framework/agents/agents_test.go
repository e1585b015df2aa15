package agents_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/agents"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
)

type memo struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

type lines struct {
	Lines []string `rest:"lines"`
}

// memos are made three times a minute, and what is done with them is audited.
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

// calling calls a tool as an account, and gives the text of its result and whether that is a refusal.
func calling(t *testing.T, service http.Handler, user, tool, arguments string) (text string, failed bool) {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
	r := httptest.NewRequest("POST", agents.Path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.SetBasicAuth(user, user+"-password")
	w := httptest.NewRecorder()
	service.ServeHTTP(w, r)
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

// Calls of agents are counted with the requests of the account, and audited like them.
func TestAgentsCounted(t *testing.T) {
	s := resttest.NewServer(t, resttest.Config{Set: memos}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	create := func() int {
		r := httptest.NewRequest("POST", "/memos/", strings.NewReader(`{"text":"by hand"}`))
		r.Header.Set("Content-Type", "application/json")
		r.SetBasicAuth("alice", "alice-password")
		w := httptest.NewRecorder()
		service.ServeHTTP(w, r)
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
	s := resttest.NewServer(t, resttest.Config{Set: memos}, ":memory:")
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
