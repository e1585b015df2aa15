package browse_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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
	contains(t, page, `<th scope="col">Full name</th><th scope="col">Teams</th><th scope="col">Mentor</th><th scope="col" class="number">ID</th>`, "Nothing here yet.")
}

// Related records are called by their names and lead to their pages; those that the requester may
// not read are told of as far as the representation does.
func TestRelationsAreLinks(t *testing.T) {
	e := members(t)
	const body = `{"id":7,"name":"Ann","teams":["http://api.example/teams/3/","http://api.example/teams/4/","http://api.example/teams/5/"],"mentor":5}`
	const want = `<a href="/teams/3/"><bdi dir="auto">Reds &amp; co</bdi></a> <bdi dir="auto">/teams/4/</bdi> … 3 in all</td>`
	pages := newPages(t, rest.Theme{})
	links := map[string][][2]string{"teams": {{"Reds & co", "/teams/3/"}, {"/teams/4/", ""}}, "mentor": {{"5 · Blues", "/teams/5/"}}}
	rows := []browse.Row{{Href: "/members/7/", Cells: browse.Linked(e, links)}}
	list, one := answer(e, `[`+body+`]`), record(e, body)
	list.Rows, one.Rows = rows, rows
	contains(t, render(t, pages, list), `<td data-label="Teams" class="related">`+want, `<td data-label="Mentor" class="related"><a href="/teams/5/"><bdi dir="auto">5 · Blues</bdi></a></td>`, `<th scope="row"><a href="/members/7/"><bdi dir="auto">Ann</bdi></a></th>`)
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
		if text == "http://api.example/x" {
			text = "/x"
		}
		contains(t, render(t, pages, answer(e, `[`+body+`]`)), `><a href="/members/7/"><bdi dir="auto">`+text+`</bdi></a></th>`) // it names the record
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
	if n := strings.Count(page, `<tr><th scope="row"><a href="/members/`); n != 200 {
		t.Errorf("got %d rows, want 200", n)
	}
}

// A record that the representation has no room for is in the table all the same.
func TestShortRecords(t *testing.T) {
	e := members(t)
	a := answer(e, `[{"id":7,"name":"Ann","teams":[],"mentor":null}]`)
	a.Part = true
	short := browse.CellsOf(e, a.Base, `{"id":8,"name":"Bob","teams":[1`+strings.Repeat(",1", 69)+`],"mentor":null}`, true, true)
	for i, f := range e.Type.Shown {
		if f.Wire == "teams" {
			short[i].Relate(browse.Linked(e, map[string][][2]string{"teams": {{"Reds", "/teams/3/"}}})[i].Links)
		}
	}
	a.Rows = []browse.Row{{Href: "/members/7/"}, {Href: "/members/8/", Cells: short, Short: true}}
	page := render(t, newPages(t, rest.Theme{}), a)
	contains(t, page, `<a href="/members/8/"><bdi dir="auto">Bob</bdi></a>`, `<a href="/teams/3/"><bdi dir="auto">Reds</bdi></a> … 70 in all</td>`, "Not shown, because they are long: the last 1 of the page's 2 records.",
		`This is one page of the list. The whole list: <a href="/notes/?format=json">json</a>, <a href="/notes/?format=yaml">yaml</a>.`)
}

func TestFieldsTellOfRules(t *testing.T) {
	a := answer(club(t)[1], `{}`)
	a.Method, a.Options, a.IsList = "OPTIONS", true, false
	contains(t, render(t, newPages(t, rest.Theme{}), a),
		`<code>url</code></th><td>address</td>`, `<code>captain</code></th><td>address</td>`,
		`<code>name</code></th><td>text</td><td>required</td><td>9 letters.</td>`,
		`<code>size</code></th><td>integer</td><td>required</td><td>From 1 to 5.</td>`)
}

