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
