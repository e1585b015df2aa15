package browse_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

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
		{"a room", "/errands/?room=secret+%3Croom%3E", "alice", 200, []string{offered + " selected>", ">Room: <bdi dir=\"auto\">secret &lt;room&gt;</bdi>", `<p role="status">1 record</p>`}, nil},
		{"a room that is hidden", "/errands/?room=secret+%3Croom%3E", "", 400, []string{"That choice is not one of the available choices."}, nil},
		{"other formats", "/errands/?status=open&priority__gte=1&_page=1", "", 200, []string{`href="/errands/?status=open&amp;priority__gte=1&amp;format=json"`}, nil},
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
