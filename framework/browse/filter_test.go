// Tests of filters on pages.

package browse_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/htmlcheck"
)

// Task has a filter of most kinds.
type Task struct {
	ID       int64                     `rest:"id,readonly"`
	Title    string                    `rest:"title,filter=icontains,search"`
	Status   string                    `rest:"status,filter=in" default:"open" validate:"oneof=open doing done"`
	Priority int64                     `rest:"priority,filter=gte lte" default:"1" validate:"min=1,max=5"`
	Due      *rest.Date                `rest:"due,filter=isnull gte"`
	Urgent   bool                      `rest:"urgent,filter" default:"false"`
	Owner    rest.BelongsTo[auth.User] `rest:"owner,optional,filter,show=username"`
}

// tasks is the resource of tasks. One of its orders has no column, and one filter no field.
func tasks(t *testing.T) *plan.Resource {
	t.Helper()
	p, err := rest.NewSet("tasks", rest.ViewSet[Task]{
		Path: "/tasks/", Access: permission.Anyone, Order: []string{"-priority"}, Ordering: []string{"priority", "due", "owner.username"},
		Pages: rest.PageNumber{Size: 20, MaxSize: 50},
	}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	res := p.Resources[0]
	res.Params = append(res.Params, &plan.Param{
		Name: "near", Role: plan.FilterRole, Label: "Near to", About: "A place.",
		Choices: []field.Choice{{Value: "here", Label: "Here"}, {Value: "there", Label: "There"}},
	})
	return res
}

const taskBody = `{"count":2,"next":null,"previous":null,"results":[{"id":7,"title":"Seven","status":"open","priority":2,"due":null,"urgent":true,"owner":null},` +
	`{"id":8,"title":"Eight <b>","status":"doing","priority":4,"due":"2030-01-02","urgent":false,"owner":null}]}`

// filtered is the list of tasks by a query.
func filtered(t *testing.T, query string, problems ...string) *browse.Answer {
	t.Helper()
	e := tasks(t)
	a := answer(e, taskBody)
	a.Path, a.Query, a.Name, a.Links = "/tasks/", query, "Task List", &plan.Page{Total: 2, Number: 1, Last: 1}
	a.Crumbs[1] = browse.Crumb{Name: "Task List", Path: "/tasks/"}
	var fields problem.Fields
	for i := 0; i < len(problems); i += 2 {
		fields.Add(problems[i], "%s", problems[i+1])
	}
	if fields != nil {
		a.Status, a.Failed, a.IsList, a.Rows = http.StatusBadRequest, true, false, nil
		a.Body = []byte(`{"x":["Wrong."]}`)
	}
	a.AddFilters(t, fields)
	return a
}

// filterStates are pages of lists with filters.
func filterStates(t *testing.T) map[string]*browse.Answer {
	return map[string]*browse.Answer{
		"filter-none":    filtered(t, ""),
		"filter-active":  filtered(t, "status=open&status=doing&priority__gte=2&due__isnull=0&near=here&search=a+%3Cb%3E&ordering=-due&page=3&page_size=10&_body=yaml&x=1"),
		"filter-sorted":  filtered(t, "ordering=-owner.username&title__icontains="),
		"filter-refused": filtered(t, "priority__gte=many&status=gone&stattus=open&ordering=up", "stattus", `Unknown parameter. Did you mean "status"?`, "ordering", `"up" is not a valid choice.`, "status", "Select a valid choice. gone is not one of the available choices.", "priority__gte", "Enter a number."),
	}
}

func TestFilterPages(t *testing.T) {
	pages := newPages(t, rest.Theme{Title: "Tasks"})
	for name, a := range filterStates(t) {
		t.Run(name, func(t *testing.T) {
			got := hashes.ReplaceAllString(render(t, pages, a), `v=HASH"`)
			golden.Check(t, filepath.Join("testdata", "html", name+".html"), got)
			strict(t, got)
			if err := htmlcheck.Page([]byte(got)); err != nil {
				t.Error(err)
			}
		})
	}
}

// A head leads up, then down, then to the declared order, whatever that is; it drops the page and keeps
// what leaves rows out.
func TestHeadsSort(t *testing.T) {
	for _, tt := range []struct{ query, column, href, sorted string }{
		{"", "Due", "/tasks/?ordering=due", ""},
		{"ordering=due&page=3&status=open", "Due", "/tasks/?status=open&ordering=-due", "ascending"},
		{"ordering=-due", "Due", "/tasks/", "descending"},
		{"ordering=+-due+,priority", "Due", "/tasks/", "descending"},
		{"ordering=up", "Due", "/tasks/?ordering=due", ""},
		{"", "Priority", "/tasks/?ordering=priority", "descending"}, // as declared
		{"ordering=priority", "Priority", "/tasks/", "ascending"},
		{"ordering=-priority", "Priority", "/tasks/?ordering=priority", "descending"},
		{"ordering=-due", "Priority", "/tasks/?ordering=priority", ""},
		{"ordering=due", "Title", "", ""},
	} {
		t.Run(tt.column+"?"+tt.query, func(t *testing.T) {
			for _, c := range browse.Columns(filtered(t, tt.query)) {
				if c.Label == tt.column && (c.Href != tt.href || c.Sorted != tt.sorted) {
					t.Errorf("got %q %q, want %q %q", c.Href, c.Sorted, tt.href, tt.sorted)
				}
			}
		})
	}
}

// A chip leads to the list without its value, and the last link to the list without any.
func TestChips(t *testing.T) {
	for _, tt := range []struct {
		query string
		chips []browse.Chip
		clear string
	}{
		{"page=2&x=1", nil, ""},
		{"status=&title__icontains=", nil, ""},
		{
			"page=2&status=open&status=gone&page_size=5",
			[]browse.Chip{{Label: "Status", Text: "Open", Href: "/tasks/?page_size=5&status=gone"}, {Label: "Status", Text: "gone", Href: "/tasks/?page_size=5&status=open"}},
			"/tasks/?page_size=5",
		},
		{"urgent=1&_body=yaml", []browse.Chip{{Label: "Urgent", Text: "Yes", Href: "/tasks/?_body=yaml"}}, "/tasks/?_body=yaml"},
		{"near=there&_find_owner=bo&_page=3", []browse.Chip{{Label: "Near to", Text: "There", Href: "/tasks/"}}, "/tasks/"},
		{"due__gte=2030-01-02&search=%26", []browse.Chip{{Label: "Search", Text: "&", Href: "/tasks/?due__gte=2030-01-02"}, {Label: "Due, from", Text: "2030-01-02", Href: "/tasks/?search=%26"}}, "/tasks/"},
	} {
		t.Run(tt.query, func(t *testing.T) {
			f := filtered(t, tt.query).Filter
			if !slices.Equal(f.Chips, tt.chips) || f.Clear != tt.clear {
				t.Errorf("got  %+v, clear %q\nwant %+v, clear %q", f.Chips, f.Clear, tt.chips, tt.clear)
			}
		})
	}
}

// A query of many values has no page of any length.
func TestChipsAreBounded(t *testing.T) {
	if n := len(filtered(t, strings.Repeat("&status=x", 50)).Filter.Chips); n != 1 {
		t.Errorf("got %d chips of one value, want 1", n)
	}
	var query strings.Builder
	for i := range 90 {
		fmt.Fprintf(&query, "&status=%d", i)
	}
	if n := len(filtered(t, query.String()).Filter.Chips); n != 40 {
		t.Errorf("got %d chips of 90 values, want 40", n)
	}
}

// privateErrands are errands that everybody reads, in rooms that only who is logged in does.
func privateErrands() *rest.Set {
	return rest.NewSet("errands",
		rest.ViewSet[room]{Path: "/rooms/", Name: "Room", Access: permission.SignedIn},
		rest.ViewSet[errand]{Path: "/errands/", Name: "Errand", Access: permission.Anyone},
	)
}

// The form offers the rows that the requester may see, is above lists and nothing else, and keeps what
// links to other formats need.
func TestFilterFormOverHTTP(t *testing.T) {
	h := startService(t, privateErrands)
	for _, made := range [][2]string{{"/rooms/", `{"name": "secret <room>"}`}, {"/errands/", `{"title": "Mow", "room": "secret <room>"}`}} {
		if w := sendTo(h, "POST", made[0], "admin", made[1], "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("POST %s: got %d %s", made[0], w.Code, w.Body)
		}
	}
	get := func(path, user string) *httptest.ResponseRecorder {
		return sendTo(h, "GET", path, user, "", "Accept", "text/html")
	}
	const form, offered = `<search aria-label="Records">`, `<option value="secret &lt;room&gt;"`
	for _, tt := range []struct {
		name, path, user string
		status           int
		has, lacks       []string
	}{
		{"nobody", "/errands/", "", 200, []string{form, `<select id="filter-room" name="room"><option value="" selected>Any</option>` + "\n</select>"}, []string{"secret &lt;room&gt;</option>"}},
		{"somebody", "/errands/", "alice", 200, []string{form, offered + ">secret &lt;room&gt;</option>"}, nil},
		{"a room", "/errands/?room=secret+%3Croom%3E", "alice", 200, []string{offered + " selected>", ">Room: <bdi dir=\"auto\">secret &lt;room&gt;</bdi>", `<p class="summary">1 record</p>`}, nil},
		{"a room that is hidden", "/errands/?room=secret+%3Croom%3E", "", 400, []string{"That choice is not one of the available choices."}, nil},
		{"other formats", "/errands/?status=open&priority__gte=1&_page=1", "", 200, []string{`href="/errands/?status=open&amp;priority__gte=1&amp;format=json"`}, nil},
		{"a new record of the list", "/errands/?status=doing&room=secret+%3Croom%3E", "admin", 200, []string{`<select id="create-status" name="status"><option value="open">Open</option>` + "\n" + `<option value="doing" selected>`, `<select id="create-room" name="room"><option value="">---------</option>` + "\n" + offered + " selected>"}, nil},
		{"a new record of my list", "/errands/?owner=me", "admin", 200, []string{`id="create-owner" name="owner" value="admin"`}, nil},
		{"a new record of a list of several", "/errands/?status=doing&status=open", "admin", 200, []string{`<select id="create-status" name="status"><option value="open" selected>Open</option>`}, nil},
		{"a record", "/errands/1/?status=x", "alice", 200, nil, []string{form}},
		{"what a list offers", "/errands/?_show=options", "alice", 200, nil, []string{form}},
		{"a list that is refused", "/rooms/", "", 403, nil, []string{form}},
		{"a list without filters", "/rooms/", "alice", 200, nil, []string{form, `class="chips"`, "aria-sort"}},
		{"a suffix", "/errands.api?status=open", "", 200, []string{`<form class="query" method="get" action="/errands.api"`, `<a class="clear" href="/errands.api">`}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := get(tt.path, tt.user)
			if w.Code != tt.status {
				t.Errorf("got %d, want %d", w.Code, tt.status)
			}
			strict(t, w.Body.String())
			for _, want := range tt.has {
				if !strings.Contains(w.Body.String(), want) {
					t.Errorf("the page lacks %s", want)
				}
			}
			for _, text := range tt.lacks {
				if strings.Contains(w.Body.String(), text) {
					t.Errorf("the page has %s", text)
				}
			}
			if t.Failed() {
				t.Log(w.Body)
			}
		})
	}
	if w := sendTo(h, "POST", "/errands/?status=x", "alice", "", "Accept", "text/html"); w.Code != http.StatusBadRequest || strings.Contains(w.Body.String(), form) {
		t.Errorf("a create that is refused: got %d and\n%s", w.Code, w.Body)
	}
}

