package browse_test

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// A list with filters of each kind, search and orders, one of which it has no column for.

type room struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

type errand struct {
	ID       int64                     `rest:"id,readonly"`
	Title    string                    `rest:"title,filter=icontains,search"`
	Status   string                    `rest:"status,filter=in" default:"open" validate:"oneof=open doing done"`
	Priority int64                     `rest:"priority,filter=gte lte" default:"1"`
	Due      *rest.Date                `rest:"due,filter=gte lte isnull"`
	Urgent   bool                      `rest:"urgent,filter" default:"false"`
	Room     rest.BelongsTo[room]      `rest:"room,optional,filter,show=name"`
	Owner    rest.BelongsTo[auth.User] `rest:"owner,optional,filter,show=username"`
	Created  time.Time                 `rest:"created,readonly,filter=date" default:"now"`
}

type errandRow struct {
	ID       int64                `rest:"id,readonly"`
	Title    string               `rest:"title"`
	Status   string               `rest:"status"`
	Priority int64                `rest:"priority"`
	Due      *rest.Date           `rest:"due"`
	Room     rest.BelongsTo[room] `rest:"room,show=name"`
}

func errands() *rest.Set {
	return rest.NewSet("errands",
		rest.ViewSet[room]{Path: "/rooms/", Name: "Room", Order: []string{"name"}},
		rest.ViewSet[errand]{
			Path: "/errands/", Name: "Errand", Order: []string{"-priority"}, Ordering: []string{"title", "priority", "due", "created"},
			Shapes: rest.Shapes{List: rest.As[errandRow]()}, Pages: rest.PageNumber{Size: 5, MaxSize: 50},
			Filters: []rest.Filter{{Path: "room.name", Lookups: "icontains"}},
		},
	).Access(permission.SignedInOrReadOnly)
}

// fillErrands makes rooms, more than a picker offers, and errands.
func (tb *tab) fillErrands() {
	tb.t.Helper()
	for i := range 105 {
		tb.post("admin", "/rooms/", fmt.Sprintf(`{"name": "room %03d"}`, i))
	}
	for i := range 14 {
		tb.post("admin", "/errands/", fmt.Sprintf(`{"title": "Paint door %d", "status": "%s", "priority": %d, "due": "2030-01-%02d", "room": "room %03d", "owner": "alice"}`,
			i, [...]string{"open", "doing"}[i%2], i%5, i+1, i))
	}
	tb.post("admin", "/errands/", `{"title": "Mow the lawn", "status": "done", "urgent": true}`)
}

// errandsJourney finds errands, sorts them, turns pages and goes back.
func errandsJourney(tb *tab) {
	tb.fillErrands()
	wantRows := func(n int) {
		tb.t.Helper()
		if got := tb.count(".list > .scroll tbody tr"); got != n {
			tb.t.Errorf("%s: got %d rows, want %d", tb.at(), got, n)
		}
	}
	tb.visit("/errands/", http.StatusOK)
	wantRows(5)
	tb.lacks(".filters[open]", ".chips")

	// Search, and one of two values.
	tb.fill("#filter-search", "paint")
	tb.enter("#filter-search", http.StatusOK)
	tb.shows(".summary", "14 records")
	tb.shows(".chips li", "Search: paint")
	if tb.script {
		tb.wantAt("/errands/?search=paint")
	}
	tb.tick(".filters > summary")
	tb.tickOnly("#filter-status", "Open")
	tb.fill("#filter-priority__gte", "1")
	tb.click(".filters .panel > button", http.StatusOK)
	tb.shows(".chips", "Status: Open")
	tb.shows(".chips", "Priority, at least: 1")
	tb.shows(".summary", "5 records")
	tb.ticked("#filter-status", "Open")
	tb.holds("#filter-search", "paint")
	tb.click(".chips li:nth-child(3) a", http.StatusOK)
	tb.shows(".summary", "7 records")
	tb.holds("#filter-priority__gte", "")

	// The head of a column: up, down, and as declared. The next page keeps all of it.
	tb.click("thead th:nth-child(4) a", http.StatusOK)
	tb.shows(`thead [aria-sort="ascending"]`, "Due")
	tb.shows(".list > .scroll tbody tr", "Paint door 0")
	tb.click("thead th:nth-child(4) a", http.StatusOK)
	tb.shows(`thead [aria-sort="descending"]`, "Due")
	tb.shows(".list > .scroll tbody tr", "Paint door 12")
	tb.click(".pager [rel=next]", http.StatusOK)
	wantRows(2)
	tb.shows(".chips", "Status: Open")
	tb.shows(`thead [aria-sort="descending"]`, "Due")
	tb.ticked("#filter-status", "Open")

	// Back: the form has what the address has, whatever was typed since.
	tb.fill("#filter-search", "nothing")
	tb.tick(".filters > summary")
	tb.tickOnly("#filter-status", "Open", "Done")
	tb.click(".filters .panel > button", http.StatusOK)
	wantRows(0)
	tb.shows(".empty", "No matching records.")
	tb.back()
	wantRows(2)
	tb.holds("#filter-search", "paint")
	tb.ticked("#filter-status", "Open")
	tb.visit(tb.at(), http.StatusOK)
	tb.click(".chips .clear", http.StatusOK)
	tb.wantAt("/errands/?ordering=-due")
	wantRows(5)
	tb.lacks(".chips")
	tb.click("thead th:nth-child(4) a", http.StatusOK)
	tb.wantAt("/errands/")

	// An order that no column has.
	tb.tick(".filters > summary")
	tb.choose("#filter-ordering", "Created")
	tb.click(".filters .panel > button", http.StatusOK)
	tb.shows(".list > .scroll tbody tr", "Paint door 0")
	tb.lacks("[aria-sort]")

	// A refused form comes back as it was typed.
	tb.visit("/errands/?priority__gte=many&stattus=open&search=paint", http.StatusBadRequest)
	tb.shows(".query .error", `Unknown parameter. Did you mean "status"?`)
	tb.shows("#filter-priority__gte-errors", "Enter a number.")
	tb.holds("#filter-priority__gte", "many")
	tb.holds("#filter-search", "paint")
	tb.fill("#filter-priority__gte", "4")
	tb.click(".filters .panel > button", http.StatusOK)
	tb.shows(".summary", "2 records")

	// A room out of more than are offered.
	tb.visit("/errands/", http.StatusOK)
	tb.tick(".filters > summary")
	tb.fill("#filter-room-find", "003")
	tb.click(".filters .find button", http.StatusOK)
	tb.choose("#filter-room", "room 003")
	tb.click(".filters .panel > button", http.StatusOK)
	tb.shows(".chips", "Room: room 003")
	tb.shows(".summary", "1 record")
	tb.shows(".list > .scroll tbody tr", "Paint door 3")
	if at := tb.at(); !strings.Contains(at, "room=room+003") {
		tb.t.Errorf("the address is %s, want the room in it", at)
	}
}

// errandPages are a list with filters as it looks.
func errandPages() tour {
	return tour{
		{"filters", true, func(tb *tab) {
			tb.fillErrands()
			tb.visit("/errands/", http.StatusOK)
		}},
		{"filters-active", true, visit("/errands/?search=paint&status=open&status=doing&due__gte=2030-01-02&room=room+003&ordering=-due", http.StatusOK)},
		{"filters-page", false, visit("/errands/?search=paint&ordering=-created&page=2", http.StatusOK)},
		{"filters-refused", true, visit("/errands/?status=gone&priority__lte=many&stattus=open&ordering=up&due__isnull=perhaps&created__date=soon", http.StatusBadRequest)},
	}
}
