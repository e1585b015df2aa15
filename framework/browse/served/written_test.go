package served_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A configuration in which rules of every kind look at the rows of one table, and at studios that their
// owners may hide.

// newEasels serves easels. Alice has the studios 1, which is open, and 2, and one red easel near studio 1.
func newEasels(t *testing.T, address string) (*server.Server, *atomic.Value) {
	t.Helper()
	meanwhile := &atomic.Value{}
	config := server.Config{
		Set: func() *rest.Set { return sets.Easels(meanwhile) }, Pages: pages(t), Options: serve.Options{Now: time.Now},
	}
	s := server.New(t, config, address)
	must(t, s, "POST", "/studios/", "alice", `{"name":"hall"}`)
	must(t, s, "POST", "/studios/", "alice", `{"name":"vault","open":false}`)
	must(t, s, "POST", "/anyone/", "alice", `{"near":[1]}`)
	return s, meanwhile
}

// A rule in Go sees all members of a row, also those that the requester may not see, whatever the
// request: it answers the same for reading and for writing.
func TestRuleOfMembers(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s, _ := newEasels(t, address)
		must(t, s, "PATCH", "/studios/1/", "alice", `{"open":false}`) // to bob, easel 1 is now near nothing
		for _, tt := range []struct {
			method, body string
			status       int
			want         string
		}{
			{"GET", "", 200, `"near":[]`},
			{"PATCH", `{"team":"blue"}`, 200, `"near":[]`},
			{"PATCH", `{"near":[]}`, 200, `"near":[]`}, // what he does not see stays
			{"PATCH", `{"near":[1]}`, 400, `{"near":["Invalid pk \"1\" - object does not exist."]}`},
			{"PUT", `{"team":"red"}`, 200, `"team":"red"`},
		} {
			if status, got := call(s, tt.method, "/near/1/", "bob", tt.body); status != tt.status || !strings.Contains(got, tt.want) {
				t.Errorf("%s %s: got %d %s, want %d %s", tt.method, tt.body, status, got, tt.status, tt.want)
			}
		}
		w := sendAs(s, "bob", "POST", "/near/1/", "_method=PATCH&team=blue&_key=the-key-of-one-form-1",
			"Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if got := w.Header().Get("Location"); w.Code != 303 || got != "/near/1/" {
			t.Errorf("a form leads to %d %q, want 303 /near/1/", w.Code, got)
		}
		page := sendAs(s, "bob", "GET", "/near/1/", "", "Accept", "text/html").Body.String()
		if !strings.Contains(page, `value="PUT"`) || !strings.Contains(page, `value="DELETE"`) {
			t.Errorf("what he may do has no form:\n%s", page)
		}
		must(t, s, "POST", "/anyone/", "alice", `{"near":[2]}`)
		for _, method := range []string{"GET", "PATCH", "DELETE"} {
			if status, got := call(s, method, "/near/2/", "alice", `{}`); status != 404 {
				t.Errorf("%s of a easel near another studio: got %d %s, want 404", method, status, got)
			}
		}
		must(t, s, "DELETE", "/near/1/", "bob", "")
	})
}
