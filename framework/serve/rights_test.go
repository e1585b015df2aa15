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

// crews is a service of them: alice and bob are captains of the first, and bob of the second, of which alice is a mate.
func crews(t *testing.T, address string) *purchases {
	t.Helper()
	writes := func(path string) permission.Rule {
		captain := permission.Along(path, permission.Me("user"), permission.Is("role", "captain"))
		return permission.By{Read: permission.SignedIn, Write: permission.Because("Only captains may.", permission.Any(permission.Admin, captain))}
	}
	set := func() *rest.Set {
		return rest.NewSet("crews",
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
			rest.ViewSet[barge]{Path: "/crews/", Access: writes("rows")},
			rest.ViewSet[barge]{Path: "/boats/", Name: "boat", Access: permission.SignedIn}, // whose members have their rule
			rest.ViewSet[crewMember]{Path: "/members/", Access: writes("crew.rows"), Bulk: rest.Bulk{Actions: rest.Modify}},
			rest.ViewSet[crewChore]{Path: "/chores/", Access: writes("crew.rows"), Bulk: rest.Bulk{Actions: rest.Modify}},
		)
	}
	s := &purchases{Server: server.New(t, server.Config{Set: set, Basic: true, Options: serve.Options{Now: time.Now}}, address)}
	for _, row := range [][2]string{
		{"/crews/", `{"name":"first"}`},
		{"/crews/", `{"name":"second"}`},
		{"/members/", `{"crew":1,"user":"alice","role":"captain"}`},
		{"/members/", `{"crew":1,"user":"bob","role":"captain"}`},
		{"/members/", `{"crew":2,"user":"bob","role":"captain"}`},
		{"/members/", `{"crew":2,"user":"alice","role":"mate"}`},
		{"/chores/", `{"crew":1,"text":"a"}`},
		{"/chores/", `{"crew":2,"text":"b"}`},
	} {
		server.Must(t, s, "POST", row[0], "admin", row[1])
	}
	return s
}

// The rule of a write sees the new values of the row, and the rights of everyone as they were before it.
func TestRightsBeforeWrite(t *testing.T) {
	const refused = `403 {"detail":"Only captains may."}`
	for _, tt := range []struct {
		name  string
		steps [][2]string
	}{
		{"a captain steps down", [][2]string{
			{`alice PATCH /members/1/ {"role":"mate"}`, `200 {"id":1,"crew":1,"user":"alice","role":"mate"}`},
			{`alice PATCH /members/1/ {"role":"captain"}`, refused},
		}},
		{"in a list, with others", [][2]string{
			{`alice PATCH /members/ [{"id":1,"role":"mate"},{"id":2,"role":"mate"}]`, `200 [{"id":1,"crew":1,"user":"alice","role":"mate"},{"id":2,"crew":1,"user":"bob","role":"mate"}]`},
			{`alice PATCH /members/ [{"id":1,"role":"captain"}]`, refused},
		}},
		{"as a nested row", [][2]string{
			{`alice PATCH /crews/1/ {"members":[{"id":1,"user":"alice","role":"mate"}]}`, `200 {"id":1,"name":"first","members":[{"id":1,"user":"alice","role":"mate"},{"id":2,"user":"bob","role":"captain"}],"chores":[{"id":1}]}`},
			{`alice PATCH /crews/1/ {"name":"x"}`, refused},
		}},
		{"a row is moved where its writer may not write", [][2]string{
			{`alice PATCH /chores/1/ {"crew":2}`, refused},
			{`alice PATCH /chores/ [{"id":1,"crew":2}]`, refused},
			{`alice PATCH /members/1/ {"crew":2}`, refused},
			{`alice PUT /members/1/ {"crew":2,"user":"alice","role":"captain"}`, refused},
			{`bob PATCH /chores/1/ {"crew":2}`, `200 {"id":1,"crew":2,"text":"a"}`},
			{`bob PATCH /chores/ [{"id":1,"crew":1},{"id":2,"crew":1}]`, `200 [{"id":1,"crew":1,"text":"a"},{"id":2,"crew":1,"text":"b"}]`},
		}},
		{"a row is taken from where its writer may not write", [][2]string{
			{`alice PATCH /crews/1/ {"chores":[{"id":1},{"id":2}]}`, `403 {"detail":"chores[1]: Only captains may."}`},
			{`bob PATCH /crews/1/ {"chores":[{"id":1},{"id":2}]}`, `200 {"id":1,"name":"first","members":[{"id":1,"user":"alice","role":"captain"},{"id":2,"user":"bob","role":"captain"}],"chores":[{"id":1},{"id":2}]}`},
		}},
		{"nested rows are changed by those who may not", [][2]string{
			{`alice PATCH /boats/2/ {"members":[{"id":3,"user":"bob","role":"mate"}]}`, `403 {"detail":"members[0]: Only captains may."}`},
			{`alice PATCH /boats/2/ {"members":[{"user":"alice","role":"captain"}]}`, `403 {"detail":"members[0]: Only captains may."}`},
		}},
		{"a row is made with a right to it", [][2]string{
			{`alice POST /members/ {"crew":2,"user":"alice","role":"captain"}`, refused},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				s := crews(t, address)
				for _, step := range tt.steps {
					s.do(t, step[0], step[1])
				}
			})
		})
	}
}

// Rows of one request are permitted before the first of them is written, also where each is written by itself.
func TestRightsBeforeLenientWrites(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := crews(t, address)
		w := server.SendAs(s, "alice", "PATCH", "/members/", `[{"id":1,"role":"mate"},{"id":2,"role":"mate"},{"id":3,"role":"mate"}]`, "Content-Type", "application/json", "Prefer", "handling=lenient")
		const want = `[{"status":200,"body":{"id":1,"crew":1,"user":"alice","role":"mate"}},{"status":200,"body":{"id":2,"crew":1,"user":"bob","role":"mate"}},{"status":403,"errors":{"detail":"Only captains may."}}]`
		if got := w.Body.String(); w.Code != 207 || got != want {
			t.Errorf("got %d %s, want 207 %s", w.Code, got, want)
		}
	})
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
