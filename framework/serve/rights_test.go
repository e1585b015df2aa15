package serve_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
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
		Squadron rest.BelongsTo[squadron]  `rest:"squadron,ondelete=cascade,filter"`
		User     rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Rank     string                    `rest:"rank" validate:"oneof=first second"`
	}
	leaderRow struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Rank string                    `rest:"rank"`
	}
	// fleet takes vessels from others, and gives none away by itself.
	fleet struct {
		ID      int64                  `rest:"id,readonly"`
		Vessels rest.Nested[vesselKey] `rest:"vessels,of=all,nested=link,optional,order=id"`
	}
	vesselKey struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,readonly"`
	}
	vessel struct {
		ID       int64                    `rest:"id,readonly"`
		Squadron rest.BelongsTo[squadron] `rest:"squadron"`
		Name     string                   `rest:"name"`
		Pier     rest.BelongsTo[pier]     `rest:"pier,optional"`
		Rows     rest.HasMany[berth]      `rest:"-"`
	}
	vesselRow struct {
		ID     int64                 `rest:"id,readonly"`
		Name   string                `rest:"name"`
		Pier   rest.BelongsTo[pier]  `rest:"pier,optional"`
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
		ID       int64                    `rest:"id,readonly"`
		Squadron rest.BelongsTo[squadron] `rest:"squadron"` // whose first leaders see it
		Closed   bool                     `rest:"closed" default:"false"`
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
		rest.ViewSet[squadron]{Path: "/fleets/", Name: "fleet", Access: permission.SignedIn, Actions: rest.List | rest.Retrieve | rest.Modify, Shapes: rest.Shapes{
			List: rest.As[fleet](), Retrieve: rest.As[fleet](), Update: rest.As[fleet](),
		}},
		rest.ViewSet[leader]{
			Path: "/leaders/", Access: writes(permission.Any(first("squadron.rows"), permission.Me("user"))), Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true},
			Serializer: rest.Serializer[leader]{BeforeUpdate: countLeaders, BeforeCreate: countLeaders},
		},
		rest.ViewSet[vessel]{Path: "/vessels/", Access: writes(first("squadron.rows"))},
		rest.ViewSet[berth]{Path: "/berths/", Access: writes(first("vessel.squadron.rows"))},
		rest.ViewSet[pier]{Path: "/piers/", Access: first("squadron.rows")},
	).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

// ferry is a new barge whose chores stand before the members.
type (
	ferry struct {
		Name   string                  `rest:"name"`
		Chores rest.Nested[ferryChore] `rest:"chores,of=tasks,nested=link,optional"`
		Who    rest.Nested[ferryRole]  `rest:"members,of=rows,nested=merge,optional"`
	}
	ferryChore struct {
		ID int64 `rest:"id,readonly"`
	}
	ferryRole struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Role string                    `rest:"role"`
	}
)

