// What the requester may do with each row of a list.

package serve_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
)

// flyer is changed by its author, deleted by administrators and once it is done, and closed while it is open.
type flyer struct {
	ID     int64                     `rest:"id,readonly"`
	Done   bool                      `rest:"done" default:"false"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
	Marks  rest.HasMany[flyerMark]   `rest:"marks,readonly"`
}

type flyerMark struct {
	ID    int64                     `rest:"id,readonly"`
	Flyer rest.BelongsTo[flyer]     `rest:"flyer,ondelete=cascade"`
	User  rest.BelongsTo[auth.User] `rest:"user,show=username"`
}

func flyers() *rest.Set {
	done := func(_ *rest.Call, f *flyer, _ rest.None) (*flyer, error) { f.Done = true; return f, nil }
	return rest.NewSet("flyers",
		rest.ViewSet[flyer]{
			Path: "/flyers/", Owner: rest.Field(func(f *flyer) *rest.BelongsTo[auth.User] { return &f.Author }), Pages: rest.LimitOffset{Default: 20},
			Access:        permission.By{Read: permission.Anyone, Write: permission.All(permission.SignedIn, permission.Owner)},
			DestroyAccess: permission.Any(permission.Admin, permission.Is("done", true)),
			Extra: []rest.Action{
				rest.OnRecord("close", done, rest.Allow(permission.All(permission.SignedIn, permission.Is("done", false)))),
				rest.OnRecord("sign", done, rest.Allow(permission.Me("marks.user"))),
			},
			Members: rest.Members{Fields: true},
		},
		rest.ViewSet[flyerMark]{Path: "/marks/"},
	).Access(permission.Anyone)
}

// The actions of the rows are those that then succeed, in few statements however many rows there are.
func TestActionsOfRows(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := resttest.NewServer(t, resttest.Config{Set: flyers, Pages: pages(t)}, address)
		for _, line := range []string{"alice {}", `alice {"done":true}`, `bob {}`} {
			user, body, _ := strings.Cut(line, " ")
			must(t, s, "POST", "/flyers/", user, body)
		}
		must(t, s, "POST", "/marks/", "alice", `{"flyer":3,"user":"alice"}`)
		for user, want := range map[string][3]string{
			"":      {``, `"destroy"`, ``},
			"alice": {`"replace","modify","close"`, `"replace","modify","destroy"`, `"close","sign"`},
			"bob":   {`"close"`, `"destroy"`, `"replace","modify","close"`},
			"admin": {`"destroy","close"`, `"destroy"`, `"destroy","close"`},
		} {
			for _, query := range []string{"?_actions=true", "?_actions=true&_etags=true", "?_actions=true&fields=id"} {
				status, answer := call(s, "GET", "/flyers/"+query, user, "")
				for i, names := range want {
					if has := `"_actions":[` + names + `]}`; status != 200 || strings.Split(answer, `"id":`)[i+1] == "" || !strings.Contains(strings.Split(answer, `"id":`)[i+1], has) {
						t.Errorf("row %d of %s as %q: got %d %s, want %s", i+1, query, user, status, answer, has)
					}
				}
			}
		}
		statements := func(query string) int {
			ctx, counter := database.WithCounter(t.Context())
			r := httptest.NewRequestWithContext(ctx, "GET", "/flyers/"+query, nil)
			r.SetBasicAuth("alice", "alice-password")
			s.ServeHTTP(httptest.NewRecorder(), r)
			return counter.N()
		}
		without, with := statements(""), statements("?_actions=true")
		if with > without+1 { // of the rule along a relation
			t.Errorf("got %d statements with actions and %d without, want one more", with, without)
		}
		for range 5 {
			must(t, s, "POST", "/flyers/", "alice", `{}`)
		}
		if more := statements("?_actions=true"); more != with {
			t.Errorf("got %d statements for eight rows, %d for three", more, with)
		}
		for query, want := range map[string]string{"?_actions=maybe": `{"_actions":["Must be a valid boolean."]}`} {
			if status, answer := call(s, "GET", "/flyers/"+query, "alice", ""); status != 400 || answer != want {
				t.Errorf("%s: got %d %s, want 400 %s", query, status, answer, want)
			}
		}
	})
}

// A row of which the client has left out all members has its tag and its actions.
func TestRowsWithoutMembers(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := resttest.NewServer(t, resttest.Config{Set: flyers}, address)
		must(t, s, "POST", "/flyers/", "alice", `{}`)
		for query, want := range map[string]string{
			"_actions=true":              `{"_actions":["close"]}`,
			"_etags=true":                `{"_etag":"`,
			"_etags=true&_actions=true":  `{"_etag":"`,
			"_etags=true&_actions=false": `{"_etag":"`,
		} {
			status, answer := call(s, "GET", "/flyers/?omit=id,done,author,marks&"+query, "bob", "")
			if status != 200 || !json.Valid([]byte(answer)) || !strings.Contains(answer, `"results":[`+want) {
				t.Errorf("%s: got %d %s, want a row %s", query, status, answer, want)
			}
		}
	})
}

// Allow has the methods of those actions, where the set says so, and else those of the path.
func TestAllowByRequester(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		plain := func() *rest.Set { return flyers() }
		ruled := func() *rest.Set { return flyers().Requests(rest.RequestRules{AllowByRequester: true}) }
		for i, set := range []func() *rest.Set{ruled, plain} {
			if i > 0 {
				address = twinAddress(t, address)
			}
			s := resttest.NewServer(t, resttest.Config{Set: set, Pages: pages(t)}, address)
			for _, line := range []string{`alice {}`, `alice {"done":true}`, `bob {}`} {
				user, body, _ := strings.Cut(line, " ")
				must(t, s, "POST", "/flyers/", user, body)
			}
			must(t, s, "POST", "/marks/", "alice", `{"flyer":3,"user":"alice"}`)
			const all = "GET, PUT, PATCH, DELETE, HEAD, OPTIONS"
			for _, tt := range []struct{ user, method, path, body, want, without string }{
				{"alice", "GET", "/flyers/1/", "", "GET, PUT, PATCH, HEAD, OPTIONS", all},
				{"alice", "GET", "/flyers/2/", "", all, all},
				{"bob", "GET", "/flyers/1/", "", "GET, HEAD, OPTIONS", all},
				{"bob", "OPTIONS", "/flyers/1/", "", "GET, HEAD, OPTIONS", all},
				{"bob", "PATCH", "/flyers/1/", `{}`, "GET, HEAD, OPTIONS", all},
				{"", "GET", "/flyers/1/", "", "GET, HEAD, OPTIONS", all},
				{"", "GET", "/flyers/", "", "GET, HEAD, OPTIONS", "GET, POST, HEAD, OPTIONS"},
				{"bob", "GET", "/flyers/", "", "GET, POST, HEAD, OPTIONS", "GET, POST, HEAD, OPTIONS"},
				{"bob", "POST", "/flyers/1/", `{}`, all, all},
				{"alice", "PATCH", "/flyers/1/", `{}`, "GET, PUT, PATCH, HEAD, OPTIONS", all},
			} {
				r := httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body))
				r.Header.Set("Content-Type", "application/json")
				if tt.user != "" {
					r.SetBasicAuth(tt.user, tt.user+"-password")
				}
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				want := [...]string{tt.want, tt.without}[i]
				if got := w.Header().Get("Allow"); got != want {
					t.Errorf("%s %s as %q: got Allow %q with status %d, want %q", tt.method, tt.path, tt.user, got, w.Code, want)
				}
			}
		}
	})
}