// The record above all rows is no column until somebody chooses it. The column that names the records stays, and pages, filters and
// orders keep what was chosen.
func TestColumnsAreChosen(t *testing.T) {
	h, page := newTracker(t)
	for i := range 25 {
		if w := sendTo(h, "POST", "/tickets/1/remarks/", "admin", fmt.Sprintf(`{"text":"Remark %d"}`, i), "Content-Type", "application/json"); w.Code != 201 {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
	}
	for _, tt := range []struct{ path, has, lacks string }{
		{"/projects/", `<thead><tr><th scope="col">Slug</th><th scope="col">Name</th>`, "Default columns"},
		{"/projects/?_columns=name", `<thead><tr><th scope="col">Slug</th><th scope="col">Name</th></tr></thead>`, `value="slug"`},
		{"/projects/?_columns=name&_columns=ticket_count", `<thead><tr><th scope="col">Slug</th><th scope="col">Name</th><th scope="col" class="number">Tickets</th></tr></thead>`, ""},
		{"/projects/?_columns=name,ticket_count", `value="ticket_count" checked> Tickets`, `value="id" checked`},
		{"/projects/?_columns=slug", `<a href="/projects/">Default columns</a>`, ""},
		{"/tickets/1/remarks/", `<thead><tr><th scope="col">Text</th>`, `data-label="Ticket"`},
		{"/tickets/1/remarks/?_columns=ticket", `data-label="Ticket"`, ""},
	} {
		status, _, body := page("GET", tt.path, nil)
		if status != 200 || !strings.Contains(body, tt.has) || tt.lacks != "" && strings.Contains(body, tt.lacks) {
			t.Errorf("%s: got %d, want %s and not %q in\n%s", tt.path, status, tt.has, tt.lacks, body)
		}
	}
	if status, _, body := page("GET", "/projects/?_columns=sluk", nil); status != 400 || !strings.Contains(body, "_columns: Unknown column sluk. Did you mean \"slug\"?") {
		t.Errorf("an unknown column: got %d\n%s", status, body)
	}
	if w := sendTo(h, "GET", "/projects/?_columns=sluk", "admin", ""); w.Code != 200 {
		t.Errorf("an unknown column of JSON, which has none: got %d %s, want 200", w.Code, w.Body)
	}
}

// Chosen columns stay in the addresses of other pages, filters and orders, and do not reach programs.
func TestColumnsAreKept(t *testing.T) {
	a := filtered(t, "_columns=status,due&status=open&page=2")
	a.Columns = []string{"status", "due"}
	a.Links = &plan.Page{Total: 2, Number: 2, Last: 2, Previous: "/tasks/?_columns=status%2Cdue&status=open"}
	page := render(t, newPages(t, rest.Theme{}), a)
	contains(t, page, `<input type="hidden" name="_columns" value="status,due">`, `<a href="/tasks/?_columns=status%2Cdue&amp;status=open&amp;ordering=due">Due</a>`,
		`<a class="clear" href="/tasks/?_columns=status%2Cdue">Clear all</a>`, `<input type="hidden" name="status" value="open">`, `class="list chosen-columns"`,
		`<a href="/tasks/?status=open&amp;page=2&amp;format=json">json</a>`)
	lacks(t, page, "curl 'http://api.example/tasks/?_columns")
}

type visit0 struct {
	ID    int64            `rest:"id,readonly"`
	Name  string           `rest:"name,optional"`
	Cost  *decimal.Decimal `rest:"cost" digits:"8,2"`
	At    time.Time        `rest:"at"`
	Day   *rest.Date       `rest:"day"`
	Notes string           `rest:"notes,optional"`
}

// Numbers and moments are marked as such, empty cells too, and a shortened text is there in full.
func TestCells(t *testing.T) {
	set := rest.NewSet("visits", rest.ViewSet[visit0]{Path: "/visits/", Name: "Visit"}).Access(permission.Anyone)
	h := server.New(t, server.Config{Set: func() *rest.Set { return set }, Pages: ownPages}, ":memory:")
	long := strings.Repeat("word ", 40) + "end"
	for _, body := range []string{
		`{"name":"First","cost":"12.50","at":"2030-01-02T03:04:05.678901Z","day":"2030-01-02","notes":"` + long + `"}`,
		`{"cost":null,"at":"2030-01-02T03:04:05Z","day":null}`,
	} {
		if w := sendTo(h, "POST", "/visits/", "admin", body, "Content-Type", "application/json"); w.Code != 201 {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
	}
	list := sendTo(h, "GET", "/visits/", "", "", "Accept", "text/html").Body.String()
	contains(t, list, `<td data-label="Cost" class="number"><bdi dir="auto">12.50</bdi></td>`, `<td data-label="Cost" class="none">none</td>`,
		`<td data-label="At" class="moment"><time datetime="2030-01-02T03:04:05.678901Z">2030-01-02 03:04 UTC</time></td>`,
		`<td data-label="Day" class="moment"><time datetime="2030-01-02">2030-01-02</time></td>`, `<td data-label="Notes" class="none">empty</td>`,
		`title="`+long+`"><bdi dir="auto">word`, `<th scope="row"><a href="/visits/2/"><bdi dir="auto">2</bdi></a></th>`, `<p class="summary">2 records</p>`)
	one := sendTo(h, "GET", "/visits/1/", "", "", "Accept", "text/html").Body.String()
	contains(t, one, `<time datetime="2030-01-02T03:04:05.678901Z">2030-01-02 03:04:05.678901 UTC</time>`, `<bdi dir="auto">`+long+`</bdi>`)
}

// A page is called by its record, and says first what went wrong.
func TestTitles(t *testing.T) {
	h, _ := newTracker(t)
	for _, tt := range []struct {
		method, path, title, heading string
	}{
		{"GET", "/projects/our-house/", "our-house · Projects", `<h1><bdi dir="auto">our-house</bdi></h1>`},
		{"GET", "/remarks/1/", "Why red? · Remarks", `<h1><bdi dir="auto">Why red?</bdi></h1>`},
		{"GET", "/projects/", "Projects", "<h1>Projects</h1>"},
		{"GET", "/projects/gone/", "Not found · Project", "<h1>Project</h1>"},
		{"GET", "/nowhere/", "Not found", "<h1>Not Found</h1>"},
		{"POST", "/projects/", "Error: New project", "<h1>New project</h1>"},
		{"PUT", "/projects/our-house/", "Error: our-house · Projects", "our-house</bdi></h1>"},
	} {
		w := sendTo(h, tt.method, tt.path, "admin", "", "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		if page := w.Body.String(); !strings.Contains(page, "<title>"+tt.title+" · ") || !strings.Contains(page, tt.heading) {
			t.Errorf("%s %s: want %q and %s in\n%s", tt.method, tt.path, tt.title, tt.heading, page[:min(len(page), 6000)])
		}
	}
}
