package serve_test

import (
	"fmt"
	"log/slog"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/serve"
)

// Duties are of accounts, of which each requester has a badge of their own at /badge/.
type (
	duty struct {
		ID     int64                     `rest:"id,readonly"`
		Doer   rest.BelongsTo[auth.User] `rest:"doer,optional,show=username"`
		Badge  rest.BelongsTo[badge]     `rest:"badge,optional"`
		Nested rest.Nested[badgeRow]     `rest:"nested,of=badge"`
	}
	badge struct {
		ID     int64                     `rest:"id,readonly"`
		Text   string                    `rest:"text"`
		Holder rest.BelongsTo[auth.User] `rest:"holder,readonly,unique"`
	}
	badgeRow struct {
		Text string `rest:"text"`
	}
	badgeCount struct {
		Visible int64 `rest:"visible"`
	}
)

func duties() *rest.Set {
	count := func(c *rest.Call, _ rest.None) (*badgeCount, error) {
		n, err := rest.Rows[badge](c).Visible().Count()
		return &badgeCount{n}, err
	}
	all := func(c *rest.Call, _ rest.None) ([]*badge, error) { return rest.Rows[badge](c).Order("id").All() }
	others := func(c *rest.Call, _ *badge, _ rest.None) ([]*badge, error) { return all(c, rest.None{}) }
	return rest.NewSet("duties",
		rest.ViewSet[auth.User]{Path: "/users/", Access: permission.Admin},
		rest.ViewSet[auth.User]{Path: "/me/", Singleton: true, Access: permission.SignedIn, Actions: rest.Retrieve},
		rest.ViewSet[badge]{
			Path: "/badge/", Singleton: true, Access: permission.SignedIn, Actions: rest.Retrieve | rest.Create | rest.Modify,
			Owner: rest.Field(func(c *badge) *rest.BelongsTo[auth.User] { return &c.Holder }),
			Extra: []rest.Action{rest.OnRecord("others", others, rest.GET)},
		},
		rest.ViewSet[duty]{Path: "/duties/", Extra: []rest.Action{
			rest.OnList("count", count, rest.GET), rest.OnList("badges", all, rest.GET),
		}},
		rest.Endpoint("/badges/", all, rest.GET),
	).Access(permission.Anyone)
}

// Where rows of a singleton are reached otherwise than by its path, each requester reaches their own.
func TestSingletonElsewhere(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := resttest.NewServer(t, resttest.Config{Set: duties, Pages: pages(t), Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
		must(t, s, "POST", "/badge/", "alice", `{"text":"of alice"}`)
		must(t, s, "POST", "/badge/", "bob", `{"text":"of bob"}`)
		must(t, s, "POST", "/duties/", "alice", `{"doer":"alice","badge":1}`)
		const (
			gone = `{"id":1,"doer":null,"badge":null,"nested":null}`
			mine = `{"id":1,"doer":"alice","badge":1,"nested":{"text":"of alice"}}`
		)
		for _, tt := range []struct {
			user, method, path, body string
			status                   int
			want                     string
		}{
			{"alice", "GET", "/duties/1/", "", 200, mine},
			{"bob", "GET", "/duties/1/", "", 200, gone},
			{"", "GET", "/duties/1/", "", 200, gone},
			{"admin", "GET", "/duties/1/", "", 200, `{"id":1,"doer":"alice","badge":null,"nested":null}`},
			{"bob", "POST", "/duties/", `{"doer":"alice"}`, 400, `{"doer":["Object with username=alice does not exist."]}`},
			{"bob", "POST", "/duties/", `{"badge":1}`, 400, `{"badge":["Invalid pk \"1\" - object does not exist."]}`},
			{"bob", "POST", "/duties/", `{"doer":"bob","badge":2}`, 201, `{"id":2,"doer":"bob","badge":2,"nested":{"text":"of bob"}}`},
			{"admin", "POST", "/duties/", `{"doer":"alice"}`, 201, `{"id":3,"doer":"alice","badge":null,"nested":null}`},
			{"bob", "GET", "/duties/count/", "", 200, `{"visible":1}`},
			{"admin", "GET", "/duties/count/", "", 200, `{"visible":0}`},
			{"bob", "GET", "/duties/badges/", "", 200, `[{"id":2,"text":"of bob","holder":3}]`},
			{"bob", "GET", "/badges/", "", 200, `[{"id":2,"text":"of bob","holder":3}]`},
			{"", "GET", "/badges/", "", 200, `[]`},
			{"bob", "GET", "/badge/others/", "", 200, `[{"id":2,"text":"of bob","holder":3}]`},
			{"bob", "GET", "/badge/", "", 200, `{"id":2,"text":"of bob","holder":3}`},
			{"bob", "PATCH", "/badge/", `{"text":"new"}`, 200, `{"id":2,"text":"new","holder":3}`},
		} {
			what := fmt.Sprintf("%s %s %s as %q", tt.method, tt.path, tt.body, tt.user)
			if status, got := call(s, tt.method, tt.path, tt.user, tt.body); status != tt.status || got != tt.want {
				t.Errorf("%s: got %d %s, want %d %s", what, status, got, tt.status, tt.want)
			}
		}
	})
}
