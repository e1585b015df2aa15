// Tests of addresses, references across resources, and tables that several types share.

package rest_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
)

type (
	Member struct {
		ID    int64                 `rest:"url,readonly,link" db:"id"`
		Clubs rest.ManyToMany[Club] `rest:"clubs,optional,link"`
	}
	Club struct {
		ID int64 `rest:"url,readonly,link" db:"id"`
	}
)

func compiled(t testing.TB, set *rest.Set) *plan.Plan {
	t.Helper()
	plan, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func clubs(t testing.TB, pattern string) func(string) (schema.Key, string) {
	plan := compiled(t, rest.NewSet("clubs",
		rest.ViewSet[Member]{Path: "/members/"},
		rest.ViewSet[Club]{Path: "/my/clubs/", LookupPattern: pattern},
	).Access(permission.Anyone))
	f := plan.Resources[0].Type.ByWire("clubs")
	if f.LinkPath != "/my/clubs/" {
		t.Fatalf("addresses lead into %q, want /my/clubs/", f.LinkPath)
	}
	return f.Relation.Resolve
}

// Only the path counts of an address that a client sends.
func TestResolve(t *testing.T) {
	const noMatch, incorrect, missing = "Invalid hyperlink - No URL match.", "Invalid hyperlink - Incorrect URL match.", "Invalid hyperlink - Object does not exist."
	tests := []struct {
		address string
		id      int64
		problem string
	}{
		{"/my/clubs/7/", 7, ""},
		{"/my/clubs/007/", 7, ""},
		{"http://other.example:99/my/clubs/7/", 7, ""},
		{"https://user@host/my/clubs/7/?x=1#y", 7, ""},
		{"gopher://host/my/clubs/7/", 7, ""},
		{"/my/clubs/%37/", 7, ""},
		{"http://host/my/cl%75bs/7/", 7, ""},
		{"/my/clubs/9223372036854775807/", 9223372036854775807, ""},
		{"/my/clubs/9223372036854775808/", 0, missing},
		{"/my/clubs/0/", 0, missing},
		{"/my/clubs/abc/", 0, missing},
		{"/my/clubs/-1/", 0, missing},
		{"/my/clubs/", 0, incorrect},
		{"/members/", 0, incorrect},
		{"/members/1/", 0, incorrect},
		{"/", 0, incorrect},
		{"http://host/", 0, incorrect},
		{"/api-auth/login/", 0, incorrect},
		{"/my/", 0, noMatch},
		{"/my/clubs/7", 0, noMatch},
		{"/my/clubs/7/8/", 0, noMatch},
		{"/my/clubs//", 0, noMatch},
		{"/my/clubs/7/?x=1", 0, noMatch},
		{"/my/clubs/7/?next=http://host/", 0, noMatch},
		{"//host/my/clubs/7/", 0, noMatch},
		{" /my/clubs/7/", 0, noMatch},
		{"my/clubs/7/", 0, noMatch},
		{"7", 0, noMatch},
		{"", 0, noMatch},
		{"http://[::1/my/clubs/7/", 0, noMatch},
		{"http://host/%zz", 0, noMatch},
		{"%zz", 0, noMatch},
	}
	resolve := clubs(t, "")
	for _, tt := range tests {
		if key, problem := resolve(tt.address); key != schema.NumberKey(tt.id) || problem != tt.problem {
			t.Errorf("%q: %v, %q, want %d, %q", tt.address, key, problem, tt.id, tt.problem)
		}
	}
	if _, problem := clubs(t, "[0-9]+")("/my/clubs/abc/"); problem != noMatch {
		t.Errorf("where keys are digits, a word says %q, want %q", problem, noMatch)
	}
}

func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"/my/clubs/7/", "http://h/my/clubs/7/", "://", "%", "//", "http://[", "/my/clubs/99999999999999999999/"} {
		f.Add(seed)
	}
	resolve := clubs(f, "")
	f.Fuzz(func(t *testing.T, address string) {
		defer stopwatch.Input(t)()
		key, problem := resolve(address)
		id := key.Number()
		if (id > 0) == (problem != "") || id < 0 || id > 0 && !strings.Contains(address, "/") {
			t.Errorf("%q: %d, %q", address, id, problem)
		}
	})
}

// Types that refer to each other, and to themselves, are compiled once each.
func TestCompileCycles(t *testing.T) {
	plan := compiled(t, rest.NewSet("cycles", rest.ViewSet[Knot]{Path: "/knots/"}, rest.ViewSet[Rope]{Path: "/ropes/"}).Access(permission.Anyone))
	knot := plan.Resources[0].Type
	if got := knot.ByWire("up").Relation.Type; got != knot {
		t.Errorf("up leads to %p, want the type itself, %p", got, knot)
	}
	if got := knot.ByWire("down").Relation.By; got != knot.ByWire("up") {
		t.Errorf("down goes by %v, want up", got)
	}
	rope := knot.ByWire("rope").Relation.Type
	if got := rope.ByWire("knots").Relation.By; got == nil || got.Go != "Rope" {
		t.Errorf("the knots of a rope go by %v, want Rope", got)
	}
	var names []string
	for _, table := range plan.Tables {
		names = append(names, table.Name)
	}
	if got, want := strings.Join(names, " "), "groups knots knots_near ropes users"; got != want {
		t.Errorf("tables are %q, want %q", got, want)
	}
}

