package serve_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	// barge has members, of whom its captains may change it, its members and its chores.
	barge struct {
		ID    int64                    `rest:"id,readonly"`
		Name  string                   `rest:"name"`
		Rows  rest.HasMany[crewMember] `rest:"-"`
		Who   rest.Nested[crewRole]    `rest:"members,of=rows,nested=merge,optional"`
		Tasks rest.HasMany[crewChore]  `rest:"-"`
		Links rest.Nested[crewTask]    `rest:"chores,of=tasks,nested=link,optional"`
	}
	crewMember struct {
		ID   int64                     `rest:"id,readonly"`
		Crew rest.BelongsTo[barge]     `rest:"crew,ondelete=cascade"`
		User rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Role string                    `rest:"role" validate:"oneof=captain mate"`
	}
	crewRole struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Role string                    `rest:"role"`
	}
	crewChore struct {
		ID   int64                 `rest:"id,readonly"`
		Crew rest.BelongsTo[barge] `rest:"crew,optional"`
		Text string                `rest:"text"`
	}
	crewTask struct {
		ID int64 `rest:"id,readonly"`
	}
)

// crews are barges, of which alice and bob are captains in the scenarios.
func crews() *rest.Set {
	writes := func(path string) permission.Rule {
		captain := permission.Along(path, permission.Me("user"), permission.Is("role", "captain"))
		return permission.By{Read: permission.SignedIn, Write: permission.Because("Only captains may.", permission.Any(permission.Admin, captain))}
	}
	return rest.NewSet("crews",
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
		rest.ViewSet[barge]{Path: "/crews/", Access: writes("rows")},
		rest.ViewSet[barge]{Path: "/boats/", Name: "boat", Access: permission.SignedIn}, // whose members have their rule
		rest.ViewSet[crewMember]{Path: "/members/", Access: writes("crew.rows"), Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[crewChore]{Path: "/chores/", Access: writes("crew.rows"), Bulk: rest.Bulk{Actions: rest.Modify}},
	)
}

// A row that a hook moves after it was written is asked about where it is now.
func TestRuleAfterMovingHook(t *testing.T) {
	set := func() *rest.Set {
		move := func(call *rest.Call, m *crewChore) error {
			m.Crew.ID = 2
			return rest.Rows[crewChore](call).Update(m)
		}
		captain := permission.Along("crew.rows", permission.Me("user"), permission.Is("role", "captain"))
		return rest.NewSet("moved",
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
			rest.ViewSet[barge]{Path: "/crews/", Access: permission.SignedIn}, rest.ViewSet[crewMember]{Path: "/members/", Access: permission.SignedIn},
			rest.ViewSet[crewChore]{
				Path: "/chores/", Access: permission.By{Read: permission.SignedIn, Write: captain}, Bulk: rest.Bulk{Actions: rest.Modify},
				Serializer: rest.Serializer[crewChore]{AfterUpdate: move},
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
