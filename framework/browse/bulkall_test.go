package browse_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// All that the filters leave is written after a question with its number, and nothing where more has come since.
func TestBulkOfAll(t *testing.T) { onBoth(t, testBulkOfAll) }

func testBulkOfAll(t *testing.T, database string) {
	page := newParcels(t, database, 22)
	key := func(n int) []string { return []string{strings.Repeat(fmt.Sprint(n), 24)} }
	get := func(path string) string {
		t.Helper()
		_, _, body := page("admin", "GET", path, nil)
		return body
	}
	contains(t, get("/parcels/?status=open"), `<input type="checkbox" name="_all" value="true"> Select all`)
	lacks(t, get("/parcels/?search=01"), `name="_all"`) // which has one page

	all := url.Values{"_ask": {"set"}, "_set": {"status"}, "_all": {"true"}, "_rows": {"22"}, "_list": {"search=Parcel+0&ordering=-label&page=2&_columns=notes"}}
	_, _, body := page("admin", "POST", "/parcels/", all)
	contains(t, body, "Set Status of 11 parcels", "<li>Parcel 01</li>", `<form method="post" action="/parcels/?search=Parcel+0&max_affected=11"`, `<input type="hidden" name="_all" value="true">`,
		`<a href="/parcels/?search=Parcel+0&ordering=-label&page=2&_columns=notes">Cancel</a>`)
	lacks(t, body, `name="_rows"`, "Parcel 22")
	set := url.Values{"_method": {"PATCH"}, "_all": {"true"}, "_set": {"status"}, "status": {"sent"}, "_list": {"search=Parcel+0"}, "_key": key(1)}
	status, _, body := page("admin", "POST", "/parcels/?search=Parcel+0&max_affected=10", set)
	if status != 409 {
		t.Errorf("one more has come: got %d", status)
	}
	contains(t, body, "More than 10 records would be affected. Nothing was changed.", "Set Status of 11 parcels", "max_affected=11", `value="sent" selected`)
	contains(t, get("/parcels/?status=sent"), "No matching records.")
	set.Set("status", "nowhere")
	status, _, body = page("admin", "POST", "/parcels/?search=Parcel+0&max_affected=11", set)
	if status != 400 {
		t.Errorf("a status that there is not: got %d", status)
	}
	contains(t, body, "“Parcel 01” Status: ", "Set Status of 11 parcels")
	set.Set("status", "sent")
	for range 2 {
		if status, header, body := page("admin", "POST", "/parcels/?search=Parcel+0&max_affected=11", set); status != 303 || header.Get("Location") != "/parcels/?search=Parcel+0" {
			t.Fatalf("got %d to %q\n%s", status, header.Get("Location"), body)
		}
	}
	contains(t, get("/parcels/?status=sent"), "11 records")

	_, _, body = page("admin", "POST", "/parcels/", url.Values{"_ask": {"delete"}, "_all": {"true"}, "_list": {"status=sent"}})
	contains(t, body, "Delete 11 parcels?", "All stamps that refer to them are deleted too: 11.", `action="/parcels/?status=sent&max_affected=11"`)
	if status, _, body := page("admin", "POST", "/parcels/?status=sent&max_affected=11", url.Values{"_method": {"DELETE"}, "_all": {"true"}, "_list": {"status=sent"}, "_key": key(2)}); status != 303 {
		t.Fatalf("got %d\n%s", status, body)
	}
	contains(t, get("/parcels/"), "11 records")
	for list, want := range map[string]string{"": "Delete 11 parcels?", "status=lost": "No matching records.", "page=9": "Delete 11 parcels?"} {
		_, _, body = page("admin", "POST", "/parcels/", url.Values{"_ask": {"delete"}, "_all": {"true"}, "_list": {list}})
		contains(t, body, want)
	}
	for _, list := range []string{"status=lots", "stauts=open", "search=Parcel&gone=1"} {
		status, _, body := page("admin", "POST", "/parcels/", url.Values{"_ask": {"delete"}, "_all": {"true"}, "_list": {list}})
		name, _, _ := strings.Cut(list[strings.LastIndex(list, "&")+1:], "=")
		if status != 400 || !strings.Contains(body, name+": ") || strings.Contains(body, "Delete 11 parcels?") {
			t.Errorf("%s, which the list refuses: got %d\n%s", list, status, body)
		}
	}
	if status, _, _ := page("", "POST", "/parcels/?max_affected=30", url.Values{"_method": {"DELETE"}, "_all": {"true"}, "_key": key(3)}); status != 403 {
		t.Errorf("nobody deletes all: got %d", status)
	}
	for i := range 20 {
		if status, _, body := page("admin", "POST", "/parcels/", url.Values{"label": {fmt.Sprint("More ", i)}, "_key": {fmt.Sprintf("%024d", i)}}); status != 303 {
			t.Fatalf("got %d\n%s", status, body)
		}
	}
	_, _, body = page("admin", "POST", "/parcels/", url.Values{"_ask": {"delete"}, "_all": {"true"}})
	contains(t, body, "Narrow the filters: at most 30 can be changed at once.")
	lacks(t, body, "max_affected")
}

