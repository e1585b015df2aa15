// Tests of rules, one by one.

package permission_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
)

// row is a row of a table with the columns of columnNames, of which the first is the owner.
type row []any

func (r row) Column(index int) any { return r[index] }
func (r row) Value() any           { return r }

var columnNames = []string{"owner", "published", "status", "rank"}

// table are rows with these columns, and a relation to as many members of a team.
type table struct{}

func (table) RowName() string   { return "Note" }
func (table) Members() []string { return append(slices.Clone(columnNames), "team") }

func (table) Member(name string) (predicate.Member, bool) {
	m := predicate.Member{Index: slices.Index(columnNames, name), Kind: "a value", Null: true}
	switch name {
	case "":
		m.Index = 0
	case "team":
		return predicate.Member{Index: 4, Kind: "a relation", Rows: table{}}, true
	case "owner":
		m.Account, m.Rows = true, table{}
	}
	m.Lookups = []predicate.Op{predicate.OpEq, predicate.OpIsNull}
	m.Value = func(v any) (any, error) {
		if n, ok := v.(int); ok {
			return int64(n), nil
		}
		return v, nil
	}
	return m, m.Index >= 0
}

// owned says that the requester owns a row of table.
func owned() predicate.Expr {
	m, _ := table{}.Member("owner")
	return predicate.RequesterAt("owner", m.Index)
}

// bound binds a rule without mistakes.
func bound(t testing.TB, rule permission.Rule) permission.Rule {
	t.Helper()
	rule, mistakes := permission.Bind(rule, table{}, owned())
	if mistakes != nil {
		t.Fatalf("Bind: %q", mistakes)
	}
	return rule
}

// account is a user of the tests; its key is positive.
type account int64

func (a account) UserID() int64 { return int64(a) }
func (a account) IsAdmin() bool { return a == root }

const (
	bob  = account(7)
	root = account(8)
)

func isRanked(_ permission.Request, r any) bool { return r.(row)[3] != nil }
func isRoot(q permission.Request) bool          { return q.User == root }

func TestReduce(t *testing.T) {
	published := permission.Is("published", true)
	ranked := permission.RowFunc("ranked", isRanked)
	tests := []struct {
		rule   permission.Rule
		text   string
		shapes [4]string // anonymous safe; anonymous unsafe; bob safe; root unsafe
	}{
		{nil, "anyone", [4]string{"", "", "", ""}},
		{permission.Anyone, "anyone", [4]string{"", "", "", ""}},
		{permission.Nobody, "nobody", [4]string{"false", "false", "false", "false"}},
		{permission.SignedIn, "signed in", [4]string{"false", "false", "", ""}},
		{permission.Admin, "admin", [4]string{"false", "false", "false", ""}},
		{permission.ReadOnly, "read only", [4]string{"", "false", "", "false"}},
		{permission.Owner, "owner", [4]string{"false", "false", "eq:owner", "eq:owner"}},
		{permission.SignedInOrReadOnly, "signed in or read only", [4]string{"", "false", "", ""}},
		{permission.OwnerOrReadOnly, "owner or read only", [4]string{"", "false", "", "eq:owner"}},
		{
			permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
			"all(signed in or read only, owner or read only)",
			[4]string{"", "false", "", "eq:owner"},
		},
		{permission.All(), "all()", [4]string{"", "", "", ""}},
		{permission.Any(), "any()", [4]string{"false", "false", "false", "false"}},
		{permission.All(nil, permission.SignedIn), "all(anyone, signed in)", [4]string{"false", "false", "", ""}},
		{
			permission.Any(permission.Admin, permission.Owner, published),
			"any(admin, owner, published = true)",
			[4]string{"eq:published", "eq:published", "or(eq:owner,eq:published)", ""},
		},
		{
			permission.All(permission.Not(permission.Is("status", "draft")), permission.Is("rank", nil)),
			`all(not(status = "draft"), rank = <nil>)`,
			[4]string{
				"and(not(eq:status),isnull:rank)", "and(not(eq:status),isnull:rank)",
				"and(not(eq:status),isnull:rank)", "and(not(eq:status),isnull:rank)",
			},
		},
		{permission.Not(permission.Not(published)), "not(not(published = true))", [4]string{"eq:published", "eq:published", "eq:published", "eq:published"}},
		{permission.Not(permission.Owner), "not(owner)", [4]string{"", "", "not(eq:owner)", "not(eq:owner)"}},
		{permission.Not(nil), "not(anyone)", [4]string{"false", "false", "false", "false"}},
		{permission.All(permission.ReadOnly, ranked), "all(read only, ranked)", [4]string{"func:ranked", "false", "func:ranked", "false"}},
		{permission.All(permission.RequestFunc("root", isRoot), published), "all(root, published = true)", [4]string{"false", "false", "false", "eq:published"}},
	}
	for _, tt := range tests {
		if got := permission.String(tt.rule); got != tt.text {
			t.Errorf("String = %q, want %q", got, tt.text)
		}
		rule := bound(t, tt.rule)
		for i, q := range []permission.Request{
			{Safe: true},
			{},
			{User: bob, Safe: true},
			{User: root},
		} {
			if got := permission.Reduce(rule, q).Shape(); got != tt.shapes[i] {
				t.Errorf("Reduce(%s, user %v, safe %v) has shape %q, want %q", tt.text, q.User, q.Safe, got, tt.shapes[i])
			}
		}
	}
}

