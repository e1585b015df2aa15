package browse_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// parcel may be changed and deleted many at once.
type parcel struct {
	ID      int64      `rest:"id,readonly"`
	Label   string     `rest:"label,search" validate:"max=40"`
	Status  string     `rest:"status,filter=in,sort" default:"open" validate:"oneof=open sent lost"`
	Weight  int64      `rest:"weight" default:"1" validate:"min=1,max=9"`
	Urgent  bool       `rest:"urgent,filter" default:"false"`
	Notes   string     `rest:"notes,multiline,optional"`
	Made    time.Time  `rest:"made,readonly" default:"now"`
	Deleted *time.Time `rest:"-"`
}

type stamp0 struct {
	ID      int64                  `rest:"id,readonly"`
	Parcel  rest.BelongsTo[parcel] `rest:"parcel,ondelete=cascade,filter"`
	Price   int64                  `rest:"price"`
	Deleted *time.Time             `rest:"-"`
}

func parcels() *rest.Set {
	soft := rest.SoftDelete{Field: "deleted", Access: permission.Admin}
	return rest.NewSet("parcels",
		rest.ViewSet[parcel]{
			Path: "/parcels/", Name: "Parcel", Order: []string{"label"}, Pages: rest.PageNumber{Size: 20},
			Bulk:       rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true, Max: 30},
			SoftDelete: soft, Exports: true, Unindexed: map[string]string{"search": "there are few"},
			Facets:     []string{"status", "urgent"},
			SavedViews: []rest.SavedView{{Name: "To send", Query: "status=open&ordering=-status"}, {Name: "Lost", Query: "status=lost&_columns=status"}},
		},
		rest.ViewSet[stamp0]{Path: "/stamps/", Name: "Stamp", SoftDelete: soft, Facets: []string{"parcel"}},
	).Access(permission.SignedInOrReadOnly).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{})
}

// onBoth runs a test on each of the databases.
func onBoth(t *testing.T, test func(t *testing.T, database string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, ":memory:") })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}