// A question about many records that a session was too short for comes back after the login, with its ticks.
func TestBulkQuestionAfterLogin(t *testing.T) {
	page := newParcels(t, ":memory:", 3)
	ask := url.Values{"_ask": {"set"}, "_set": {"weight"}, "_rows": {"1", "3"}, "_list": {"status=open"}}
	status, _, body := page("", "POST", "/parcels/", ask)
	if status != 200 {
		t.Errorf("got %d", status)
	}
	contains(t, body, "You are not logged in any more.", "Log in to go on", `name="_rows" value="1"`, `name="_rows" value="3"`, `name="_ask" value="set"`, `name="_list" value="status=open"`)
	ask.Set("_username", "alice")
	ask.Set("_password", "alice-password")
	_, _, body = page("", "POST", "/parcels/", ask)
	contains(t, body, "You are logged in.", "Set Weight of 2 parcels", `<input type="hidden" name="_rows" value="3">`, `<a href="/parcels/?status=open">Cancel</a>`)
}

// A create that is refused is a page of its form, which its heading names.
func TestRefusedCreateIsNamed(t *testing.T) {
	page := newParcels(t, ":memory:", 1)
	status, _, body := page("admin", "POST", "/parcels/", url.Values{"label": {""}, "weight": {"77"}, "_key": {strings.Repeat("k", 24)}})
	if status != 400 {
		t.Errorf("got %d", status)
	}
	contains(t, body, "<h1>New parcel</h1>", "<title>Error: New parcel · Resourceful</title>", `value="77"`, `<a class="cancel" href="/parcels/">Cancel</a>`)
	contains(t, body, "HTTP 400 Bad Request")
	lacks(t, body, `<nav class="views"`, `<search aria-label="Records"`)
}

// lot is everybody's to read and its owner's to change.
type lot struct {
	ID    int64                `rest:"id,readonly"`
	Title string               `rest:"title" validate:"max=20"`
	Price int64                `rest:"price" default:"1"`
	Owner rest.BelongsTo[User] `rest:"owner,readonly,show=username"`
}

// A question names the records that one may not change, and goes on without them.
func TestBulkLeavesForbiddenRows(t *testing.T) {
	onBoth(t, func(t *testing.T, database string) {
		set := func() *rest.Set {
			return rest.NewSet("lots",
				rest.ViewSet[lot]{
					Path: "/lots/", Name: "Lot", Order: []string{"title"}, Pages: rest.PageNumber{Size: 2},
					Owner: rest.Field(func(l *lot) *rest.BelongsTo[User] { return &l.Owner }), Access: permission.OwnerOrReadOnly,
					Bulk: rest.Bulk{Actions: rest.Modify | rest.Destroy, Filtered: true},
				},
				rest.ViewSet[User]{Path: "/users/", Actions: rest.ReadOnly},
			).Access(permission.SignedInOrReadOnly)
		}
		h := server.New(t, server.Config{Set: set, Pages: ownPages, Options: serve.Options{Now: time.Now}}, database)
		for i, user := range []string{"alice", "bob", "alice"} {
			if w := sendTo(h, "POST", "/lots/", user, fmt.Sprintf(`{"title":"lot %d"}`, i+1), "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
		}
		post := func(path string, form url.Values) (int, string) {
			w := sendTo(h, "POST", path, "alice", form.Encode(), "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
			return w.Code, withoutMarks(w.Body.String())
		}
		const left = "You cannot change these, so they stay as they are:"
		for name, form := range map[string]url.Values{
			"ticked": {"_ask": {"delete"}, "_rows": {"1", "2", "3"}},
			"all":    {"_ask": {"delete"}, "_all": {"true"}},
		} {
			status, body := post("/lots/", form)
			if status != http.StatusOK {
				t.Errorf("%s: got %d", name, status)
			}
			contains(t, body, "Delete 2 lots?", "<li>lot 1</li>\n<li>lot 3</li>", left+"</p>\n<ul>\n<li>lot 2</li>", `name="_rows" value="1"`, `name="_rows" value="3"`)
			lacks(t, body, `name="_rows" value="2"`, "max_affected")
		}
		_, body := post("/lots/", url.Values{"_ask": {"set"}, "_set": {"price"}, "_rows": {"2"}})
		contains(t, body, "You cannot change any of these.", "<li>lot 2</li>", ">Cancel</a>")
		lacks(t, body, `name="_method"`)
		// One that was sent all the same, or was somebody else's by then, is asked again without it.
		status, body := post("/lots/", url.Values{"_method": {"PATCH"}, "_set": {"price"}, "price": {"7"}, "_rows": {"1", "2"}, "_key": {strings.Repeat("k", 24)}})
		if status != http.StatusForbidden {
			t.Errorf("the row of somebody else: got %d", status)
		}
		contains(t, body, "You do not have permission to perform this action.", "Set Price of 1 lot", left, `name="price" value="7"`)
	})
}
