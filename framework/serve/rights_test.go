package serve_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A row that a hook moves after it was written is asked about where it is now.
func TestRuleAfterMovingHook(t *testing.T) {
	set := func() *rest.Set {
		move := func(call *rest.Call, m *sets.CrewChore) error {
			m.Crew.ID = 2
			return rest.Rows[sets.CrewChore](call).Update(m)
		}
		captain := permission.Along("crew.rows", permission.Me("user"), permission.Is("role", "captain"))
		return rest.NewSet("moved",
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
			rest.ViewSet[sets.Barge]{Path: "/crews/", Access: permission.SignedIn}, rest.ViewSet[sets.CrewMember]{Path: "/members/", Access: permission.SignedIn},
			rest.ViewSet[sets.CrewChore]{
				Path: "/chores/", Access: permission.By{Read: permission.SignedIn, Write: captain}, Bulk: rest.Bulk{Actions: rest.Modify},
				Serializer: rest.Serializer[sets.CrewChore]{AfterUpdate: move},
			},
		)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := &purchases{Server: server.New(t, server.Config{Set: set, Basic: true, Options: serve.Options{Now: time.Now}}, address)}
		for _, row := range [][2]string{
			{"/crews/", `{"name":"first"}`},
			{"/crews/", `{"name":"second"}`},
			{"/members/", `{"crew":1,"user":"alice","role":"captain"}`},
			{"/chores/", `{"crew":1,"text":"a"}`},
		} {
			server.Must(t, s, "POST", row[0], "alice", row[1])
		}
		s.do(t, `alice PATCH /chores/1/ {"text":"b"}`, `403 `+denied)
		s.do(t, `alice PATCH /chores/ [{"id":1,"text":"b"}]`, `403 `+denied)
	})
}

type (
	// squadron has leaders, who may change it, its leaders and its vessels, unless it uses a pier that is closed.
	squadron struct {
		ID      int64                  `rest:"id,readonly"`
		Name    string                 `rest:"name"`
		Rows    rest.HasMany[leader]   `rest:"-"`
		All     rest.HasMany[vessel]   `rest:"-"`
		Leaders rest.Nested[leaderRow] `rest:"leaders,of=rows,nested=replace,optional"`
		Vessels rest.Nested[vesselRow] `rest:"vessels,of=all,nested=merge,optional"`
		Piers   rest.ManyToMany[pier]  `rest:"piers,optional"`
	}
	leader struct {
		ID       int64                     `rest:"id,readonly"`
		Squadron rest.BelongsTo[squadron]  `rest:"squadron,ondelete=cascade"`
		User     rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Rank     string                    `rest:"rank" validate:"oneof=first second"`
	}
	leaderRow struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Rank string                    `rest:"rank"`
	}
	vessel struct {
		ID       int64                    `rest:"id,readonly"`
		Squadron rest.BelongsTo[squadron] `rest:"squadron"`
		Name     string                   `rest:"name"`
		Rows     rest.HasMany[berth]      `rest:"-"`
	}
	vesselRow struct {
		ID     int64                 `rest:"id,readonly"`
		Name   string                `rest:"name"`
		Rows   rest.HasMany[berth]   `rest:"-"`
		Berths rest.Nested[berthRow] `rest:"berths,of=rows,nested=merge,optional"`
	}
	berth struct {
		ID     int64                  `rest:"id,readonly"`
		Vessel rest.BelongsTo[vessel] `rest:"vessel,optional"`
		Size   int64                  `rest:"size" default:"1"`
	}
	berthRow struct {
		ID   int64 `rest:"id,readonly"`
		Size int64 `rest:"size" default:"1"`
	}
	pier struct {
		ID     int64 `rest:"id,readonly"`
		Closed bool  `rest:"closed" default:"false"`
	}
)

// squadrons nest what gives rights to them beside other rows: alice and bob are first leaders of squadron 1 in the scenarios.
func squadrons() *rest.Set {
	first := func(path string) permission.Rule {
		return permission.Any(permission.Admin, permission.Along(path, permission.Me("user"), permission.Is("rank", "first")))
	}
	writes := func(rule permission.Rule) permission.Rule {
		return permission.By{Read: permission.SignedIn, Write: rule}
	}
	return rest.NewSet("squadrons",
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
		rest.ViewSet[squadron]{Path: "/squadrons/", Access: writes(permission.All(first("rows"), permission.Not(permission.Is("piers.closed", true))))},
		rest.ViewSet[squadron]{Path: "/wings/", Name: "wing", Access: permission.SignedIn}, // whose leaders have their rule
		rest.ViewSet[leader]{
			Path: "/leaders/", Access: writes(permission.Any(first("squadron.rows"), permission.Me("user"))), Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
			Serializer: rest.Serializer[leader]{BeforeUpdate: countLeaders, BeforeCreate: countLeaders},
		},
		rest.ViewSet[vessel]{Path: "/vessels/", Access: writes(first("squadron.rows"))},
		rest.ViewSet[berth]{Path: "/berths/", Access: writes(first("vessel.squadron.rows"))},
		rest.ViewSet[pier]{Path: "/piers/", Access: permission.SignedIn},
	)
}

// countLeaders reads the leaders, so that those before it in a list are stored.
func countLeaders(call *rest.Call, _ *leader) error {
	_, err := rest.Rows[leader](call).Count()
	return err
}
