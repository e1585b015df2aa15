package auth_test

import (
	"slices"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
)

// row is a row of a table with the columns of columnNames.
type row struct {
	owner  int64
	values []any
}

func (r row) OwnerID() int64       { return r.owner }
func (r row) Column(index int) any { return r.values[index] }
func (r row) Value() any           { return r }

var columnNames = []string{"published", "status", "rank"}

func column(name string) (int, bool) {
	i := slices.Index(columnNames, name)
	return i, i >= 0
}

// bound binds a rule whose columns are all known.
func bound(t testing.TB, rule auth.Rule) auth.Rule {
	t.Helper()
	rule, unknown := auth.Bind(rule, column)
	if unknown != nil {
		t.Fatalf("Bind does not know %q", unknown)
	}
	return rule
}

var (
	nobody *auth.User
	bob    = &auth.User{ID: 7, Username: "bob", Active: true}
	root   = &auth.User{ID: 8, Username: "root", Active: true, Admin: true}
)

func isRanked(_ auth.Request, r any) bool { return r.(row).values[2] != nil }
func isRoot(q auth.Request) bool          { return q.User != nil && q.User.Username == "root" }

func TestReduce(t *testing.T) {
	published := auth.Equal("published", true)
	ranked := auth.RowFunc("ranked", isRanked)
	tests := []struct {
		rule   auth.Rule
		text   string
		shapes [4]string // anonymous safe; anonymous unsafe; bob safe; root unsafe
	}{
		{nil, "anyone", [4]string{"", "", "", ""}},
		{auth.Anyone, "anyone", [4]string{"", "", "", ""}},
		{auth.Nobody, "nobody", [4]string{"false", "false", "false", "false"}},
		{auth.SignedIn, "signed in", [4]string{"false", "false", "", ""}},
		{auth.Admin, "admin", [4]string{"false", "false", "false", ""}},
		{auth.ReadOnly, "read only", [4]string{"", "false", "", "false"}},
		{auth.Owner, "owner", [4]string{"false", "false", "owner", "owner"}},
		{auth.SignedInOrReadOnly, "signed in or read only", [4]string{"", "false", "", ""}},
		{auth.OwnerOrReadOnly, "owner or read only", [4]string{"", "false", "", "owner"}},
		{
			auth.All(auth.SignedInOrReadOnly, auth.OwnerOrReadOnly),
			"all(signed in or read only, owner or read only)",
			[4]string{"", "false", "", "owner"},
		},
		{auth.All(), "all()", [4]string{"", "", "", ""}},
		{auth.AnyOf(), "any()", [4]string{"false", "false", "false", "false"}},
		{auth.All(nil, auth.SignedIn), "all(anyone, signed in)", [4]string{"false", "false", "", ""}},
		{
			auth.AnyOf(auth.Admin, auth.Owner, published),
			"any(admin, owner, published = true)",
			[4]string{"eq:published", "eq:published", "or(owner,eq:published)", ""},
		},
		{
			auth.All(auth.Not(auth.Equal("status", "draft")), auth.Equal("rank", nil)),
			`all(not(status = "draft"), rank = <nil>)`,
			[4]string{
				"and(not(eq:status),null:rank)", "and(not(eq:status),null:rank)",
				"and(not(eq:status),null:rank)", "and(not(eq:status),null:rank)",
			},
		},
		{auth.Not(auth.Not(published)), "not(not(published = true))", [4]string{"eq:published", "eq:published", "eq:published", "eq:published"}},
		{auth.Not(auth.Owner), "not(owner)", [4]string{"", "", "not(owner)", "not(owner)"}},
		{auth.Not(nil), "not(anyone)", [4]string{"false", "false", "false", "false"}},
		{auth.All(auth.ReadOnly, ranked), "all(read only, ranked)", [4]string{"func:ranked", "false", "func:ranked", "false"}},
		{auth.All(auth.RequestFunc("root", isRoot), published), "all(root, published = true)", [4]string{"false", "false", "false", "eq:published"}},
	}
	for _, tt := range tests {
		if got := auth.String(tt.rule); got != tt.text {
			t.Errorf("String = %q, want %q", got, tt.text)
		}
		rule := bound(t, tt.rule)
		for i, q := range []auth.Request{
			{User: nobody, Safe: true},
			{User: nobody},
			{User: bob, Safe: true},
			{User: root},
		} {
			if got := auth.Reduce(rule, q).Shape(); got != tt.shapes[i] {
				t.Errorf("Reduce(%s, user %v, safe %v) has shape %q, want %q", tt.text, q.User, q.Safe, got, tt.shapes[i])
			}
		}
	}
}

func TestZeroCondAllowsNothing(t *testing.T) {
	var c auth.Cond
	if c.Op != auth.False || c.Holds(nil) || c.Shape() != "false" {
		t.Errorf("the zero Cond is %v, want False", c)
	}
}

func TestCondArgs(t *testing.T) {
	rule := bound(t, auth.AnyOf(auth.Equal("status", "open"), auth.All(auth.Equal("rank", nil), auth.Owner)))
	c := auth.Reduce(rule, auth.Request{User: bob})
	if got, want := c.Shape(), "or(eq:status,and(null:rank,owner))"; got != want {
		t.Errorf("Shape = %q, want %q", got, want)
	}
	if got, want := c.Args(), []any{"open", int64(7)}; !slices.Equal(got, want) {
		t.Errorf("Args = %v, want %v", got, want)
	}
}