func TestZeroCondAllowsNothing(t *testing.T) {
	var c predicate.Expr
	if !c.IsFalse() || c.Given(nil).IsTrue() || c.Shape() != "false" {
		t.Errorf("the zero Cond is %v, want False", c)
	}
}

func TestCondArgs(t *testing.T) {
	rule := bound(t, permission.Any(permission.Is("status", "open"), permission.All(permission.Is("rank", nil), permission.Owner)))
	c := permission.Reduce(rule, permission.Request{User: bob})
	if got, want := c.Shape(), "or(eq:status,and(isnull:rank,eq:owner))"; got != want {
		t.Errorf("Shape = %q, want %q", got, want)
	}
	if got, want := c.Args(), []any{"open", int64(7)}; !slices.Equal(got, want) {
		t.Errorf("Args = %v, want %v", got, want)
	}
}

// columnsOf are the names of the columns that a rule compares.
func columnsOf(t *testing.T, rule permission.Rule) (names []string) {
	for _, index := range permission.Columns(bound(t, rule)) {
		names = append(names, columnNames[index])
	}
	return names
}

func TestInspect(t *testing.T) {
	ranked := permission.RowFunc("ranked", isRanked)
	weekday := permission.RequestFunc("weekday", func(permission.Request) bool { panic("called") })
	published := permission.Is("published", true)
	tests := []struct {
		rule       permission.Rule
		needsOwner bool
		columns    []string
		withoutSQL []string
	}{
		{rule: nil},
		{rule: permission.SignedIn},
		{rule: permission.Owner, needsOwner: true},
		{rule: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly), needsOwner: true},
		{rule: permission.Not(permission.Any(nil, permission.Owner)), needsOwner: true},
		{rule: permission.Any(published, permission.Not(published), permission.Is("rank", 1)), columns: []string{"published", "rank"}},
		{rule: ranked, withoutSQL: []string{"ranked"}},
		{rule: permission.Any(permission.ReadOnly, ranked)},
		{rule: permission.All(permission.Not(permission.ReadOnly), ranked)},
		{rule: permission.All(permission.Admin, ranked, ranked), withoutSQL: []string{"ranked"}},
		{rule: permission.Any(permission.SignedIn, ranked), withoutSQL: []string{"ranked"}}, // for anonymous requests
		{rule: permission.Any(permission.SignedIn, permission.Not(permission.SignedIn), ranked)},
		{rule: permission.All(permission.Owner, permission.Not(ranked)), needsOwner: true, withoutSQL: []string{"ranked"}},
		{rule: permission.All(weekday, ranked), withoutSQL: []string{"ranked"}},
		{rule: permission.Any(permission.Not(weekday), permission.Owner), needsOwner: true},
	}
	for _, tt := range tests {
		if got := permission.NeedsOwner(tt.rule); got != tt.needsOwner {
			t.Errorf("NeedsOwner(%s) = %v, want %v", permission.String(tt.rule), got, tt.needsOwner)
		}
		if got := columnsOf(t, tt.rule); !slices.Equal(got, tt.columns) {
			t.Errorf("Columns(%s) = %q, want %q", permission.String(tt.rule), got, tt.columns)
		}
		if got := permission.WithoutSQL(bound(t, tt.rule)); !slices.Equal(got, tt.withoutSQL) {
			t.Errorf("WithoutSQL(%s) = %q, want %q", permission.String(tt.rule), got, tt.withoutSQL)
		}
	}
}

