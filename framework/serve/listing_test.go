package serve_test

import (
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/serve"
)

type sticker struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// newStickers serves stickers under rules for queries.
func newStickers(t *testing.T, rules rest.RequestRules) *resttest.Server {
	t.Helper()
	set := func() *rest.Set {
		return rest.NewSet("stickers", rest.ViewSet[sticker]{
			Path: "/stickers/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 2, Max: 10},
			Extra: []rest.Action{rest.Sublist("first", permission.Is("id", 1))},
		}).Requests(rules)
	}
	return resttest.NewServer(t, resttest.Config{Set: set, Options: serve.Options{}, Pages: pages(t)}, ":memory:")
}

// A parameter that a list does not have is refused with the nearest one that it has, and so is a second value
// of one that takes one; where the set says so, both pass.
func TestStrictQuery(t *testing.T) {
	strict, lenient := newStickers(t, rest.RequestRules{}), newStickers(t, rest.Lenient())
	const empty = `{"count":0,"next":null,"previous":null,"results":[]}`
	for _, tt := range []struct{ query, want string }{
		{"limit=3", empty},
		{"limi=3", `{"limi":["Unknown parameter. Did you mean \"limit\"?"]}`},
		{"ofset=3&colour=red&ofset=4", `{"ofset":["Unknown parameter. Did you mean \"offset\"?"],"colour":["Unknown parameter."]}`},
		{"limit=3&limit=4", `{"limit":["This parameter takes a single value."]}`},
		{"limit=3&limit=4&x=1", `{"x":["Unknown parameter."],"limit":["This parameter takes a single value."]}`},
		{"=1", `{"":["Unknown parameter."]}`},
		{"0.a=1&x[1]=2&x[1].b=3", `{"0.a":["Unknown parameter."],"x[1]":["Unknown parameter."],"x[1].b":["Unknown parameter."]}`},
		{"format=json&_find=x&_=1&format=json", empty},
		{url.QueryEscape("límit") + "=1", `{"límit":["Unknown parameter. Did you mean \"limit\"?"]}`},
		{url.QueryEscape("lï̈mït") + "=1", `{"lï̈mït":["Unknown parameter."]}`},
	} {
		for _, path := range []string{"/stickers/?", "/stickers/first/?"} {
			w := sendAs(strict, "alice", "GET", path+tt.query, "")
			if got := w.Body.String(); got != tt.want || (w.Code == 200) != (tt.want == empty) {
				t.Errorf("GET %s%s: got %d %s, want %s", path, tt.query, w.Code, got, tt.want)
			}
			if w := sendAs(lenient, "alice", "GET", path+tt.query, ""); w.Code != 200 {
				t.Errorf("GET %s%s of the lenient set: got %d %s, want 200", path, tt.query, w.Code, w.Body)
			}
		}
	}
}

// Records and writes do not look at the query.
func TestStrictQueryOfOthers(t *testing.T) {
	s := newStickers(t, rest.RequestRules{})
	must(t, s, "POST", "/stickers/?colour=red", "admin", `{"name":"a"}`)
	if w := sendAs(s, "alice", "GET", "/stickers/1/?colour=red&limit=1&limit=2", ""); w.Code != 200 {
		t.Errorf("GET of a record: got %d %s, want 200", w.Code, w.Body)
	}
	if w := sendAs(s, "alice", "HEAD", "/stickers/?colour=red", ""); w.Code != 400 {
		t.Errorf("HEAD of the list: got %d, want 400", w.Code)
	}
	if w := sendAs(s, "alice", "OPTIONS", "/stickers/?colour=red", ""); w.Code != 200 || strings.Contains(w.Body.String(), "Unknown") {
		t.Errorf("OPTIONS of the list: got %d %s, want 200", w.Code, w.Body)
	}
}

// OPTIONS lists what the query of a list may have where the set says so.
func TestParametersInOptions(t *testing.T) {
	const want = `,"parameters":[{"name":"limit","role":"paging","description":"How many records to give.","max_values":1,` +
		`"schema":{"default":2,"maximum":10,"minimum":1,"type":"integer"}},{"name":"offset",`
	s := newStickers(t, rest.RequestRules{ParamsInOptions: true})
	for _, path := range []string{"/stickers/", "/stickers/first/"} {
		if w := sendAs(s, "alice", "OPTIONS", path, ""); !strings.Contains(w.Body.String(), want) {
			t.Errorf("OPTIONS %s: got %s, want %s", path, w.Body, want)
		}
	}
	must(t, s, "POST", "/stickers/", "admin", `{"name":"a"}`)
	for _, tt := range []struct {
		s    *resttest.Server
		path string
	}{{s, "/stickers/1/"}, {newStickers(t, rest.RequestRules{}), "/stickers/"}} {
		if w := sendAs(tt.s, "alice", "OPTIONS", tt.path, ""); w.Code != 200 || strings.Contains(w.Body.String(), "parameters") {
			t.Errorf("OPTIONS %s: got %d %s, want no parameters", tt.path, w.Code, w.Body)
		}
	}
}
