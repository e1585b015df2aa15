package served_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// A configuration in which rules of every kind look at the rows of one table, and at studios that their
// owners may hide.

type studio struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name,unique" validate:"max=100"`
	Open  bool                      `rest:"open" default:"true"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

type easel struct {
	ID     int64                     `rest:"id,readonly"`
	Team   string                    `rest:"team" default:"red"`
	Level  *int64                    `rest:"level"`
	Studio rest.BelongsTo[studio]    `rest:"studio,optional,show=name,ondelete=null"`
	Spare  rest.BelongsTo[studio]    `rest:"spare,optional,ondelete=null"`
	Near   rest.ManyToMany[studio]   `rest:"near,optional"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

// easels has a resource for each rule, below a path of its name.
func easels(meanwhile *atomic.Value) *rest.Set {
	red := permission.Is("team", "red")
	rules := map[string]permission.Rule{
		"equal": red,
		"null":  permission.Is("level", nil),
		"owner": permission.OwnerOrReadOnly,
		"not":   permission.Not(permission.Any(permission.Is("team", "blue"), permission.Is("team", "green"))),
		"all":   permission.All(permission.SignedIn, red, permission.Not(permission.Is("level", 9))),
		"any":   permission.Any(red, permission.Is("level", 1), permission.Admin),
		"func": permission.RowFunc("red", func(_ permission.Request, row any) bool {
			return row.(*easel).Team == "red"
		}),
		"near": permission.RowFunc("near studio 1", func(_ permission.Request, row any) bool {
			return slices.Contains(row.(*easel).Near.IDs, 1)
		}),
		"anyone": permission.Anyone,
	}
	resources := []rest.Resource{rest.ViewSet[studio]{
		Path:   "/studios/",
		Access: permission.Any(permission.Owner, permission.All(permission.ReadOnly, permission.Is("open", true))),
		Owner:  rest.Field(func(r *studio) *rest.BelongsTo[auth.User] { return &r.Owner }),
	}}
	for name, rule := range rules {
		actions := rest.Everything
		if strings.Contains("func near", name) {
			actions &^= rest.List // a rule in Go filters no list
		}
		resources = append(resources, rest.ViewSet[easel]{
			Path: "/" + name + "/", Table: "easels", Access: rule, Actions: actions,
			Owner: rest.Field(func(d *easel) *rest.BelongsTo[auth.User] { return &d.Owner }),
			Serializer: rest.Serializer[easel]{BeforeSave: func(_ *rest.Call, d *easel) error {
				if happen, ok := meanwhile.Load().(func(d *easel)); ok {
					happen(d)
				}
				return nil
			}},
		})
	}
	return rest.NewSet("easels", resources...)
}

// newEasels serves easels. Alice has the studios 1, which is open, and 2, and one red easel near studio 1.
func newEasels(t *testing.T, address string) (*server.Server, *atomic.Value) {
	t.Helper()
	meanwhile := &atomic.Value{}
	config := server.Config{
		Set: func() *rest.Set { return easels(meanwhile) }, Pages: pages(t), Options: serve.Options{Now: time.Now},
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