// Conditions on the row are separated from those on the requester, and those of writing from those that reading
// has too.
func TestLooksAtRows(t *testing.T) {
	weekday := permission.RequestFunc("weekday", func(permission.Request) bool { panic("called") })
	ranked := permission.RowFunc("ranked", isRanked)
	tests := []struct {
		rule               permission.Rule
		safe, unsafe, more bool
	}{
		{rule: nil},
		{rule: permission.All(permission.SignedInOrReadOnly, weekday)},
		{rule: permission.Any(permission.Admin, permission.Not(weekday))},
		{rule: permission.Owner, safe: true, unsafe: true},
		{rule: permission.OwnerOrReadOnly, unsafe: true, more: true},
		{rule: permission.All(weekday, ranked), safe: true, unsafe: true},
		{rule: permission.All(permission.SignedInOrReadOnly, permission.Is("published", true)), safe: true, unsafe: true},
		{rule: permission.By{Read: permission.Is("status", "a"), Write: permission.Is("status", "b")}, safe: true, unsafe: true, more: true},
		{rule: permission.By{Read: permission.Owner, Write: permission.SignedIn}, safe: true},
	}
	for _, tt := range tests {
		rule := bound(t, tt.rule)
		if safe, unsafe := permission.LooksAtRows(rule, true), permission.LooksAtRows(rule, false); safe != tt.safe || unsafe != tt.unsafe {
			t.Errorf("LooksAtRows(%s) = %v safe and %v unsafe, want %v and %v", permission.String(rule), safe, unsafe, tt.safe, tt.unsafe)
		}
		if got := permission.AsksMoreToWrite(rule); got != tt.more {
			t.Errorf("AsksMoreToWrite(%s) = %v, want %v", permission.String(rule), got, tt.more)
		}
	}
}

func TestBindMistakes(t *testing.T) {
	rule := permission.All(permission.Is("nope", 1), permission.Not(permission.Any(permission.Me("status"), permission.Is("nope", 1))), permission.By{Read: permission.Is("rank", 1)})
	bound, mistakes := permission.Bind(rule, table{}, predicate.Expr{})
	want := []string{
		`path "nope": Note has no field "nope"; write one of owner, published, status, rank, team`,
		`path "status" ends at a value, which is not an account; end it at a reference or a relation to the accounts`,
		`By has no rule for Write; write one, permission.Nobody where nobody may`,
	}
	if !slices.Equal(mistakes, want) {
		t.Errorf("Bind says\n%s\nwant\n%s", strings.Join(mistakes, "\n"), strings.Join(want, "\n"))
	}
	if got, want := permission.String(bound), permission.String(rule); got != want {
		t.Errorf("Bind made %s of %s", got, want)
	}
}

// A rule that no row was named for says at once who is refused for any row.
func TestReduceUnbound(t *testing.T) {
	for _, rule := range []permission.Rule{permission.Owner, permission.Me("owner"), permission.Not(permission.Not(permission.Me("team.owner"))), permission.By{Read: permission.Me("owner")}} {
		if got := permission.Reduce(rule, permission.Request{Safe: true}); !got.IsFalse() {
			t.Errorf("%s of nobody: got %s, want false", rule, got.Shape())
		}
		if got := permission.Reduce(rule, permission.Request{User: bob, Safe: true}); got.IsFalse() || got.IsTrue() {
			t.Errorf("%s of bob: got %s, want what depends on the row", rule, got.Shape())
		}
	}
}

func TestReduceDoesNotAllocate(t *testing.T) {
	rule := bound(t, permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly))
	for _, q := range []permission.Request{{Safe: true}, {User: bob, Safe: true}, {}} {
		var c predicate.Expr
		if got := testing.AllocsPerRun(100, func() { c = permission.Reduce(rule, q) }); got != 0 {
			t.Errorf("Reduce for user %v, safe %v allocates %v times, want 0 (result %v)", q.User, q.Safe, got, c)
		}
	}
}

func BenchmarkReduce(b *testing.B) {
	rule := bound(b, permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly))
	for name, q := range map[string]permission.Request{"safe": {Safe: true}, "owner": {User: bob}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				permission.Reduce(rule, q)
			}
		})
	}
}
