package serve_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type archive struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name"`
	Public bool                      `rest:"public" default:"true"`
	Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly"`
}

type paper struct {
	ID     int64                   `rest:"id,readonly"`
	Rack   rest.BelongsTo[archive] `rest:"rack"`
	Title  string                  `rest:"title,search"`
	Body   *string                 `rest:"body,search"`
	Number int64                   `rest:"number,search=="`
	Code   string                  `rest:"code,optional"`
	Secret string                  `rest:"secret,writeonly,optional"`
}

// papers are searched in their own columns, and along a relation whose rows not everybody sees.
func papers() *rest.Set {
	return rest.NewSet("papers",
		rest.ViewSet[archive]{
			Path: "/racks/", Access: permission.By{Read: permission.Any(permission.Owner, permission.Is("public", true)), Write: permission.SignedInOrReadOnly},
			Owner: rest.Field(func(s *archive) *rest.BelongsTo[auth.User] { return &s.Keeper }),
		},
		rest.ViewSet[paper]{
			Path: "/papers/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 100, Max: 100}, Search: []string{"^rack.name", "=code"},
			Extra: []rest.Action{rest.Sublist("few", permission.Is("number", 7))},
		},
		rest.ViewSet[patterned]{Path: "/patterned/", Access: permission.Anyone, Search: []string{"$title"}, SearchParam: "q"},
	)
}

type patterned struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

func newPapers(t testing.TB, address string) *server.Server {
	t.Helper()
	return server.New(t, server.Config{Set: papers, Options: serve.Options{}, Pages: server.PlainPages}, address)
}

// An invalid search is refused with a reason.
func TestSearchRefused(t *testing.T) {
	s := newPapers(t, ":memory:")
	var words strings.Builder
	for i := range 33 {
		fmt.Fprintf(&words, " w%d", i)
	}
	for _, tt := range []struct {
		path   string
		status int
		want   string
	}{
		{"/papers/?search=" + url.QueryEscape(words.String()), 400, `{"search":["Ensure this search has no more than 32 words."]}`},
		{"/papers/?search=" + strings.Repeat("x", 1001), 400, `{"search":["Ensure this value has at most 1000 characters (it has 1001)."]}`},
		{"/papers/?search=" + strings.Repeat("word+", 64<<10/5), 414, `{"detail":"Query is longer than the limit of 32768 bytes."}`},
		{"/papers/?search=a%00b", 400, `{"search":["Null characters are not allowed."]}`},
		{"/papers/?search=a&search=b", 400, `{"search":["This parameter takes a single value."]}`},
		{"/papers/?serch=a", 400, `{"serch":["Unknown parameter. Did you mean \"search\"?"]}`},
		{"/racks/?search=a", 400, `{"search":["Unknown parameter."]}`},
		{"/patterned/?search=a", 400, `{"search":["Unknown parameter."]}`},
		{"/patterned/?q=%28a", 400, `{"q":["“(a” is not a valid pattern: it has a ( without its ); write both, or \\( for the character."]}`},
		{"/patterned/?q=%28%28a%3F%29%7B99%7D%29%7B9%7D", 400, `{"q":["“((a?){99}){9}” is not a valid pattern: it repeats too much; write fewer and smaller numbers of repetitions."]}`},
		{"/patterned/?q=%5Ea.*%5Bb-d%5D%24", 200, `[]`},
	} {
		w := server.SendAs(s, "alice", "GET", tt.path, "")
		if got := w.Body.String(); w.Code != tt.status || got != tt.want {
			t.Errorf("GET %.60s: got %d %s, want %d %s", tt.path, w.Code, got, tt.status, tt.want)
		}
	}
}
