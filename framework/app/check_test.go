// Tests of the command check, also of versions.

package app

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

func TestCheck(t *testing.T) {
	stdout, stderr := call(t, 0, "", env(), "check")
	want := ""
	for _, set := range sets.All() {
		want += correct(t, set) + "\n"
	}
	if stdout != want || stderr != "" {
		t.Errorf("got %q and on stderr %q, want %q", stdout, stderr, want)
	}
}

// correct is the output for a set without mistakes.
func correct(t *testing.T, set *rest.Set) string {
	t.Helper()
	plan, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s: %d resources, no mistakes", set.Name(), len(plan.Resources))
}

type Misspelt struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,multiLine"`
	Body  string `rest:"body" validate:"maximum=3"`
}

// TestCheckMistakes gets all mistakes of all configurations, one on a line.
func TestCheckMistakes(t *testing.T) {
	var out output
	p := newProgram(t.Context(), ours(), sets.All(), nil, &out, &out, env())
	p.sets = []*rest.Set{
		rest.NewSet("misspelt", rest.ViewSet[Misspelt]{Path: "/misspelt/", Access: permission.Anyone}),
		sets.Snippets(),
		rest.NewSet("empty").Theme(rest.Theme{Files: fstest.MapFS{"foot.html": {Data: []byte(`{{define "foter"}}{{end}}`)}}}),
	}
	if err := (&checkCmd{}).Run(p); err == nil {
		t.Error("no error")
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{
		`check_test.go:41: Misspelt.Title: rest tag: unknown option "multiLine"; write "multiline"`,
		`check_test.go:42: Misspelt.Body: validate tag: rule "maximum=3" is unknown`,
		correct(t, sets.Snippets()),
		`the set has no resources; list some`,
		`foot.html:1: block "foter" overrides no block, and no template uses it; write "footer"`,
	}
	if len(got) != len(want) {
		t.Fatalf("got %d lines, want %d:\n%s", len(got), len(want), &out)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("line %d\n got %s\nwant %s", i+1, got[i], want[i])
		}
	}
	if _, err := p.plan("misspelt"); err == nil || !strings.Contains(err.Error(), "multiLine") {
		t.Errorf("plan of a misspelt configuration: got %v, want its mistakes", err)
	}
}

// Sought has filters that no index serves.
type Sought struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,filter=eq contains ne"`
	Body  string `rest:"body,filter=regex"`
}

// Hosted has keys with dots.
type Hosted struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=50"`
}

// TestCheckWarnings gets the filters that no index serves, but for those whose declaration says why, and keys that
// end in names of formats.
func TestCheckWarnings(t *testing.T) {
	var out output
	p := newProgram(t.Context(), ours(), sets.All(), nil, &out, &out, env())
	p.sets = []*rest.Set{rest.NewSet("sought", rest.ViewSet[Sought]{
		Path: "/sought/", Access: permission.Anyone, Unindexed: map[string]string{"title__contains": "there are few"},
	}, rest.ViewSet[Hosted]{
		Path: "/hosts/", Access: permission.Anyone, Lookup: "name", LookupPattern: `[a-z.]+`,
	})}
	if err := (&checkCmd{}).Run(p); err != nil {
		t.Error(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{
		"sought: 2 resources, no mistakes",
		`Hosted: LookupPattern takes keys that end in the name of a format: GET /hosts/a.json reads the record "a" as json, and /hosts/a.json/ the record "a.json"; `,
		`Sought: no index serves requests by title__ne, body__regex: each of them reads the rows that the rest of its query leaves; write Unindexed: map[string]string{"title__ne": "why that will do", "body__regex": `,
	}
	if len(got) != len(want) {
		t.Fatalf("got %d lines, want %d:\n%s", len(got), len(want), &out)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) || i > 0 && !strings.HasPrefix(got[i], "warning: framework/app/check_test.go:") {
			t.Errorf("line %d\n got %s\nwant %s", i+1, got[i], want[i])
		}
	}
}

func TestPlan(t *testing.T) {
	for _, set := range sets.All() {
		plan, err := set.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := call(t, 0, "", env(), "plan", set.Name()); got != plan.String() {
			t.Errorf("got\n%s\nwant\n%s", got, plan)
		}
	}
}

// Dated is in two versions.
type Dated struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

// Moved is Dated with another column, a heading on pages, and a column that no client sees.
type Moved struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title" db:"caption" group:"Words"`
	Shelf string `rest:"-" default:""`
}

// dated has the versions 2, and 1 in which titles are names, with these goldens.
func dated(golden2, golden1 string) *rest.Set { return datedAs[Dated](golden2, golden1) }

func datedAs[T any](golden2, golden1 string) *rest.Set {
	return rest.NewSet("dated", rest.ViewSet[T]{Path: "/dated/"}).Access(permission.Anyone).Versions(rest.InPath(),
		rest.Version{Name: "2", Golden: golden2},
		rest.Version{Name: "1", Golden: golden1, Changes: []rest.VersionChange{rest.Rename[T]("title", "name")}})
}