func TestEqualHolds(t *testing.T) {
	type status string
	text, noText := "open", (*string)(nil)
	noon := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		value, column any
		want          bool
	}{
		{true, true, true},
		{true, false, false},
		{true, int64(1), false},
		{1, int64(1), true},
		{int32(1), uint8(1), true},
		{1, 1.0, true},
		{1.5, float32(1.5), true},
		{1, 1.5, false},
		{uint64(1 << 63), uint64(1 << 63), true},
		{uint64(1 << 63), int64(-1 << 63), false},
		{status("open"), "open", true},
		{"open", status("open"), true},
		{"open", &text, true},
		{"open", "Open", false},
		{"1", 1, false},
		{"open", noText, false},
		{"open", nil, false},
		{nil, noText, true},
		{nil, nil, true},
		{nil, "", false},
		{noText, nil, true},
		{noon, noon.In(time.FixedZone("", 3600)), true},
		{noon, noon.Add(1), false},
		{[]byte("a"), []byte("a"), true},
		{[]byte("a"), "a", false},
	}
	for _, tt := range tests {
		rule := bound(t, auth.Equal("status", tt.value))
		r := row{values: []any{nil, tt.column, nil}}
		for _, rule := range []auth.Rule{rule, auth.Not(auth.Not(rule))} {
			if got := auth.Reduce(rule, auth.Request{}).Holds(r); got != tt.want {
				t.Errorf("%s holds for %#v: %v, want %v", auth.String(rule), tt.column, got, tt.want)
			}
		}
	}
}

func TestInspect(t *testing.T) {
	ranked := auth.RowFunc("ranked", isRanked)
	weekday := auth.RequestFunc("weekday", func(auth.Request) bool { panic("called") })
	published := auth.Equal("published", true)
	tests := []struct {
		rule       auth.Rule
		needsOwner bool
		columns    []string
		withoutSQL []string
	}{
		{rule: nil},
		{rule: auth.SignedIn},
		{rule: auth.Owner, needsOwner: true},
		{rule: auth.All(auth.SignedInOrReadOnly, auth.OwnerOrReadOnly), needsOwner: true},
		{rule: auth.Not(auth.AnyOf(nil, auth.Owner)), needsOwner: true},
		{rule: auth.AnyOf(published, auth.Not(published), auth.Equal("rank", 1)), columns: []string{"published", "rank"}},
		{rule: ranked, withoutSQL: []string{"ranked"}},
		{rule: auth.AnyOf(auth.ReadOnly, ranked)},
		{rule: auth.All(auth.Not(auth.ReadOnly), ranked)},
		{rule: auth.All(auth.Admin, ranked, ranked), withoutSQL: []string{"ranked"}},
		{rule: auth.AnyOf(auth.SignedIn, ranked), withoutSQL: []string{"ranked"}}, // for anonymous requests
		{rule: auth.AnyOf(auth.SignedIn, auth.Not(auth.SignedIn), ranked)},
		{rule: auth.All(auth.Owner, auth.Not(ranked)), needsOwner: true, withoutSQL: []string{"ranked"}},
		{rule: auth.All(weekday, ranked), withoutSQL: []string{"ranked"}},
		{rule: auth.AnyOf(auth.Not(weekday), auth.Owner), needsOwner: true},
	}
	for _, tt := range tests {
		if got := auth.NeedsOwner(tt.rule); got != tt.needsOwner {
			t.Errorf("NeedsOwner(%s) = %v, want %v", auth.String(tt.rule), got, tt.needsOwner)
		}
		if got := auth.Columns(tt.rule); !slices.Equal(got, tt.columns) {
			t.Errorf("Columns(%s) = %q, want %q", auth.String(tt.rule), got, tt.columns)
		}
		if got := auth.WithoutSQL(tt.rule); !slices.Equal(got, tt.withoutSQL) {
			t.Errorf("WithoutSQL(%s) = %q, want %q", auth.String(tt.rule), got, tt.withoutSQL)
		}
	}
}

func TestBindReportsUnknownColumns(t *testing.T) {
	rule := auth.All(auth.Equal("nope", 1), auth.Not(auth.AnyOf(auth.Equal("none", 1), auth.Equal("nope", 2))), auth.Equal("rank", 1))
	bound, unknown := auth.Bind(rule, column)
	if want := []string{"nope", "none"}; !slices.Equal(unknown, want) {
		t.Errorf("Bind does not know %q, want %q", unknown, want)
	}
	if got, want := auth.String(bound), auth.String(rule); got != want {
		t.Errorf("Bind made %s of %s", got, want)
	}
}

func TestReduceDoesNotAllocate(t *testing.T) {
	rule := bound(t, auth.All(auth.SignedInOrReadOnly, auth.OwnerOrReadOnly))
	for _, q := range []auth.Request{{Safe: true}, {User: bob, Safe: true}, {}} {
		var c auth.Cond
		if got := testing.AllocsPerRun(100, func() { c = auth.Reduce(rule, q) }); got != 0 {
			t.Errorf("Reduce for user %v, safe %v allocates %v times, want 0 (result %v)", q.User, q.Safe, got, c.Op)
		}
	}
}

func BenchmarkReduce(b *testing.B) {
	rule := bound(b, auth.All(auth.SignedInOrReadOnly, auth.OwnerOrReadOnly))
	for name, q := range map[string]auth.Request{"safe": {Safe: true}, "owner": {User: bob}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				auth.Reduce(rule, q)
			}
		})
	}
}