// The page of a record has the newest rows of each list that belongs to it and that the requester may read, with a link to a
// form in which the record is filled in for those who may create.
func TestRelatedLists(t *testing.T) {
	h := startService(t, errands)
	if w := sendTo(h, "POST", "/rooms/", "admin", `{"name": "hall"}`, "Content-Type", "application/json"); w.Code != http.StatusCreated {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	get := func(path, user string) string {
		w := sendTo(h, "GET", path, user, "", "Accept", "text/html")
		strict(t, w.Body.String())
		return w.Body.String()
	}
	const list, add = `<h2><a href="/errands/?room=hall">Errands</a></h2>`, `href="/errands/?room=hall&amp;_show=create" aria-label="Add to Errands">Add</a>`
	contains(t, get("/rooms/1/", "admin"), list, add, "Nothing here yet.")
	for i := range 6 {
		body := fmt.Sprintf(`{"title": "Sweep %d", "room": "hall", "priority": %d}`, i, i)
		if w := sendTo(h, "POST", "/errands/", "admin", body, "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
	}
	page := get("/rooms/1/", "")
	contains(t, page, list, `<li><a href="/errands/6/"><bdi dir="auto">Sweep 5</bdi></a> <span class="fact" title="Status"><span class="unseen">Status:</span> <span class="badge c0">Open</span></span>`, `<li><a href="/errands/?room=hall">See all Errands</a></li>`)
	lacks(t, page, add)
	lacks(t, page, "Sweep 0")
	contains(t, get("/errands/?room=hall&_show=create", "admin"), `<option value="hall" selected>hall</option>`)
}
