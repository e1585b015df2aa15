package serve_test

import (
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
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
		const want = `{"id":1,"user":"http://example.com/users/2/"}`
		if status, got := server.Call(s, "POST", "/notes/", "alice", `{"user":"/users/2/"}`); status != 201 || got != want {
			t.Errorf("got %d %s, want 201 %s", status, got, want)
		}
	})
}
