// Tests of active filters on pages: values that depend on the request.

package served_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// crate is a row with a day and an account.
type crate struct {
	ID    int64                     `rest:"id,readonly"`
	State string                    `rest:"state,filter=ne" validate:"oneof=new sent lost"`
	Due   *rest.Date                `rest:"due,filter=lt"`
	To    rest.BelongsTo[auth.User] `rest:"to,optional,show=username,filter=in"`
}

var chip = regexp.MustCompile(`(?s)<ul class="chips".*?</ul>`)

// Values of active filters are in words, and the form that shows them sends them again.
func TestRelativeFilters(t *testing.T) {
	s := server.New(t, server.Config{Pages: pages(t), Set: func() *rest.Set {
		return rest.NewSet("crates",
			rest.ViewSet[crate]{Path: "/crates/", Unindexed: map[string]string{"state__ne": "few rows"}},
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
		).Access(permission.Anyone)
	}}, ":memory:")
	for _, tt := range []struct {
		user, query string
		chips       []string // their texts
		form        []string // parts of the form
	}{
		{"alice", "due__lt=today-7d&to=me", []string{"7 days ago", "Me"}, []string{`<input type="text" id="filter-due__lt" name="due__lt" value="today-7d"`, `name="to" value="me" checked>`}},
		{"alice", "state__ne=new,lost", []string{"New", "Lost"}, []string{`name="to" value="me">`, `<input type="date" id="filter-due__lt"`}},
		{"", "to=me&due__lt=today", []string{"Me", "today"}, []string{`name="to" value="me" checked>`}},
	} {
		_, page := server.Call(s, "GET", "/crates/?format=api&"+tt.query, tt.user, "")
		for _, part := range tt.form {
			if !strings.Contains(page, part) {
				t.Errorf("%s as %q: lacks %s", tt.query, tt.user, part)
			}
		}
		shown := chip.FindString(page)
		if slices.ContainsFunc(tt.chips, func(text string) bool { return !strings.Contains(shown, text) }) {
			t.Errorf("%s as %q: got %s, want %q", tt.query, tt.user, shown, tt.chips)
		}
	}
	if _, page := server.Call(s, "GET", "/crates/?format=api", "", ""); strings.Contains(page, `name="to" value="me"`) {
		t.Error("an anonymous requester is offered an account")
	}
}

// Each alternative of a query is a chip, which links to the list without it. The form keeps alternatives that it does not show.
func TestAlternativeChips(t *testing.T) {
	type Chore struct {
		ID    int64  `rest:"id,readonly"`
		State string `rest:"state,filter=in" validate:"oneof=open done"`
	}
	s := server.New(t, server.Config{Pages: pages(t), Set: func() *rest.Set {
		return rest.NewSet("chores", rest.ViewSet[Chore]{Path: "/chores/", Access: permission.Anyone, Or: true})
	}}, t.TempDir()+"/test.sqlite")
	page := server.SendAs(s, "", "GET", "/chores/?or=state%3Dopen&or=state%3Ddone", "", "Accept", "text/html").Body.String()
	for _, want := range []string{
		`href="/chores/?or=state%3Ddone"`, `href="/chores/?or=state%3Dopen"`, `state=open`, `Any of`, `<input type="hidden" name="or" value="state=open">`, `<input type="hidden" name="or" value="state=done">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	many := server.SendAs(s, "", "GET", "/chores/?"+strings.Repeat("or=state%3Dopen&", 90), "", "Accept", "text/html").Body.String()
	if n := strings.Count(many, `>Any of`); n > 40 {
		t.Errorf("the page has %d chips", n)
	}
}
