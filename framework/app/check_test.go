package app

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

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
	if err := (checkCmd{}).Run(p); err == nil {
		t.Error("no error")
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{
		`check_test.go:37: Misspelt.Title: rest tag: unknown option "multiLine"; write "multiline"`,
		`check_test.go:38: Misspelt.Body: validate tag: rule "maximum=3" is unknown`,
		correct(t, sets.Snippets()),
		`the set has no resources; list some`,
		`foot.html:1: block "foter" takes the place of no block and is used by none; write "footer"`,
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

// TestCheckWarnings gets the filters that no index serves, but for those whose declaration says why.
func TestCheckWarnings(t *testing.T) {
	var out output
	p := newProgram(t.Context(), ours(), sets.All(), nil, &out, &out, env())
	p.sets = []*rest.Set{rest.NewSet("sought", rest.ViewSet[Sought]{
		Path: "/sought/", Access: permission.Anyone, Unindexed: map[string]string{"title__contains": "there are few"},
	})}
	if err := (checkCmd{}).Run(p); err != nil {
		t.Error(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{
		"sought: 1 resource, no mistakes",
		"Sought: filter title__ne asks what no index finds",
		`Sought: filter body__regex asks what no index finds: each request reads the rows that the rest of its query leaves; write Unindexed: map[string]string{"body__regex": `,
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
