// Tests of repeated requests under an Idempotency-Key by accounts that have lost access.

package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// team is a group of accounts, and plans are read and written by the members of their team.
type team struct {
	ID      int64                      `rest:"id,readonly"`
	Name    string                     `rest:"name"`
	Members rest.ManyToMany[auth.User] `rest:"members,show=username"`
}

type teamPlan struct {
	ID     int64                `rest:"id,readonly"`
	Team   rest.BelongsTo[team] `rest:"team"`
	Text   string               `rest:"text"`
	Budget int                  `rest:"budget" default:"1"`
}

func teams() *rest.Set {
	publish := func(_ *rest.Call, p *teamPlan, _ rest.None) (*teamPlan, error) { return p, nil }
	all := func(c *rest.Call, _ rest.None) ([]*teamPlan, error) { return rest.Rows[teamPlan](c).All() }
	one := func(c *rest.Call, _ rest.None) (*teamPlan, error) { return rest.Rows[teamPlan](c).First() }
	return rest.NewSet("teams",
		rest.ViewSet[team]{
			Path: "/teams/", Access: permission.Any(permission.ReadOnly, permission.Admin),
			Extra: []rest.Action{rest.OnRecord("plan", func(c *rest.Call, _ *team, in rest.None) (*teamPlan, error) { return one(c, in) }, rest.Allow(permission.SignedIn))},
		},
		rest.ViewSet[teamPlan]{
			Path: "/plans/", Access: permission.Me("team.members"), Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
			Extra: []rest.Action{
				rest.OnRecord("publish", publish),
				rest.OnList("all", all, rest.Allow(permission.SignedIn)), rest.OnList("one", one, rest.Allow(permission.SignedIn)),
			},
		},
		rest.Endpoint("/all-plans/", all, rest.Allow(permission.SignedIn)),
	)
}

// The response that is stored under a key is not for an account that may no longer read the row.
func TestStoredResponseAfterLostAccess(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: teams, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/teams/", "admin", `{"name":"a","members":["alice","bob"]}`)
		server.Must(t, s, "POST", "/plans/", "alice", `{"team":1,"text":"first"}`)
		requests := []struct {
			line, body    string
			status, after int
		}{
			{"POST /plans/", `{"team":1,"text":"secret"}`, 201, 403},
			{"POST /plans/", `[{"team":1,"text":"secret"}]`, 201, 403},
			{"PATCH /plans/1/", `{"text":"secret"}`, 200, 404},
			{"PUT /plans/1/", `{"team":1,"text":"secret"}`, 200, 404},
			{"PATCH /plans/", `[{"id":1,"text":"secret"}]`, 200, 403},
			{"POST /plans/1/publish/", "", 200, 404},
			{"POST /plans/all/", "", 200, 403},
			{"POST /plans/one/", "", 200, 403},
			{"POST /teams/1/plan/", "", 200, 403},
			{"POST /all-plans/", "", 200, 403},
		}
		send := func(n int, accept string) (status int, body string) {
			method, path, _ := strings.Cut(requests[n].line, " ")
			w := server.SendAs(s, "bob", method, path, requests[n].body, "Content-Type", "application/json", "Accept", accept, "Idempotency-Key", fmt.Sprint("key", n))
			return w.Code, w.Body.String()
		}
		for n, r := range requests {
			for range 2 {
				if status, body := send(n, "application/json"); status != r.status || !strings.Contains(body, "secret") {
					t.Errorf("%s of a member: got %d %s, want %d", r.line, status, body, r.status)
				}
			}
		}
		server.Must(t, s, "PATCH", "/teams/1/", "admin", `{"members":["alice"]}`)
		for n, r := range requests {
			for _, accept := range []string{"application/json", "text/html"} {
				if status, body := send(n, accept); status != r.after || strings.Contains(body, "secret") {
					t.Errorf("%s of a former member: got %d %s, want %d", r.line, status, body, r.after)
				}
			}
		}
		server.Must(t, s, "PATCH", "/teams/1/", "admin", `{"members":["alice","bob"]}`)
		for n, r := range requests {
			if status, body := send(n, "application/json"); status != r.status || !strings.Contains(body, "secret") {
				t.Errorf("%s of a member again: got %d %s, want %d", r.line, status, body, r.status)
			}
		}
	})
}

// The response that is stored under a key is not for an account that may no longer read a member of the row.
func TestStoredResponseAfterLostMember(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.HookedClubs, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		send := func() (status int, body string) {
			w := server.SendAs(s, "admin", "POST", "/clubs/", `{"slug":"a","open":true,"budget":7}`, "Content-Type", "application/json", "Idempotency-Key", "key")
			return w.Code, w.Body.String()
		}
		for range 2 {
			if status, body := send(); status != 201 || !strings.Contains(body, `"budget":7`) {
				t.Errorf("an administrator: got %d %s, want 201", status, body)
			}
		}
		if _, err := server.Direct(t, address).Exec("UPDATE users SET admin = NOT admin WHERE username = 'admin'"); err != nil {
			t.Fatal(err)
		}
		if status, body := send(); status < 400 || strings.Contains(body, "budget\":7") {
			t.Errorf("a former administrator: got %d %s, want a refusal", status, body)
		}
	})
}
