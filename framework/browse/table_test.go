package browse_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Member belongs to teams by address, and to a mentor by key.
type Member struct {
	ID     int64                 `rest:"id,readonly"`
	Name   string                `rest:"name" label:"Full name"`
	Teams  rest.ManyToMany[Team] `rest:"teams,optional,link"`
	Mentor rest.BelongsTo[Team]  `rest:"mentor,optional"`
}

// Team is what members belong to.
type Team struct {
	ID      int64                  `rest:"url,readonly,link" db:"id"`
	Name    string                 `rest:"name" validate:"max=9" help:"9 letters."`
	Size    int64                  `rest:"size" validate:"min=1,max=5"`
	Captain rest.BelongsTo[Member] `rest:"captain,optional,link"`
}

func members(t *testing.T) *rest.Endpoint {
	t.Helper()
	return club(t)[0]
}

// club are the endpoints of members and teams.
func club(t *testing.T) []*rest.Endpoint {
	t.Helper()
	plan, err := rest.NewSet("members",
		rest.ViewSet[Member]{Path: "/members/", Access: auth.Anyone},
		rest.ViewSet[Team]{Path: "/teams/", Access: auth.Anyone},
	).Compile()
	if err != nil {
		t.Fatal(err)
	}
	return plan.Endpoints
}

func TestEmptyListHasItsColumns(t *testing.T) {
	page := render(t, newPages(t, rest.Look{}), answer(members(t), `[]`))
	contains(t, page, `<th scope="col">ID</th><th scope="col">Full name</th><th scope="col">Teams</th><th scope="col">Mentor</th>`, "There is nothing here yet.")
}

func TestRelationsAreLinks(t *testing.T) {
	e := members(t)
	const teams = `<a href="http://api.example/teams/3/">/teams/3/</a> <a href="http://api.example/teams/4/">/teams/4/</a>`
	const body = `{"id":7,"name":"Ann","teams":["http://api.example/teams/3/","http://api.example/teams/4/"],"mentor":5}`
	pages := newPages(t, rest.Look{})
	mentor := e.Type.ByWire("mentor")
	for _, linked := range []bool{false, true} {
		want := `<td class="number">5</td>`
		mentor.LinkPath = ""
		if linked {
			mentor.LinkPath = "/teams/"
			want = `<td class="number"><a href="/teams/5/">5</a></td>`
		}
		contains(t, render(t, pages, answer(e, `[`+body+`]`)), "<td>"+teams+"</td>", want)
		contains(t, render(t, pages, record(e, body)), "<td>"+teams+"</td>", want)
	}
}

func TestFieldsTellOfRules(t *testing.T) {
	a := answer(club(t)[1], `{}`)
	a.Method, a.Options, a.IsList = "OPTIONS", true, false
	contains(t, render(t, newPages(t, rest.Look{}), a),
		`<code>url</code></th><td>address</td>`, `<code>captain</code></th><td>address</td>`,
		`<code>name</code></th><td>text</td><td>required</td><td>9 letters.</td>`,
		`<code>size</code></th><td>integer</td><td>required</td><td>From 1 to 5.</td>`)
}