// newParcels are some parcels, each with a stamp, and what sends forms to their pages.
func newParcels(t *testing.T, database string, n int) (page func(user, method, path string, form url.Values) (int, http.Header, string)) {
	t.Helper()
	h := server.New(t, server.Config{Set: parcels, Pages: ownPages, Options: serve.Options{Now: time.Now}}, database)
	for i := range n {
		for _, made := range [][2]string{{"/parcels/", fmt.Sprintf(`{"label":"Parcel %02d"}`, i+1)}, {"/stamps/", fmt.Sprintf(`{"parcel":%d,"price":2}`, i+1)}} {
			if w := sendTo(h, "POST", made[0], "admin", made[1], "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("POST %s: got %d %s", made[0], w.Code, w.Body)
			}
		}
	}
	return func(user, method, path string, form url.Values) (int, http.Header, string) {
		w := sendTo(h, method, path, user, form.Encode(), "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		return w.Code, w.Header(), withoutMarks(w.Body.String())
	}
}

// Rows are ticked, a question tells what would become of them, and the answer leads back to the list as it was.
func TestBulkPages(t *testing.T) { onBoth(t, testBulkPages) }

func testBulkPages(t *testing.T, database string) {
	page := newParcels(t, database, 3)
	key := func(n int) []string { return []string{strings.Repeat(fmt.Sprint(n), 24)} }
	get := func(user, path string) string {
		t.Helper()
		status, _, body := page(user, "GET", path, nil)
		if status != 200 {
			t.Fatalf("GET %s: got %d", path, status)
		}
		return body
	}
	contains(t, get("admin", "/parcels/?status=open"), `<input type="checkbox" form="bulk" name="_rows" value="1" aria-label="Select Parcel 01"> <a href="/parcels/1/?_list=status%3Dopen">Parcel 01</a>`,
		`<form method="post" action="/parcels/" id="bulk"`, `name="_list" value="status=open"`, `<option value="status">Status</option>`, `name="_ask" value="delete"`)
	lacks(t, get("", "/parcels/"), `name="_rows"`, `id="bulk"`)

	// The question writes nothing.
	_, _, body := page("admin", "POST", "/parcels/", url.Values{"_ask": {"delete"}, "_rows": {"1", "3", "99"}, "_list": {"status=open"}})
	contains(t, body, `<h2 id="question">Delete 2 parcels?</h2>`, "<li>Parcel 01</li>", "All stamps that refer to them are deleted too: 2.", "They can be restored.",
		`<input type="hidden" name="_rows" value="3">`, `<a href="/parcels/?status=open">Cancel</a>`)
	lacks(t, body, `value="99"`, `<section class="list`)
	contains(t, get("admin", "/parcels/"), "3 records")
	_, _, body = page("admin", "POST", "/parcels/", url.Values{"_ask": {"set"}, "_set": {"status"}, "_rows": {"1", "2"}})
	contains(t, body, "Set Status of 2 parcels", `<select id="bulk-status" name="status"`, `<option value="sent">Sent</option>`, "Set for 2 parcels")
	lacks(t, body, `<option value="status">Status</option>`)
	_, _, body = page("admin", "POST", "/parcels/", url.Values{"_ask": {"set"}, "_method": {"PATCH"}, "_set": {"status"}, "_also": {"weight"}, "status": {"sent"}, "_rows": {"1", "2"}, "_key": key(9)})
	contains(t, body, "Set Status, Weight of 2 parcels", `<option value="sent" selected>Sent</option>`, `name="weight" value=""`, `<input type="hidden" name="_set" value="weight">`)
	_, _, body = page("admin", "POST", "/parcels/", url.Values{"_ask": {"delete"}})
	contains(t, body, "Select records first")

	// An empty value makes nothing empty unless it is meant.
	empty := url.Values{"_method": {"PATCH"}, "_set": {"notes"}, "notes": {""}, "_also": {"weight"}, "_rows": {"1", "2"}, "_key": key(11)}
	_, _, body = page("admin", "POST", "/parcels/", empty)
	contains(t, body, "Set Notes of 2 parcels", "<li>Enter a value.</li>", `<input type="checkbox" name="_empty" value="notes"> Make it empty`)
	lacks(t, body, "2 parcels changed.")
	empty["_empty"] = []string{"notes"}
	if status, _, body := page("admin", "POST", "/parcels/", empty); status != 303 {
		t.Errorf("make it empty: got %d\n%s", status, body)
	}
	_, _, body = page("admin", "POST", "/parcels/", url.Values{"_ask": {"set"}, "_set": {"status"}, "_rows": {"1"}})
	lacks(t, body, "Make it empty") // it has a default, and no value is none

	// A refused answer comes back with messages.
	status, _, body := page("admin", "POST", "/parcels/", url.Values{"_method": {"PATCH"}, "_set": {"weight"}, "_also": {"status"}, "weight": {"10"}, "_rows": {"1", "2"}, "_key": key(1)})
	if status != 400 {
		t.Errorf("a weight that is too large: got %d", status)
	}
	lacks(t, body, `name="status"`) // it was not added
	contains(t, body, "Set Weight of 2 parcels", `“Parcel 01” Weight: Enter at most 9.`, `name="weight" value="10"`)

	// Done, once.
	for range 2 {
		status, header, body := page("admin", "POST", "/parcels/", url.Values{"_method": {"PATCH"}, "_set": {"status"}, "status": {"sent"}, "_rows": {"1", "2"}, "_list": {"status=sent"}, "_key": key(2)})
		if status != 303 || header.Get("Location") != "/parcels/?status=sent" {
			t.Fatalf("got %d to %q, want 303 to the list\n%s", status, header.Get("Location"), body)
		}
	}
	contains(t, get("admin", "/parcels/?status=sent"), "2 records", "Parcel 02")
	status, header, body := page("admin", "POST", "/parcels/", url.Values{"_method": {"DELETE"}, "_rows": {"1", "3"}, "_key": key(3)})
	if status != 303 || header.Get("Location") != "/parcels/" {
		t.Fatalf("got %d to %q\n%s", status, header.Get("Location"), body)
	}
	contains(t, get("admin", "/parcels/"), "1 record", "Parcel 02")

	// A question that is answered when the session has ended comes back after the login, with its key and its value.
	again := url.Values{"_method": {"PATCH"}, "_set": {"weight"}, "weight": {"7"}, "_rows": {"2"}, "_list": {"status=sent"}, "_key": key(6), "_username": {"alice"}, "_password": {"alice-password"}}
	_, _, body = page("", "POST", "/parcels/", again)
	contains(t, body, "You are logged in.", "Set Weight of 1 parcel", `name="weight" value="7"`, `<input type="hidden" name="_rows" value="2">`, `name="_key" value="`+key(6)[0]+`"`, `<a href="/parcels/?status=sent">Cancel</a>`)
	again.Set("_method", "DELETE")
	_, _, body = page("", "POST", "/parcels/", again)
	contains(t, body, "Delete 1 parcel?", `name="_key" value="`+key(6)[0]+`"`)

	// Without the right nothing is deleted, nor with the key of a row that is not there.
	if status, _, _ := page("", "POST", "/parcels/", url.Values{"_method": {"DELETE"}, "_rows": {"2"}, "_key": key(4)}); status != 403 {
		t.Errorf("nobody deletes: got %d", status)
	}
	status, _, body = page("admin", "POST", "/parcels/", url.Values{"_method": {"DELETE"}, "_rows": {"2", "77"}, "_key": key(5)})
	if status != 400 || !strings.Contains(body, "does not exist") || !strings.Contains(get("admin", "/parcels/"), "Parcel 02") {
		t.Errorf("one that is gone: got %d\n%s", status, body)
	}
}

// Of more rows than one request may write nothing is asked.
func TestBulkIsBounded(t *testing.T) {
	page := newParcels(t, ":memory:", 1)
	form := url.Values{"_ask": {"delete"}}
	for i := range 31 {
		form.Add("_rows", fmt.Sprint(i+1))
	}
	if status, _, body := page("admin", "POST", "/parcels/", form); status != 200 || !strings.Contains(body, "Select fewer records") {
		t.Errorf("got %d\n%s", status, body)
	}
	form.Del("_ask")
	form.Set("_method", "DELETE")
	if status, _, body := page("admin", "POST", "/parcels/", form); status != 400 || !strings.Contains(body, "more than 30") {
		t.Errorf("got %d\n%s", status, body)
	}
}

// Choices have the number of rows that they leave under the other filters; views have names; a record leads to those that
// refer to it; and the whole list is there as a file.
func TestListPageOffers(t *testing.T) { onBoth(t, testListPageOffers) }

func testListPageOffers(t *testing.T, database string) {
	page := newParcels(t, database, 5)
	for _, change := range []url.Values{
		{"_method": {"PATCH"}, "_set": {"status"}, "status": {"sent"}, "_rows": {"1", "2"}, "_key": {strings.Repeat("a", 24)}},
		{"_method": {"PATCH"}, "_set": {"urgent"}, "urgent": {"true"}, "_rows": {"2", "3"}, "_key": {strings.Repeat("b", 24)}},
	} {
		if status, _, body := page("admin", "POST", "/parcels/", change); status != 303 {
			t.Fatalf("got %d %s", status, body)
		}
	}
	for _, tt := range []struct {
		path string
		has  []string
	}{
		{"/parcels/", []string{"Open (3)", "Sent (2)", "Lost (0)", "Yes (2)", "No (3)", `<li><a href="/parcels/" aria-current="true">All</a></li>`, `<li><a href="/parcels/?status=open&ordering=-status">To send</a></li>`, `<a href="/parcels/?format=csv">CSV</a>`}},
		{"/parcels/?urgent=true", []string{"Open (1)", "Sent (1)", "Lost (0)", "Yes (2)", "No (3)", "Urgent: Yes "}},
		{"/parcels/?status=sent&urgent=true", []string{"Open (1)", "Sent (1)", "Yes (1)", "No (1)", "Status: Sent "}},
		{"/parcels/?ordering=-status&status=open", []string{`aria-current="true">To send</a>`, `<a href="/parcels/">All</a>`}},
		{"/parcels/?status=lost&_columns=status", []string{`aria-current="true">Lost</a>`, `<th scope="col">Label</th><th scope="col">`, "No matching records."}},
		{"/parcels/2/", []string{`<a href="/stamps/?parcel=2">Stamps</a>`}},
		{"/parcels/?search=nowhere", []string{"No matching records. The search looks in: Label.", `<a href="/-/find?q=nowhere">Search everywhere</a>`}},
		{"/stamps/?parcel=2", []string{"1 record", "Parcel 02 (1)", "Parcel 03 (1)"}},
	} {
		status, _, body := page("admin", "GET", tt.path, nil)
		if status != 200 {
			t.Errorf("%s: got %d", tt.path, status)
		}
		for _, want := range tt.has {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %s\n%s", tt.path, want, body)
			}
		}
	}
}