// openCrews are barges to which everybody may add members; their captains write the chores.
func openCrews() *rest.Set {
	captain := permission.Along("crew.rows", permission.Me("user"), permission.Is("role", "captain"))
	return rest.NewSet("crews",
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
		rest.ViewSet[sets.Barge]{Path: "/crews/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}}, rest.ViewSet[sets.CrewMember]{Path: "/members/"},
		rest.ViewSet[sets.Barge]{Path: "/ferries/", Name: "ferry", Actions: rest.Create, Shapes: rest.Shapes{Create: rest.As[ferry]()}},
		rest.ViewSet[sets.CrewChore]{Path: "/chores/", Access: permission.By{Read: permission.SignedIn, Write: permission.Because("Only captains may.", captain)}},
	).Access(permission.SignedIn)
}

// countLeaders reads the leaders, so that those before it in a list are stored.
func countLeaders(call *rest.Call, _ *leader) error {
	_, err := rest.Rows[leader](call).Count()
	return err
}

// What the code of a team changes beside a row counts as it was before: in hooks around new rows and changes, and in actions.
func TestRightsBeforeHooks(t *testing.T) {
	asked := func(call *rest.Call, c *sets.CrewChore) error {
		members := rest.Rows[sets.CrewMember](call)
		own, err := members.First(predicate.Eq("user.username", call.User().Username), predicate.Eq("crew", 1))
		if err != nil || c.Text == "a" {
			return err
		}
		own.Role = c.Text
		return members.Update(own)
	}
	move := func(call *rest.Call, c *sets.CrewChore, in choreMove) (*sets.CrewChore, error) {
		c.Crew.ID, c.Text = 1, in.Text
		return c, asked(call, c)
	}
	captain := permission.Along("crew.rows", permission.Me("user"), permission.Is("role", "captain"))
	set := func() *rest.Set {
		return rest.NewSet("moved",
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
			rest.ViewSet[sets.Barge]{Path: "/crews/", Access: permission.SignedIn}, rest.ViewSet[sets.CrewMember]{Path: "/members/", Access: permission.SignedIn},
			rest.ViewSet[sets.CrewChore]{
				Path: "/chores/", Access: permission.By{Read: permission.SignedIn, Write: captain}, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
				Serializer: rest.Serializer[sets.CrewChore]{BeforeCreate: asked, BeforeUpdate: asked},
				Extra:      []rest.Action{rest.OnRecord("move", move)},
			},
		)
	}
	for _, tt := range []struct{ name, role, request, want string }{
		{"a create that leaves", "captain", `POST /chores/ {"crew":1,"text":"mate"}`, `201`},
		{"a create that rises", "mate", `POST /chores/ {"crew":1,"text":"captain"}`, `403`},
		{"a list that leaves", "captain", `POST /chores/ [{"crew":1,"text":"a"},{"crew":1,"text":"mate"},{"crew":1,"text":"a"}]`, `201`},
		{"a list that rises", "mate", `POST /chores/ [{"crew":1,"text":"captain"},{"crew":1,"text":"a"}]`, `403`},
		{"a change that leaves", "captain", `PATCH /chores/1/ {"crew":1,"text":"mate"}`, `200`},
		{"a change that rises", "mate", `PATCH /chores/1/ {"crew":1,"text":"captain"}`, `403`},
		{"changes that leave", "captain", `PATCH /chores/ [{"id":2,"text":"mate"},{"id":1,"crew":1,"text":"a"}]`, `200`},
		{"changes that rise", "mate", `PATCH /chores/ [{"id":2,"text":"captain"},{"id":1,"crew":1,"text":"a"}]`, `403`},
		{"an action that leaves", "captain", `POST /chores/1/move/ {"text":"mate"}`, `200`},
		{"an action that rises", "mate", `POST /chores/1/move/ {"text":"captain"}`, `403`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				s := server.New(t, server.Config{Set: set, Basic: true, Options: serve.Options{Now: time.Now}}, address)
				for _, crew := range []string{"1", "2"} {
					server.Must(t, s, "POST", "/crews/", "admin", `{"name":"`+crew+`"}`)
					server.Must(t, s, "POST", "/members/", "admin", `{"crew":`+crew+`,"user":"alice","role":"captain"}`)
				}
				for range 2 {
					server.Must(t, s, "POST", "/chores/", "alice", `{"crew":2,"text":"a"}`)
				}
				server.Must(t, s, "PATCH", "/members/1/", "admin", `{"role":"`+tt.role+`"}`)
				word := strings.SplitN(tt.request, " ", 3)
				status, got := server.Call(s, word[0], word[1], "alice", word[2])
				if fmt.Sprint(status) != tt.want {
					t.Errorf("%s: got %d %s, want %s", tt.request, status, got, tt.want)
				}
			})
		})
	}
}

type (
	// club has people, who write its notes.
	club struct {
		ID     int64                    `rest:"id,readonly"`
		People rest.ManyToMany[clubber] `rest:"people,optional,through=clubbers_of_clubs"`
	}
	clubber struct {
		ID    int64                     `rest:"id,readonly"`
		User  rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Clubs rest.ManyToMany[club]     `rest:"clubs,optional,through=clubbers_of_clubs"`
		Rows  rest.HasMany[clubNote]    `rest:"-"`
		Notes rest.Nested[clubNoteRow]  `rest:"notes,of=rows,nested=merge,optional"`
	}
	clubNote struct {
		ID   int64                   `rest:"id,readonly"`
		By   rest.BelongsTo[clubber] `rest:"by"`
		Club rest.BelongsTo[club]    `rest:"club"`
	}
	clubNoteRow struct {
		ID   int64                `rest:"id,readonly"`
		Club rest.BelongsTo[club] `rest:"club"`
	}
)

// clubs join their people by pairs, which both sides show.
func clubs() *rest.Set {
	return rest.NewSet("clubs",
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly}, rest.ViewSet[club]{Path: "/clubs/"}, rest.ViewSet[clubber]{Path: "/clubbers/"},
		rest.ViewSet[clubNote]{Path: "/notes/", Access: permission.By{Read: permission.SignedIn, Write: permission.Me("club.people.user")}},
	).Access(permission.SignedIn)
}

type choreMove struct {
	Text string `rest:"text"`
}

