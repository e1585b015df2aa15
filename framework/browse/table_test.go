package browse_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
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

func members(t *testing.T) *plan.Resource {
	t.Helper()
	return club(t)[0]
}

// club are the endpoints of members and teams.
func club(t *testing.T) []*plan.Resource {
	t.Helper()
	plan, err := rest.NewSet("members",
		rest.ViewSet[Member]{Path: "/members/", Access: permission.Anyone},
		rest.ViewSet[Team]{Path: "/teams/", Access: permission.Anyone},
	).Compile()
	if err != nil {
		t.Fatal(err)
	}
	return plan.Resources
}

func TestEmptyListHasItsColumns(t *testing.T) {
	page := render(t, newPages(t, rest.Theme{}), answer(members(t), `[]`))
	contains(t, page, `<th scope="col">ID</th><th scope="col">Full name</th><th scope="col">Teams</th><th scope="col">Mentor</th>`, "There is nothing here yet.")
}

// Related records are called by their names and lead to their pages; those that the requester may
// not read are told of as far as the representation does.
func TestRelationsAreLinks(t *testing.T) {
	e := members(t)
	const body = `{"id":7,"name":"Ann","teams":["http://api.example/teams/3/","http://api.example/teams/4/","http://api.example/teams/5/"],"mentor":5}`
	const want = `<a href="/teams/3/"><bdi dir="auto">Reds &amp; co</bdi></a> <bdi dir="auto">/teams/4/</bdi> … 3 in all</td>`
	pages := newPages(t, rest.Theme{})
	links := make([][]browse.Link, len(e.Type.Fields))
	links[e.Type.ByWire("teams").Index] = []browse.Link{{Text: "Reds & co", Href: "/teams/3/"}, {Text: "/teams/4/"}}
	links[e.Type.ByWire("mentor").Index] = []browse.Link{{Text: "5 · Blues", Href: "/teams/5/"}}
	rows := []browse.Row{{Href: "/members/7/", Links: links}}
	list, one := answer(e, `[`+body+`]`), record(e, body)
	list.Rows, one.Rows = rows, rows
	contains(t, render(t, pages, list), `<td data-label="Teams" class="related">`+want, `<td data-label="Mentor" class="related"><a href="/teams/5/"><bdi dir="auto">5 · Blues</bdi></a></td>`, `<a href="/members/7/">7</a>`)
	contains(t, render(t, pages, one), `<td class="related">`+want)
	// Without them, addresses in the representation are links all the same.
	list.Rows = nil
	contains(t, render(t, pages, list), `<td data-label="Teams" class="related"><a href="http://api.example/teams/3/"><bdi dir="auto">/teams/3/</bdi></a> <a`, `<td data-label="Mentor" class="number">5</td>`, `<td data-label="ID" class="number">7</td>`)
}

// An address that somebody typed is shown with its host, and is not vouched for.
func TestTypedAddresses(t *testing.T) {
	e := members(t)
	pages := newPages(t, rest.Theme{})
	for text, want := range map[string]string{
		"http://api.example/x":            `<a href="http://api.example/x"><bdi dir="auto">/x</bdi></a>`,
		"http://api.example":              `<a href="http://api.example" rel="nofollow noreferrer"><bdi dir="auto">http://api.example</bdi></a>`,
		"http://api.example.evil/x":       `<a href="http://api.example.evil/x" rel="nofollow noreferrer"><bdi dir="auto">http://api.example.evil/x</bdi></a>`,
		"http://api.example@evil.example": `<a href="http://api.example@evil.example" rel="nofollow noreferrer"><bdi dir="auto">http://api.example@evil.example</bdi></a>`,
		"https://a b":                     `<bdi dir="auto">https://a b</bdi>`,
	} {
		body := `{"id":7,"name":"` + text + `","teams":[],"mentor":null}`
		contains(t, render(t, pages, answer(e, `[`+body+`]`)), `<td data-label="Full name">`+want+`</td>`)
		contains(t, render(t, pages, record(e, body)), `<th scope="row">Full name</th><td>`+want+`</td>`)
	}
}

// A table shows a bounded number of records, and says where the others are.
func TestLongTable(t *testing.T) {
	pages, e := newPages(t, rest.Theme{}), members(t)
	body := "[" + strings.TrimSuffix(strings.Repeat(`{"id":7,"name":"Ann","teams":[],"mentor":null},`, 250), ",") + "]"
	a := answer(e, body)
	page := render(t, pages, a)
	contains(t, page, `The table shows the first 200 of 250 records; all are in the <a href="#representation">representation</a> below.`)
	if n := strings.Count(page, "<tr><td"); n != 200 {
		t.Errorf("got %d rows, want 200", n)
	}
}

// A record that the representation has no room for is in the table all the same.
func TestShortRecords(t *testing.T) {
	e := members(t)
	a := answer(e, `[{"id":7,"name":"Ann","teams":[],"mentor":null}]`)
	links := make([][]browse.Link, len(e.Type.Fields))
	links[e.Type.ByWire("teams").Index] = []browse.Link{{Text: "Reds", Href: "/teams/3/"}}
	a.Part = true
	short := browse.CellsOf(e, a.Base, `{"id":8,"name":"Bob","teams":[1`+strings.Repeat(",1", 69)+`],"mentor":null}`, true, true)
	a.Rows = []browse.Row{{Href: "/members/7/"}, {Href: "/members/8/", Links: links, Cells: short, Short: true}}
	page := render(t, newPages(t, rest.Theme{}), a)
	contains(t, page, `<a href="/members/8/">8</a>`, `<a href="/teams/3/"><bdi dir="auto">Reds</bdi></a> … 70 in all</td>`, "Left out here, because they are long: the last 1 of the page's 2 records.",
		`This is one page of the list. All of it: <a href="/notes/?format=json">json</a>, <a href="/notes/?format=yaml">yaml</a>.`)
}

func TestFieldsTellOfRules(t *testing.T) {
	a := answer(club(t)[1], `{}`)
	a.Method, a.Options, a.IsList = "OPTIONS", true, false
	contains(t, render(t, newPages(t, rest.Theme{}), a),
		`<code>url</code></th><td>address</td>`, `<code>captain</code></th><td>address</td>`,
		`<code>name</code></th><td>text</td><td>required</td><td>9 letters.</td>`,
		`<code>size</code></th><td>integer</td><td>required</td><td>From 1 to 5.</td>`)
}
