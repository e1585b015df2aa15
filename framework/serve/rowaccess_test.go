package serve_test

import (
	"fmt"
	"log/slog"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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
		s := server.New(t, server.Config{Set: duties, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
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

// Guilds have quests, and these clues; who is of the guild sees all of it.
type (
	guild struct {
		ID      int64                      `rest:"id,readonly"`
		Members rest.ManyToMany[auth.User] `rest:"members"`
	}
	quest struct {
		ID    int64                 `rest:"id,readonly"`
		Guild rest.BelongsTo[guild] `rest:"guild,readonly,ondelete=cascade"`
		Title string                `rest:"title"`
	}
	clue struct {
		ID    int64                 `rest:"id,readonly"`
		Quest rest.BelongsTo[quest] `rest:"quest,readonly,ondelete=cascade"`
		Text  string                `rest:"text"`
		Niche rest.BelongsTo[niche] `rest:"niche,optional"`
		Reply rest.BelongsTo[clue]  `rest:"reply_to,optional,ondelete=null"`
	}
	clueRow struct {
		Text string `rest:"text"`
	}
	niche struct {
		ID    int64            `rest:"id,readonly"`
		Clues rest.Count[clue] `rest:"clues"`
	}
	pin struct {
		ID   int64                `rest:"id,readonly"`
		Clue rest.BelongsTo[clue] `rest:"clue"`
		Card rest.Nested[clueRow] `rest:"card,of=clue"`
	}
	clueCount struct {
		Visible int64 `rest:"visible"`
	}
)

func guilds() *rest.Set {
	count := func(c *rest.Call, _ rest.None) (*clueCount, error) {
		n, err := rest.Rows[clue](c).Visible().Count()
		return &clueCount{n}, err
	}
	all := func(c *rest.Call, _ rest.None) ([]*clue, error) { return rest.Rows[clue](c).All() }
	shout := func(_ *rest.Call, c *clue, _ rest.None) (*clue, error) { return c, nil }
	return rest.NewSet("guilds",
		rest.ViewSet[clue]{
			Path: "/quests/{quest}/clues/", RecordPath: "/clues/",
			Extra: []rest.Action{rest.OnRecord("shout", shout, rest.Allow(permission.SignedIn))},
		},
		rest.ViewSet[guild]{Path: "/guilds/", Access: permission.Any(permission.Admin, permission.Me("members"))},
		rest.ViewSet[quest]{Path: "/guilds/{guild}/quests/", RecordPath: "/quests/"},
		rest.ViewSet[niche]{Path: "/niches/", Access: permission.Anyone},
		rest.ViewSet[pin]{Path: "/pins/", Access: permission.Anyone},
		rest.Endpoint("/count/", count, rest.GET), rest.Endpoint("/all/", all, rest.GET),
	).Access(permission.SignedIn)
}

// Rows below others are for those who may read these, wherever they are reached, and over two levels.
func TestBelowElsewhere(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: guilds, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
		must(t, s, "POST", "/guilds/", "admin", `{"members":[2]}`)
		must(t, s, "POST", "/guilds/1/quests/", "alice", `{"title":"grail"}`)
		must(t, s, "POST", "/niches/", "bob", `{}`)
		must(t, s, "POST", "/quests/1/clues/", "alice", `{"text":"a","niche":1}`)
		must(t, s, "POST", "/pins/", "alice", `{"clue":1}`)
		must(t, s, "POST", "/guilds/", "admin", `{"members":[3]}`)
		must(t, s, "POST", "/guilds/2/quests/", "bob", `{"title":"ring"}`)
		const (
			one      = `{"id":1,"quest":1,"text":"a","niche":1,"reply_to":null}`
			missing  = `{"detail":"Not found."}`
			unknown  = `{"detail":"Authentication credentials were not provided."}`
			noObject = `["Invalid pk \"1\" - object does not exist."]}`
		)
		for _, tt := range []struct {
			user, method, path, body string
			status                   int
			want                     string
		}{
			{"bob", "GET", "/quests/1/", "", 404, missing},
			{"bob", "GET", "/quests/1/clues/", "", 404, missing},
			{"bob", "GET", "/clues/1/", "", 404, missing},
			{"bob", "PATCH", "/clues/1/", `{`, 404, missing},
			{"bob", "PUT", "/clues/1/", `{"text":"b"}`, 404, missing},
			{"bob", "DELETE", "/clues/1/", "", 404, missing},
			{"bob", "POST", "/clues/1/shout/", "", 404, missing},
			{"", "GET", "/clues/1/", "", 403, unknown}, // session and Basic answer 403 in place of 401
			{"", "DELETE", "/clues/1/", "", 403, unknown},
			{"bob", "GET", "/niches/1/", "", 200, `{"id":1,"clues":0}`},
			{"", "GET", "/niches/1/", "", 200, `{"id":1,"clues":0}`},
			{"bob", "GET", "/pins/1/", "", 200, `{"id":1,"clue":null,"card":null}`},
			{"bob", "POST", "/pins/", `{"clue":1}`, 400, `{"clue":` + noObject},
			{"bob", "POST", "/quests/2/clues/", `{"text":"c","reply_to":1}`, 400, `{"reply_to":` + noObject},
			{"bob", "GET", "/count/", "", 200, `{"visible":0}`},
			{"bob", "GET", "/all/", "", 200, `[]`},
			{"alice", "GET", "/clues/1/", "", 200, one},
			{"alice", "POST", "/clues/1/shout/", "", 200, one},
			{"alice", "GET", "/niches/1/", "", 200, `{"id":1,"clues":1}`},
			{"alice", "GET", "/pins/1/", "", 200, `{"id":1,"clue":1,"card":{"text":"a"}}`},
			{"alice", "GET", "/count/", "", 200, `{"visible":1}`},
			{"alice", "GET", "/all/", "", 200, `[` + one + `]`},
			{"alice", "POST", "/quests/1/clues/", `{"text":"c","reply_to":1}`, 201, `{"id":2,"quest":1,"text":"c","niche":null,"reply_to":1}`},
			{"alice", "PATCH", "/clues/1/", `{"text":"d"}`, 200, `{"id":1,"quest":1,"text":"d","niche":1,"reply_to":null}`},
			{"admin", "GET", "/clues/2/", "", 200, `{"id":2,"quest":1,"text":"c","niche":null,"reply_to":1}`},
			{"alice", "DELETE", "/clues/2/", "", 204, ""},
		} {
			what := fmt.Sprintf("%s %s %s as %q", tt.method, tt.path, tt.body, tt.user)
			if status, got := call(s, tt.method, tt.path, tt.user, tt.body); status != tt.status || got != tt.want {
				t.Errorf("%s: got %d %s, want %d %s", what, status, got, tt.status, tt.want)
			}
		}
	})
}

// noteOfUser has a link to an account, of which a singleton is listed first.
type noteOfUser struct {
	ID   int64                     `rest:"id,readonly"`
	User rest.BelongsTo[auth.User] `rest:"user,link"`
}

// A link to rows that a singleton has too leads to the resource whose records have addresses.
func TestLinkPassesOverSingleton(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("links",
			rest.ViewSet[auth.User]{Path: "/me/", Singleton: true, Actions: rest.Retrieve},
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
			rest.ViewSet[noteOfUser]{Path: "/notes/", Table: "notes"},
		).Access(permission.Anyone)
	}
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
		const want = `{"id":1,"user":"http://example.com/users/2/"}`
		if status, got := call(s, "POST", "/notes/", "alice", `{"user":"/users/2/"}`); status != 201 || got != want {
			t.Errorf("got %d %s, want 201 %s", status, got, want)
		}
	})
}