// Nested rows are made by the rule of a create, and changed by that of a change, as rows of a request are.
func TestRulesOfNestedCreates(t *testing.T) {
	first := permission.Along("squadron.rows", permission.Me("user"), permission.Is("rank", "first"))
	for _, tt := range []struct {
		name            string
		rule            permission.By
		creates, change bool
	}{
		{"create", permission.By{Read: permission.SignedIn, Write: permission.SignedIn, Create: first}, false, true},
		{"change", permission.By{Read: permission.SignedIn, Write: first, Create: permission.SignedIn}, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := func() *rest.Set {
				return rest.NewSet("vessels",
					rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
					rest.ViewSet[squadron]{Path: "/squadrons/"}, rest.ViewSet[leader]{Path: "/leaders/"}, rest.ViewSet[vessel]{Path: "/vessels/", Access: tt.rule},
					rest.ViewSet[berth]{Path: "/berths/"}, rest.ViewSet[pier]{Path: "/piers/"},
				).Access(permission.SignedIn)
			}
			server.OnBoth(t, func(t *testing.T, address string) {
				s := server.New(t, server.Config{Set: set, Basic: true, Options: serve.Options{Now: time.Now}}, address)
				server.Must(t, s, "POST", "/squadrons/", "alice", `{"name":"one","leaders":[{"user":"bob","rank":"first"}]}`)
				server.Must(t, s, "POST", "/squadrons/", "alice", `{"name":"two","leaders":[{"user":"bob","rank":"first"}],"vessels":[]}`)
				vessel := `{"squadron":1,"name":"a"}`
				if !tt.creates {
					server.Must(t, s, "POST", "/vessels/", "bob", vessel)
				} else {
					server.Must(t, s, "POST", "/vessels/", "alice", vessel)
				}
				for _, request := range []struct {
					path, body string
					may        bool
				}{
					{"/squadrons/2/", `{"vessels":[{"name":"b"}]}`, tt.creates},
					{"/squadrons/1/", `{"vessels":[{"id":1,"name":"b"}]}`, tt.change},
					{"/squadrons/1/", `{"vessels":[{"id":1,"name":"c"},{"name":"d"}]}`, tt.creates && tt.change},
				} {
					if status, got := server.Call(s, "PATCH", request.path, "alice", request.body); status == 200 != request.may {
						t.Errorf("PATCH %s %s: got %d %s", request.path, request.body, status, got)
					}
				}
			})
		})
	}
}

type (
	// tome has values, whose owners write its tables: the names of both are words of SQL.
	tome struct {
		ID     int64                 `rest:"id,readonly"`
		Rows   rest.HasMany[value]   `rest:"-"`
		Values rest.Nested[valueRow] `rest:"values,of=rows,nested=merge,optional"`
		All    rest.HasMany[check]   `rest:"-"`
		Tables rest.Nested[checkRow] `rest:"checks,of=all,nested=merge,optional"`
	}
	value struct {
		ID    int64                     `rest:"id,readonly"`
		Tome  rest.BelongsTo[tome]      `rest:"tome"`
		Owner rest.BelongsTo[auth.User] `rest:"owner,show=username"`
	}
	valueRow struct {
		ID    int64                     `rest:"id,readonly"`
		Owner rest.BelongsTo[auth.User] `rest:"owner,show=username"`
	}
	check struct {
		ID   int64                `rest:"id,readonly"`
		Tome rest.BelongsTo[tome] `rest:"tome"`
		Text string               `rest:"text"`
	}
	checkRow struct {
		ID   int64  `rest:"id,readonly"`
		Text string `rest:"text"`
	}
)

// Former rows are those of tables with any name.
func TestRightsAlongWordsOfSQL(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("tomes",
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly}, rest.ViewSet[tome]{Path: "/tomes/"}, rest.ViewSet[value]{Path: "/values/"},
			rest.ViewSet[check]{Path: "/checks/", Access: permission.By{Read: permission.SignedIn, Write: permission.Me("tome.rows.owner")}},
		).Access(permission.SignedIn)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Basic: true, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/tomes/", "alice", `{"values":[{"owner":"alice"}],"checks":[{"text":"a"}]}`)
		server.Must(t, s, "PATCH", "/tomes/1/", "alice", `{"values":[{"id":1,"owner":"bob"}],"checks":[{"text":"b"}]}`)
		if status, got := server.Call(s, "PATCH", "/tomes/1/", "alice", `{"values":[{"owner":"alice"}],"checks":[{"text":"c"}]}`); status != 403 {
			t.Errorf("PATCH: got %d %s, want 403", status, got)
		}
	})
}