type (
	Knot struct {
		ID   int64                 `rest:"id,readonly"`
		Up   rest.BelongsTo[Knot]  `rest:"up,optional"`
		Down rest.HasMany[Knot]    `rest:"down,readonly"`
		Near rest.ManyToMany[Knot] `rest:"near,optional"`
		Rope rest.BelongsTo[Rope]  `rest:"rope"`
	}
	Rope struct {
		ID    int64              `rest:"id,readonly"`
		Knots rest.HasMany[Knot] `rest:"knots,readonly"`
	}
)

// One struct may be two resources, and two structs one table; a HasMany finds its way back
// through either.
func TestCompileSharedTables(t *testing.T) {
	type person struct {
		ID       int64               `rest:"url,readonly,link" db:"id"`
		Username string              `rest:"username,unique" validate:"max=100"`
		Papers   rest.HasMany[Paper] `rest:"papers,readonly,link"`
	}
	plan := compiled(t, rest.NewSet("shared",
		rest.ViewSet[Paper]{Path: "/papers/", Actions: rest.ReadOnly},
		rest.ViewSet[Paper]{Path: "/drafts/", Name: "Draft", Serializer: rest.Serializer[Paper]{Messages: map[string]string{"title.blank": "Name it."}}},
		rest.ViewSet[person]{Path: "/people/", Table: "users"},
	).Access(permission.Anyone))
	papers, drafts, people := plan.Resources[0], plan.Resources[1], plan.Resources[2]
	if papers.Type == drafts.Type || papers.Type.Table != drafts.Type.Table || drafts.Name != "Draft" {
		t.Errorf("papers and drafts are %s and %s", papers.Type.Name, drafts.Type.Name)
	}
	if papers.Type.Key.LinkPath != "/papers/" || drafts.Type.Key.LinkPath != "/drafts/" {
		t.Errorf("records are linked below %q and %q", papers.Type.Key.LinkPath, drafts.Type.Key.LinkPath)
	}
	field := people.Type.ByWire("papers")
	if field.LinkPath != "/papers/" || field.Relation.By == nil || field.Relation.By.Go != "Author" {
		t.Errorf("papers of people are below %q, by %v", field.LinkPath, field.Relation.By)
	}
	_, problems := drafts.Type.Bind(schema.Input{Value: map[string]any{"title": ""}}, schema.Modify)
	if got := problems.Get("title"); len(got) != 1 || got[0] != "Name it." {
		t.Errorf("a blank title says %q, want Name it.", got)
	}
}

type Paper struct {
	ID     int64                     `rest:"url,readonly,link" db:"id"`
	Title  string                    `rest:"title"`
	Author rest.BelongsTo[auth.User] `rest:"author"`
}

// What a rule may look at is read with a representation.
func TestReads(t *testing.T) {
	type note struct {
		ID     int64                     `rest:"id,readonly"`
		Title  string                    `rest:"title"`
		Public bool                      `rest:"-" default:"false"`
		Token  string                    `rest:"-" default:""`
		Owner  rest.BelongsTo[auth.User] `rest:"-"`
	}
	byOwner := rest.Field(func(n *note) *rest.BelongsTo[auth.User] { return &n.Owner })
	lucky := permission.RowFunc("lucky", func(permission.Request, any) bool { return true })
	weekday := permission.RequestFunc("weekday", func(permission.Request) bool { panic("no clock yet") })
	tests := []struct {
		rule permission.Rule
		want string
	}{
		{permission.SignedIn, "ID Title Owner"},
		{permission.All(permission.SignedIn, permission.Any(permission.Owner, permission.Is("public", true))), "ID Title Owner Public"},
		{permission.Any(permission.ReadOnly, permission.All(permission.SignedIn, lucky)), "ID Title Owner Public Token"},
		{permission.All(permission.SignedIn, weekday), "ID Title Owner"},
		{permission.Any(permission.ReadOnly, permission.All(permission.RequestFunc("one user", func(q permission.Request) bool { return q.User != nil && q.User.UserID() == 7 }), lucky)), "ID Title Owner Public Token"},
	}
	for _, tt := range tests {
		plan := compiled(t, rest.NewSet("notes", rest.ViewSet[note]{Path: "/notes/", Access: tt.rule, Owner: byOwner}))
		var got []string
		for _, f := range plan.Resources[0].Reads {
			got = append(got, f.Go)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s reads %q, want %q", permission.String(tt.rule), got, tt.want)
		}
	}
}

// What a view set leaves out has a useful value.
func TestEndpointDefaults(t *testing.T) {
	plan := compiled(t, rest.NewSet("clubs", rest.ViewSet[Club]{Path: "/my/clubs/"}).Access(permission.Admin))
	e := plan.Resources[0]
	if plan.Root[0].Name != "my/clubs" || e.Name != "Club" || e.ListName != "Club List" || e.RecordName != "Club Instance" {
		t.Errorf("names are %q %q %q %q", plan.Root[0].Name, e.Name, e.ListName, e.RecordName)
	}
	if e.Actions != rest.Everything || len(e.Order) != 1 || e.Order[0].Field != e.Type.Key || e.Title != e.Type.Key {
		t.Errorf("actions are %b, order %v, title %v", e.Actions, e.Order, e.Title)
	}
	if permission.String(e.Access) != "admin" || plan.Access != permission.Admin {
		t.Errorf("access is %s, of the root %s, want admin", permission.String(e.Access), permission.String(plan.Access))
	}
}