// TestCheckVersions compares versions with their goldens, which are what plan --version prints.
func TestCheckVersions(t *testing.T) {
	run := func(set *rest.Set, cmd interface{ Run(*program) error }) (string, error) {
		var out output
		p := newProgram(t.Context(), ours(), sets.All(), nil, &out, &out, env())
		p.sets = []*rest.Set{set}
		err := cmd.Run(p)
		return out.String(), err
	}
	print := func(version string) string {
		text, err := run(dated("", ""), &planCmd{Version: version, Configuration: "dated"})
		if err != nil {
			t.Fatalf("plan --version %s: %v", version, err)
		}
		return text
	}
	two, one := print("2"), print("1")
	if !strings.Contains(two, " title ") || strings.Contains(one, " title ") || !strings.Contains(one, " name ") {
		t.Errorf("plan --version 2: %s\nplan --version 1: %s", two, one)
	}
	if _, err := run(dated("", ""), &planCmd{Version: "3", Configuration: "dated"}); err == nil || !strings.Contains(err.Error(), `dated has no version "3"`) {
		t.Errorf("plan --version 3: got %v", err)
	}
	for _, tt := range []struct {
		name, two, one, want string
	}{
		{"as they are", two, one + "\n", ""},
		{"none", two, "", `dated: version 1 has no golden; write the output of "plan dated --version 1" into a file`},
		{"of another version", two, two, `dated: version 1 is not as its golden: "version 1 of dated" was "version 2 of dated"`},
		{"member is gone", two, one + "    more string", `dated: version 1 is not as its golden: "more string" is gone`},
		{"resource is new", "version 2 of dated", one, `dated: version 2 is not as its golden: "resource /`},
		{"resource is gone", two, one + "\n\nresource /gone/", `dated: version 1 is not as its golden: "resource /gone/" is gone`},
		{"member is new", two[:strings.LastIndex(strings.TrimSpace(two), "\n")], one, "dated: version 2 is not as its golden: "},
	} {
		out, err := run(dated(tt.two, tt.one), &checkCmd{})
		if (err != nil) != (tt.want != "") || !strings.Contains(out, tt.want) {
			t.Errorf("%s: got %v and %s, want %q", tt.name, err, out, tt.want)
		}
	}
	if out, err := run(datedAs[Moved](two, one), &checkCmd{}); err != nil {
		t.Errorf("what no client sees is in a golden: %v: %s", err, out)
	}
}

// TestCheckDatabase compares a database with the declarations: it lacks something, fits, or has what nobody declared.
func TestCheckDatabase(t *testing.T) {
	t.Chdir(t.TempDir())
	check := []string{"check", "snippets", "--database", "x.sqlite"}
	if _, stderr := call(t, 1, "", env(), check...); !strings.Contains(stderr, "there is no file x.sqlite") {
		t.Errorf("without a file: got %q", stderr)
	}
	call(t, 0, "", env(), "migrate", "snippets", "--database", "x.sqlite")
	good := correct(t, sets.Snippets()) + "\nsnippets: SQLite, file x.sqlite: "
	if stdout, _ := call(t, 0, "", env(), check...); stdout != good+"as the declarations ask for\n" {
		t.Errorf("a database that fits: got %q", stdout)
	}
	alter(t, "ALTER TABLE snippets RENAME COLUMN code TO body")
	stdout, _ := call(t, 1, "", env(), check...)
	_, stderr := call(t, 1, "", env(), "migrate", "snippets", "--database", "x.sqlite", "--dry-run")
	want := "column snippets.body is NOT NULL without a default, and no declaration has it"
	if !strings.Contains(stdout, "snippets: SQLite, file x.sqlite: "+want) || !strings.Contains(stderr, want) {
		t.Errorf("a renamed column: got %q and %q, want %q", stdout, stderr, want)
	}
	alter(t, "ALTER TABLE snippets RENAME COLUMN body TO code; INSERT INTO users (username) VALUES ('ann'); INSERT INTO snippets (code, highlighted, owner_id) VALUES ('', '', 1); ALTER TABLE snippets RENAME COLUMN title TO caption")
	if stdout, _ := call(t, 0, "", env(), check...); !strings.Contains(stdout, "RENAME COLUMN") || !strings.Contains(stdout, "lacks what 1 statement of migrate would add") {
		t.Errorf("a renamed column with a default: got %q, want the remark about a renamed column", stdout)
	}
	if _, stderr := call(t, 1, "", env(), "check", "unknown"); !strings.Contains(stderr, `there is no configuration "unknown"`) {
		t.Errorf("an unknown configuration: got %q", stderr)
	}
}

// alter changes the database x.sqlite by hand.
func alter(t *testing.T, statement string) {
	t.Helper()
	db, err := database.Open(t.Context(), "x.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, statement)
}