// A request that changes more rows than a transaction keeps former states of is refused, if a rule depends on these.
func TestTooManyFormerStates(t *testing.T) {
	sink := func(call *rest.Call, c *sets.CrewChore) error {
		if c.Text != "sink" {
			return nil
		}
		return rest.Rows[sets.Barge](call).Delete(3)
	}
	set := func() *rest.Set {
		return rest.NewSet("crews",
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly}, rest.ViewSet[sets.Barge]{Path: "/crews/"}, rest.ViewSet[sets.CrewMember]{Path: "/members/"},
			rest.ViewSet[sets.CrewChore]{
				Path: "/chores/", Access: permission.By{Read: permission.SignedIn, Write: permission.Me("crew.rows.user")},
				Serializer: rest.Serializer[sets.CrewChore]{BeforeUpdate: sink},
			},
		).Access(permission.SignedIn)
	}
	for _, tt := range []struct {
		name        string
		rows, bytes int
		want        int
	}{{"rows", 20_001, 1, 413}, {"bytes", 9, 1 << 20, 413}, {"neither", 1_000, 1_000, 200}} {
		t.Run(tt.name, func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				s := server.New(t, server.Config{Set: set, Basic: true, Options: serve.Options{Now: time.Now}}, address)
				for range 3 {
					server.Must(t, s, "POST", "/crews/", "alice", `{"name":"a","members":[{"user":"alice","role":"mate"}]}`)
				}
				server.Must(t, s, "POST", "/chores/", "alice", `{"crew":1,"text":"a"}`)
				text := fmt.Sprintf("printf('%%.*c', %d, 'x')", tt.bytes)
				if !strings.HasSuffix(address, ".sqlite") {
					if tt.rows > 10_000 {
						t.Skip("PostgreSQL takes 9 s to find the rows that go with the deleted one")
					}
					text = fmt.Sprintf("repeat('x', %d)", tt.bytes)
				}
				many := fmt.Sprintf("INSERT INTO crew_members (crew_id, user_id, role) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT 3, 1, %s FROM n", tt.rows, text)
				if _, err := server.Direct(t, address).Exec(many); err != nil {
					t.Fatal(err)
				}
				if status, got := server.Call(s, "PATCH", "/chores/1/", "alice", `{"crew":2,"text":"sink"}`); status != tt.want {
					t.Errorf("PATCH: got %d %s, want %d", status, got, tt.want)
				}
				if status, _ := server.Call(s, "GET", "/crews/3/?fields=id", "alice", ""); status == 404 != (tt.want == 200) {
					t.Errorf("GET /crews/3/: got %d after %d", status, tt.want)
				}
			})
		})
	}
}

// A request of several parts is permitted where each part by itself is: none of them gives or takes the right to another.
func TestRightsOfParts(t *testing.T) {
	parts := func(leader, other, vessel, berth, user string) [3][]string {
		keep := func(rank, otherRank string) string {
			return `"leaders":[{"id":` + leader + `,"user":"bob","rank":"` + rank + `"},{"id":` + other + `,"user":"alice","rank":"` + otherRank + `"}`
		}
		return [3][]string{
			{
				"", keep("second", "second") + "]", keep("first", "first") + "]", keep("first", "second") + `,{"user":"` + user + `","rank":"first"}]`,
				keep("second", "second") + `,{"user":"` + user + `","rank":"first"}]`, `"leaders":[]`,
			},
			{
				"", `"vessels":[{"id":` + vessel + `,"name":"x"}]`, `"vessels":[{"name":"x","berths":[{"size":2}]}]`,
				`"vessels":[{"id":` + vessel + `,"name":"a","berths":[{"id":` + berth + `,"size":9},{"size":2}]}]`,
			},
			{"", `"piers":[1]`, `"piers":[3]`},
		}
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: squadrons, Basic: true, Options: serve.Options{Now: time.Now}}, address)
		start, err := os.ReadFile("testdata/squadrons/start.steps")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(start)) {
			word := strings.SplitN(strings.TrimSpace(line), " ", 5)
			server.Must(t, s, word[0], word[1], word[3], word[4])
		}
		for _, user := range []string{"alice", "bob"} {
			for path, lists := range map[string][3][]string{
				"/wings/1/": parts("2", "1", "1", "1", user), "/wings/2/": parts("3", "4", "2", "2", user), "/squadrons/2/": parts("3", "4", "2", "2", user),
			} {
				alone := map[string]bool{}
				may := func(some ...string) (bool, string) {
					some = slices.DeleteFunc(some, func(part string) bool { return part == "" })
					w := server.SendAs(s, user, "PATCH", path, "{"+strings.Join(some, ",")+"}", "Content-Type", "application/json", "Prefer", "dry-run")
					return w.Code == 200, fmt.Sprint(w.Code, " ", w.Body)
				}
				for _, part := range slices.Concat(lists[0], lists[1], lists[2]) {
					alone[part], _ = may(part)
				}
				for _, a := range lists[0] {
					for _, b := range lists[1] {
						for _, c := range lists[2] {
							if got, answer := may(a, b, c); got != (alone[a] && alone[b] && alone[c]) {
								t.Errorf("%s PATCH %s {%s %s %s}: got %s, but %v, %v and %v alone", user, path, a, b, c, answer, alone[a], alone[b], alone[c])
							}
						}
					}
				}
			}
		}
	})
}
