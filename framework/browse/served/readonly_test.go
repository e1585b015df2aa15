package served_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	// stamped marks letters; hidden ones are for administrators.
	stamped struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name,unique" validate:"max=100"`
		Hidden bool   `rest:"hidden" default:"false"`
	}
	// mail can be changed until it is sent.
	mail struct {
		ID       int64                    `rest:"id,readonly"`
		Title    string                   `rest:"title" validate:"max=20"`
		Urgent   bool                     `rest:"urgent" default:"false"`
		State    string                   `rest:"state" default:"draft" validate:"oneof=draft sent lost"`
		Stickers rest.ManyToMany[stamped] `rest:"stickers,optional"`
		Kind     rest.BelongsTo[stamped]  `rest:"kind,optional,show=name"`
		Locked   bool                     `rest:"-" default:"false"`
		Size     int64                    `rest:"size" default:"1"`
	}
)

func mails() *rest.Set {
	return rest.NewSet("letters",
		rest.ViewSet[stamped]{Path: "/stickers/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
		rest.ViewSet[mail]{
			Path: "/letters/", Order: []string{"id"}, Bulk: rest.Bulk{Actions: rest.Modify},
			ReadOnlyWhile: []rest.ReadOnlyWhile{
				{Fields: []string{"title", "urgent", "stickers", "kind"}, Holds: predicate.Ne("state", "draft"), Message: "The letter is sent."},
				{Fields: []string{"size"}, Holds: predicate.Eq("locked", true)},
			},
			Extra: []rest.Action{rest.OnRecord("lock", func(_ *rest.Call, l *mail, _ rest.None) (*mail, error) {
				l.Locked, l.Title = true, l.Title+"!"
				return l, nil
			})},
		},
	).Access(permission.Anyone)
}

// Fields are read-only while the stored row meets a condition: another value is refused, an equal one is none.
func TestReadOnlyWhile(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: mails, Pages: pages(t)}, address)
		must(t, s, "POST", "/stickers/", "admin", `{"name":"a"}`)
		must(t, s, "POST", "/stickers/", "admin", `{"name":"b"}`)
		must(t, s, "POST", "/stickers/", "admin", `{"name":"h","hidden":true}`)
		must(t, s, "POST", "/letters/", "admin", `{"title":"x","stickers":[1,3],"kind":"h"}`)
		must(t, s, "POST", "/letters/", "admin", `{"title":"y"}`)
		const sent = `"The letter is sent."`
		for _, tt := range []struct{ method, path, body, want string }{
			{"PATCH", "1/", `{"title":"z","state":"sent"}`, `200`},
			{"PATCH", "1/", `{"title":"y"}`, `400 {"title":[` + sent + `]}`},
			{"PATCH", "1/", `{"title":"far too long for a title","urgent":true}`, `400 {"title":["Ensure this field has no more than 20 characters."],"urgent":[` + sent + `]}`},
			{"PATCH", "1/", `{"title":"z","urgent":false,"stickers":[1],"kind":null}`, `200`},
			{"PATCH", "1/", `{"stickers":[1,2]}`, `400 {"stickers":[` + sent + `]}`},
			{"PATCH", "1/", `{"stickers":[]}`, `400 {"stickers":[` + sent + `]}`},
			{"PATCH", "1/", `{"kind":"a"}`, `400 {"kind":[` + sent + `]}`},
			{"PUT", "1/", `{}`, `200`},
			{"PUT", "1/", `{"title":"z","state":"lost"}`, `200`},
			{"PUT", "2/", `{}`, `400 {"title":["This field is required."]}`},
			{"PATCH", "", `[{"id":1,"title":"q"},{"id":2,"title":"q"}]`, `400 [{"title":[` + sent + `]},{}]`},
			{"PATCH", "", `[{"id":1,"title":"z","stickers":[1]},{"id":2,"title":"q"}]`, `200`},
			{"PATCH", "1/", `{"size":2}`, `200`},
			{"POST", "1/lock/", ``, `200`},
			{"PATCH", "1/", `{"size":3}`, `400 {"size":["This field is read-only."]}`},
			{"PATCH", "1/", `{"size":2,"state":"draft"}`, `200`},
			{"PATCH", "1/", `{"title":"again","stickers":[2]}`, `200`},
		} {
			status, body := call(s, tt.method, "/letters/"+tt.path, "", tt.body)
			if got := fmt.Sprint(status); got != tt.want && got+" "+body != tt.want {
				t.Errorf("%s %s %s:\n got %s %s\nwant %s", tt.method, tt.path, tt.body, got, body, tt.want)
			}
		}
		if _, got := call(s, "GET", "/letters/1/", "admin", ""); !strings.Contains(got, `"title":"again"`) || !strings.Contains(got, `"stickers":[2,3],"kind":"h"`) {
			t.Errorf("the letter is %s", got)
		}
	})
}

// OPTIONS of a record and the form of its page have what is read-only for it as read-only fields.
func TestReadOnlyWhileShown(t *testing.T) {
	s := server.New(t, server.Config{Set: mails, Pages: pages(t)}, t.TempDir()+"/test.sqlite")
	must(t, s, "POST", "/letters/", "", `{"title":"x","state":"sent"}`)
	must(t, s, "POST", "/letters/", "", `{"title":"y"}`)
	for path, readOnly := range map[string]bool{"/letters/1/": true, "/letters/2/": false} {
		_, options := call(s, "OPTIONS", path, "", "")
		if want := fmt.Sprintf(`"title":{"type":"string","required":%t,"read_only":%t,`, !readOnly, readOnly); !strings.Contains(options, want) {
			t.Errorf("OPTIONS %s has no %s: %s", path, want, options)
		}
		if page := sendAs(s, "alice", "GET", path, "", "Accept", "text/html").Body.String(); strings.Contains(page, `name="title"`) == readOnly || !strings.Contains(page, `name="size"`) {
			t.Errorf("the form of %s has the inputs of another record", path)
		}
	}
	w := sendAs(s, "alice", "POST", "/letters/1/", "_method=PUT&state=sent&size=7", "Content-Type", typeForm, "Accept", "text/html")
	if w.Code != 200 {
		t.Errorf("the form of a letter that is sent: got %d %s", w.Code, w.Body)
	}
	if _, got := call(s, "GET", "/letters/1/", "", ""); !strings.Contains(got, `"title":"x"`) || !strings.Contains(got, `"size":7`) {
		t.Errorf("after the form the letter is %s", got)
	}
}

// Whoever ends a state and whoever changes what it allows go one after the other.
func TestReadOnlyWhileRace(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: mails}, address)
		for n := range 20 {
			must(t, s, "POST", "/letters/", "", `{"title":"x"}`)
			path := fmt.Sprintf("/letters/%d/", n+1)
			var wg sync.WaitGroup
			var changed, seen int
			var title string
			wg.Go(func() { changed, _ = call(s, "PATCH", path, "", `{"title":"y"}`) })
			wg.Go(func() { seen, title = call(s, "PATCH", path, "", `{"state":"sent"}`) })
			wg.Wait()
			if _, now := call(s, "GET", path, "", ""); seen != 200 || strings.Contains(now, `"title":"y"`) != strings.Contains(title, `"title":"y"`) {
				t.Fatalf("sent as %d %s, changed with %d to %s", seen, title, changed, now)
			}
		}
	})
}
